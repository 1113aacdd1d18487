import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from './amount.ts'
import { isOrderTotal, orderLineTotal, orderTax, orderTotal } from './orderTotal.ts'

describe('orderTotal', () => {
  it.each([
    // Two teas at 4.50, half a kilo of sugar at 3 with 0.12 of tax: 9 + 1.5 + 0.12.
    [
      [
        { quantity: '2', unitPrice: '4.50' },
        { quantity: '0.5', unitPrice: '3', taxAmount: '0.12' },
      ],
      '10.62',
    ],
    // 0.1 + 0.2, which binary fractions cannot represent.
    [
      [
        { quantity: '1', unitPrice: '0.1' },
        { quantity: '1', unitPrice: '0.2' },
      ],
      '0.3',
    ],
    // The smallest quantity of the smallest price.
    [[{ quantity: '0.000001', unitPrice: '0.000000000000000001' }], '0.000000000000000000000001'],
    [[{ quantity: '3', unitPrice: '0', taxAmount: '0' }], '0'],
  ])('orderTotal adds %j up to %s', (lines, total) => {
    expect(orderTotal(lines)).toBe(total)
  })

  it('orderTotal equals integer arithmetic in the smallest unit, in any order', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 9_999 }),
      cents: fc.nat(999_999),
      tax: fc.nat(9_999),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (drawn) => {
        const lines = drawn.map(({ quantity, cents, tax }) => ({
          quantity: String(quantity),
          unitPrice: formatAmount(BigInt(cents), 2),
          taxAmount: formatAmount(BigInt(tax), 2),
        }))
        const cents = drawn.reduce((sum, one) => sum + one.quantity * one.cents + one.tax, 0)
        expect(orderTotal(lines)).toBe(formatAmount(BigInt(cents), 2))
        expect(orderTotal(lines.toReversed())).toBe(orderTotal(lines))
      }),
    )
  })

  it.each([
    [{ quantity: '0', unitPrice: '1' }],
    [{ quantity: '-1', unitPrice: '1' }],
    [{ quantity: '1', unitPrice: '-1' }],
    [{ quantity: '1e3', unitPrice: '1' }],
    [{ quantity: '0.0000001', unitPrice: '1' }],
    [{ quantity: '1', unitPrice: '1', taxAmount: '0.0000000000000000001' }],
  ])('orderTotal rejects the line %j', (line) => {
    expect(() => orderLineTotal(line)).toThrow()
  })
})

describe('isOrderTotal', () => {
  const lines = [{ quantity: '2', unitPrice: '6.25' }]

  it.each([
    ['12.5', true],
    ['12.500000', true],
    ['12.499999999999999999', false],
    ['12.500000000000000001', false],
    ['125', false],
  ])('isOrderTotal compares %s exactly: %s', (amount, isEqual) => {
    expect(isOrderTotal(amount, lines)).toBe(isEqual)
  })
})

describe('orderTax', () => {
  it('orderTax returns the exact tax and the exact total', () => {
    const lines = [
      { quantity: '2', unitPrice: '50', taxAmount: '19' },
      { quantity: '0.5', unitPrice: '3' },
    ]
    const { taxUnits, totalUnits } = orderTax(lines)
    // 19 of 120.5, in units with 24 decimals.
    expect(formatAmount(taxUnits, 24)).toBe('19')
    expect(formatAmount(totalUnits, 24)).toBe('120.5')
  })
})
