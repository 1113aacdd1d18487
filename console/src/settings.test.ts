import { expect, test } from 'vitest'
import { readContracts } from './settings.ts'

const CONTRACT = '0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa'

test('Contracts are read by network, and invalid addresses are ignored', () => {
  const lower = CONTRACT.toLowerCase()
  expect(readContracts(`base=${CONTRACT}  devnet-b=${lower}\n`)).toEqual({
    base: CONTRACT,
    'devnet-b': lower,
  })
  expect(
    readContracts(`base=${CONTRACT.replace('F', 'f')} =${CONTRACT} sepolia= ${CONTRACT}`),
  ).toEqual({})
  expect(readContracts('')).toEqual({})
})
