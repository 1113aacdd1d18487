import { expect, test } from 'vitest'
import type { Currency } from './api.ts'
import { isSame, listNetworkChoices, nameDestination } from './networkChoices.ts'

const ZERO = '0x0000000000000000000000000000000000000000'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

function currency(
  facts: Partial<Currency> & Pick<Currency, 'id' | 'symbol' | 'network'>,
): Currency {
  return {
    name: facts.symbol,
    decimals: 6,
    address: USDC,
    type: 'ERC20',
    hash: USDC,
    chainId: 8453,
    ...facts,
  }
}

const currencies = [
  currency({
    id: 'ETH-base-base',
    symbol: 'ETH-base',
    network: 'base',
    type: 'ETH',
    address: '0x11',
  }),
  currency({ id: 'USDC-base', symbol: 'USDC', network: 'base', name: 'USD Coin' }),
  currency({ id: 'USDC-mainnet', symbol: 'USDC', network: 'mainnet', chainId: 1 }),
  currency({
    id: 'USDT-tron',
    symbol: 'USDT',
    network: 'tron',
    type: 'TRC20',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  }),
  currency({ id: 'USD', symbol: 'USD', network: 'fiat', type: 'ISO4217', chainId: 0 }),
]

test('The choices are only the watched networks; the native coin comes last, under the zero address', () => {
  const [base, ...others] = listNetworkChoices(currencies, { served: ['base'], family: 'evm' })
  expect(others).toEqual([])
  expect(base).toMatchObject({ id: 'base', chainId: 8453, isTest: false })
  expect(
    base?.tokens.map(({ symbol, address, isNative }) => ({ symbol, address, isNative })),
  ).toEqual([
    { symbol: 'USDC', address: USDC, isNative: false },
    { symbol: 'ETH', address: ZERO, isNative: true },
  ])
})

test('A currency that the payment element does not support is not a choice', () => {
  const listed = [...currencies, currency({ id: 'AAVE-base', symbol: 'AAVE', network: 'base' })]
  const [base] = listNetworkChoices(listed, { served: ['base'], family: 'evm' })
  expect(base?.tokens.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
})

test('A wallet’s choices are networks of its own kind', () => {
  const served = ['base', 'tron', 'nowhere']
  const idsFor = (family: 'evm' | 'tron' | null) =>
    listNetworkChoices(currencies, { served, family }).map(({ id }) => id)
  expect([idsFor('evm'), idsFor('tron'), idsFor(null)]).toEqual([
    ['base'],
    ['tron'],
    ['base', 'tron'],
  ])
})

test('Local chains and test networks are marked as tests', () => {
  const served = ['devnet', 'sepolia', 'mainnet']
  const listed = served.map((network) =>
    currency({ id: `USDC-${network}`, symbol: 'USDC', network }),
  )
  const choices = listNetworkChoices(listed, { served, family: null })
  expect(choices.map(({ id, isTest }) => [id, isTest])).toEqual([
    ['devnet', true],
    ['sepolia', true],
    ['mainnet', false],
  ])
})

test('A destination’s name is its token and network, in any letter case of the address', () => {
  const networks = listNetworkChoices(currencies, { served: ['base'], family: null })
  const tokenAddress = USDC.toLowerCase()
  expect(nameDestination({ chainId: 8453, tokenAddress }, networks)).toEqual({
    token: 'USDC',
    network: 'Base',
  })
  expect(nameDestination({ chainId: 10, tokenAddress }, networks)).toEqual({
    token: tokenAddress,
    network: '10',
  })
})

test('Letter case matters in a Tron address, but not in an EVM address', () => {
  expect(isSame(USDC, USDC.toUpperCase().replace('0X', '0x'))).toBe(true)
  expect(isSame('TR7NHq', 'Tr7NHq')).toBe(false)
})
