import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArithmeticRangeError } from '../errors.ts'
import { creditAtPrice, creditAtQuote, PRICE_SCALE, type QuotedRate, quoteUnits } from './index.ts'

const amounts = fc.bigInt({ min: 1n, max: 10n ** 36n })
const decimals = fc.integer({ min: 0, max: 18 })
const rates: fc.Arbitrary<QuotedRate> = fc.record({
  price: fc.bigInt({ min: 1n, max: 10n ** 30n }),
  invoiceDecimals: decimals,
  paymentDecimals: decimals,
})

describe('quoteUnits', () => {
  test('quoteUnits returns the amount at the price, rounded up to the unit', () => {
    // 100.00 EUR (8 decimals) in ETH at 2,500 EUR, and in USDC at 0.92 EUR: 108.695652173... USDC.
    const ether = { price: 2_500n * PRICE_SCALE, invoiceDecimals: 8, paymentDecimals: 18 }
    const usdc = { price: 92n * 10n ** 16n, invoiceDecimals: 8, paymentDecimals: 6 }
    expect(quoteUnits(100_00000000n, ether)).toBe(4n * 10n ** 16n)
    expect(quoteUnits(100_00000000n, usdc)).toBe(108_695_653n)
    expect(quoteUnits(0n, usdc)).toBe(0n)
  })

  test('quoteUnits at par only changes the decimals', () => {
    const wider = { price: PRICE_SCALE, invoiceDecimals: 6, paymentDecimals: 18 }
    const narrower = { price: PRICE_SCALE, invoiceDecimals: 18, paymentDecimals: 6 }
    expect(quoteUnits(1_500_001n, wider)).toBe(1_500_001n * 10n ** 12n)
    expect(quoteUnits(15n * 10n ** 17n + 1n, narrower)).toBe(1_500_001n)
  })

  test('quoteUnits is the least amount whose worth covers the invoice', () => {
    fc.assert(
      fc.property(amounts, rates, (due, rate) => {
        const units = quoteUnits(due, rate)
        // Compares the exact fractions: units * price * 10^i against due * 10^18 * 10^p.
        const unitWorth = rate.price * 10n ** BigInt(rate.invoiceDecimals)
        const dueWorth = due * 10n ** BigInt(18 + rate.paymentDecimals)
        expect(units * unitWorth >= dueWorth).toBe(true)
        expect((units - 1n) * unitWorth < dueWorth).toBe(true)
      }),
    )
  })

  test('quoteUnits and creditAtPrice reject a price of zero and negative amounts', () => {
    const free = { price: 0n, invoiceDecimals: 8, paymentDecimals: 6 }
    expect(() => quoteUnits(1n, free)).toThrow(ArithmeticRangeError)
    expect(() => quoteUnits(-1n, { ...free, price: 1n })).toThrow(ArithmeticRangeError)
    expect(() => creditAtPrice(-1n, { ...free, price: 1n })).toThrow(ArithmeticRangeError)
  })
})

describe('creditAtPrice', () => {
  test('creditAtPrice never credits more than the arrived money is worth', () => {
    fc.assert(
      fc.property(amounts, rates, (arrived, rate) => {
        const units = creditAtPrice(arrived, rate)
        const worth = arrived * rate.price * 10n ** BigInt(rate.invoiceDecimals)
        const scale = 10n ** BigInt(18 + rate.paymentDecimals)
        expect(units * scale <= worth).toBe(true)
        expect((units + 1n) * scale > worth).toBe(true)
      }),
    )
  })

  test('creditAtPrice of a quoted amount covers the invoiced amount', () => {
    fc.assert(
      fc.property(amounts, rates, (due, rate) => {
        expect(creditAtPrice(quoteUnits(due, rate), rate) >= due).toBe(true)
      }),
    )
  })
})

describe('creditAtQuote', () => {
  const quotes = fc.record({ invoiceUnits: amounts, paymentUnits: amounts })

  test('creditAtQuote counts exactly the quoted amount as the whole invoice', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        expect(creditAtQuote(quote.paymentUnits, quote)).toBe(quote.invoiceUnits)
        expect(creditAtQuote(0n, quote)).toBe(0n)
      }),
    )
  })

  test('creditAtQuote counts any other amount in proportion, rounded down, and less money never counts more', () => {
    fc.assert(
      fc.property(quotes, amounts, amounts, (quote, some, more) => {
        const units = creditAtQuote(some, quote)
        expect(units * quote.paymentUnits <= some * quote.invoiceUnits).toBe(true)
        expect((units + 1n) * quote.paymentUnits > some * quote.invoiceUnits).toBe(true)
        expect(creditAtQuote(some + more, quote) >= units).toBe(true)
        // Two parts never count more than the whole.
        expect(units + creditAtQuote(more, quote) <= creditAtQuote(some + more, quote)).toBe(true)
      }),
    )
  })
})
