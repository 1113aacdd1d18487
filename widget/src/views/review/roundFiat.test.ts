import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormat } from '../../text/format.ts'
import { formatPrice, roundFiat } from './roundUp.ts'

const format = roundFiat(createFormat('en'))

describe('roundFiat', () => {
  test.each([
    ['USD', '3.0125', '$3.01'],
    ['USD', '117.4875', '$117.49'],
    ['USD', '0.996', '$1.00'],
    ['USD', '80', '$80.00'],
    ['USD', '0.000001', '$0.000001'],
    ['JPY', '3.25', '¥3'],
    ['HUF', '80.125', 'HUF\u00a080.13'],
    ['USDC', '3.0125', '3.0125\u00a0USDC'],
    ['USD', 'a lot', 'a lot'],
  ])('roundFiat shows the amount of %s %s as %s', (currency, amount, shown) => {
    expect(format.money(amount, currency)).toBe(shown)
    expect(format.pair(amount, currency).filter(Boolean).join('\u00a0')).toBe(shown)
  })

  test('roundFiat rounds to the nearest cent', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 20n })
    const text = (all: bigint) => `${all / 100n}.${String(all % 100n).padStart(2, '0')}`
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9_999 }), (units, excess) => {
        const nearest = units + (excess >= 5_000 ? 1n : 0n)
        const amount = `${text(units)}${String(excess).padStart(4, '0')}`
        expect(format.money(amount, 'USD')).toBe(`$${format.amount(text(nearest), 2)}`)
      }),
    )
  })

  test('formatPrice keeps every digit of a price', () => {
    expect(formatPrice(format, '0.892857', 'CHF')).toBe('CHF\u00a00.892857')
    expect(formatPrice(format, '1389.51', 'KRW')).toBe('₩1,389.51')
    expect(formatPrice(format, '0.8', 'DAI')).toBe('0.80\u00a0DAI')
  })
})
