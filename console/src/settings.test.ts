import { expect, test } from 'vitest'
import { readContracts } from './settings.ts'

const CONTRACT = '0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa'

test('readContracts returns the contracts by network, and ignores invalid addresses', () => {
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
