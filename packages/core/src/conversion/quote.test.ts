import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArithmeticRangeError } from '../errors.ts'
import {
  creditAtPrice,
  creditAtQuote,
  PRICE_SCALE,
  type QuotedRate,
  quoteAmounts,
  quoteUnits,
} from './index.ts'

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

  test('quoteUnits returns the least amount whose worth covers the invoice', () => {
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

describe('quoteAmounts', () => {
  const coin = {
    price: 2_693n * PRICE_SCALE,
    invoiceDecimals: 8,
    paymentDecimals: 18,
    isStablecoin: false,
  }
  const stablecoin = {
    price: 99_999_999n * 10n ** 10n,
    invoiceDecimals: 8,
    paymentDecimals: 6,
    isStablecoin: true,
  }

  test.each([
    // 80.00 at 2,693 is 0.029706646862235425 coins; the fee of 1 % is 0.000297066468622355.
    [80_00000000n, coin, 297_067n * 10n ** 11n, 2_971n * 10n ** 11n],
    // 250,000.00 is 92.833271444485703677 coins.
    [250_000_00000000n, coin, 928_333n * 10n ** 14n, 9_284n * 10n ** 14n],
    // 89.60 at 0.99999999 is 89.600001 units of the stablecoin; 8.96 is 8.960001.
    [89_60000000n, stablecoin, 89_610_000n, 900_000n],
    [8_96000000n, stablecoin, 8_961_000n, 90_000n],
    [89_60000000n, { ...stablecoin, price: PRICE_SCALE }, 89_600_000n, 900_000n],
    // 18 decimals do not make a coin.
    [89_60000000n, { ...stablecoin, paymentDecimals: 18 }, 8_961n * 10n ** 16n, 9n * 10n ** 17n],
    // A token without decimals has no smaller step.
    [89_60000000n, { ...stablecoin, paymentDecimals: 0 }, 90n, 1n],
    [0n, coin, 0n, 0n],
  ])(
    'quoteAmounts rounds the amount %s and its fee of 1 %% up to one step',
    (due, rate, amount, fee) => {
      expect(quoteAmounts({ amountUnits: due, feeUnits: due / 100n }, rate)).toEqual({
        amountUnits: amount,
        feeUnits: fee,
      })
    },
  )

  test('quoteAmounts never asks for less than the worth, and for more only within the tolerance', () => {
    const marketRates = fc
      .tuple(rates, fc.boolean())
      .map(([rate, isStablecoin]) => ({ ...rate, isStablecoin }))
    fc.assert(
      fc.property(amounts, amounts, marketRates, (amountUnits, feeUnits, rate) => {
        const quoted = quoteAmounts({ amountUnits, feeUnits }, rate)
        const amount = quoteUnits(amountUnits, rate)
        const fee = quoteUnits(feeUnits, rate)
        const tolerance = rate.isStablecoin ? 1_000n : 100_000n
        for (const excess of [quoted.amountUnits - amount, quoted.feeUnits - fee]) {
          expect(excess >= 0n).toBe(true)
          expect(excess * tolerance < amount || excess === 0n).toBe(true)
          const isBelowCent = excess * 100n < 10n ** BigInt(rate.paymentDecimals)
          expect(!rate.isStablecoin || isBelowCent || excess === 0n).toBe(true)
        }
        expect(creditAtPrice(quoted.amountUnits, rate) >= amountUnits).toBe(true)
      }),
    )
  })

  test('quoteAmounts returns a sum with at most as many digits after the point as its amount may have', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), (due) => {
        const { amountUnits, feeUnits } = quoteAmounts(
          { amountUnits: due, feeUnits: due / 50n },
          coin,
        )
        const step = 10n ** BigInt(Math.max(quoteUnits(due, coin).toString().length - 6, 0))
        expect((amountUnits + feeUnits) % step).toBe(0n)
      }),
    )
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
