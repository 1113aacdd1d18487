import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/chainlink-conversion.json' with { type: 'json' }
import { ArithmeticRangeError } from '../errors.ts'
import { currencies, getCurrency } from '../networks/index.ts'
import {
  computeRate,
  convertUnits,
  formatRate,
  invertRate,
  maxToSpendUnits,
  RATE_SCALE,
  SLIPPAGE_BPS,
  slippageOf,
  unconvertUnits,
} from './index.ts'

test.each(vectors)('ChainlinkConversionPath vector: $input.amountIn becomes $result', (vector) => {
  const { hops, amountIn } = vector.input
  const rate = computeRate(hops.map((hop) => ({ ...hop, answer: BigInt(hop.answer) })))
  expect(rate).toBe(BigInt(vector.rate))
  expect(RATE_SCALE).toBe(BigInt(vector.rateDecimals))
  expect(convertUnits(BigInt(amountIn), rate)).toBe(BigInt(vector.result))
})

describe('a rate', () => {
  // One US dollar is 1.0002 USDC: 10^8 units with 8 decimals convert to 1,000,200 units with 6.
  const dollarInUsdc = 10_002n * 10n ** 12n
  // One yen is 0.0067 USD, and one ether costs 2500 USD: 2.68 * 10^-6 ether for 10^8 units.
  const yenInEther = 26_800n * 10n ** 18n

  test('a rate is formatted as exact payment currency units per request currency unit', () => {
    expect(formatRate(dollarInUsdc, 8, 6)).toBe('1.0002')
    expect(formatRate(yenInEther, 8, 18)).toBe('0.00000268')
    expect(formatRate(0n, 8, 6)).toBe('0')
    // Between 18 decimals and none, the rate is the formatted number; between 24 and 2, the number has four more digits.
    expect(formatRate(1n, 18, 0)).toBe('1')
    expect(formatRate(3n, 24, 2)).toBe('30000')
    expect(() => formatRate(-1n, 8, 6)).toThrow(ArithmeticRangeError)
  })

  test('a rate rounds a conversion down, and converts back to at most the original amount', () => {
    expect(convertUnits(80_00000000n, dollarInUsdc)).toBe(80_016_000n)
    expect(unconvertUnits(80_016_000n, dollarInUsdc)).toBe(80_00000000n)
    expect(unconvertUnits(80_015_999n, dollarInUsdc)).toBe(79_99999900n)
    expect(convertUnits(1n, dollarInUsdc)).toBe(0n)
  })

  test('a rate of zero converts nothing back, and convertUnits rejects a negative rate and a negative amount', () => {
    expect(() => unconvertUnits(1n, 0n)).toThrow(ArithmeticRangeError)
    expect(() => convertUnits(1n, -1n)).toThrow(ArithmeticRangeError)
    expect(() => convertUnits(-1n, 1n)).toThrow(ArithmeticRangeError)
  })

  test('a rate requires feed answers above zero', () => {
    const hop = { inputDecimals: 8, outputDecimals: 6, reverse: true, aggregatorDecimals: 8 }
    expect(() => computeRate([{ ...hop, answer: 0n }])).toThrow(ArithmeticRangeError)
    expect(() => computeRate([{ ...hop, answer: -1n }])).toThrow(ArithmeticRangeError)
    expect(computeRate([])).toBe(RATE_SCALE)
  })
})

describe('maxToSpendUnits', () => {
  const spend = { amountUnits: 80_00000000n, feeUnits: 0n, rate: 10n ** 16n, slippageBps: 100 }

  test('maxToSpendUnits returns amount plus fee at the rate, plus slippage, rounded up', () => {
    expect(maxToSpendUnits(spend)).toBe(80_800_000n)
    expect(maxToSpendUnits({ ...spend, feeUnits: 1_00000000n })).toBe(81_810_000n)
    expect(maxToSpendUnits({ ...spend, slippageBps: 300 })).toBe(82_400_000n)
    expect(maxToSpendUnits({ ...spend, amountUnits: 100n })).toBe(2n)
    expect(maxToSpendUnits({ ...spend, slippageBps: 0 })).toBe(80_000_000n)
  })

  test('maxToSpendUnits rejects a negative amount, and a slippage below -100 %', () => {
    expect(() => maxToSpendUnits({ ...spend, amountUnits: -1n })).toThrow(ArithmeticRangeError)
    expect(() => maxToSpendUnits({ ...spend, slippageBps: -10_001 })).toThrow(ArithmeticRangeError)
  })
})

test('dollar tokens have 1 % slippage, others 3 %', () => {
  const stable = currencies
    .filter((currency) => slippageOf(currency) === SLIPPAGE_BPS.stable)
    .map(({ symbol }) => symbol)
  expect(new Set(stable)).toEqual(
    new Set(['DAI', 'DAIe', 'USDC', 'USDCe', 'USDT', 'USDTe', 'fUSDC', 'fUSDT']),
  )
  for (const id of ['ETH-mainnet', 'xDAI-xdai', 'FAU-sepolia', 'EURC-sepolia'])
    expect(slippageOf(getCurrency(id).currency)).toBe(300)
})

describe('invertRate', () => {
  test.each([
    ['0.000416666666666667', '2400'],
    ['1.086956521739130434', '0.92'],
    ['1.0869565217391305', '0.92'],
    ['1.25', '0.8'],
    ['0.001056', '946.97'],
    ['0.00000006', '16666666.67'],
    ['1234.5', '0.000810045'],
    ['1', '1'],
  ])('invertRate returns the price of one unit at %s', (rate, price) => {
    expect(invertRate(rate)).toBe(price)
  })

  test('invertRate rejects a rate of zero', () => {
    expect(() => invertRate('0')).toThrow()
  })
})
