import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountSchema } from './schemas.ts'
import { looseAmountSchema } from './v1Schemas.ts'

describe('an amount of version 1', () => {
  it.each([
    ['12.5', '12.5'],
    [12.5, '12.5'],
    [1e-7, '0.0000001'],
    [1.25e-7, '0.000000125'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [1e21, '1000000000000000000000'],
    [1.5e21, '1500000000000000000000'],
    [0.1 + 0.2, '0.30000000000000004'],
  ])('reads %j as %j, if it is not too fine', (amount, text) => {
    const { success, data } = looseAmountSchema.safeParse(amount)
    expect(success ? data : 'refused').toBe(amountSchema.safeParse(text).success ? text : 'refused')
  })

  it.each([
    0,
    -0,
    -1,
    -1e-7,
    1e30,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    [1],
    '1e3',
    '',
    {},
  ])('refuses %j', (amount) => {
    expect(looseAmountSchema.safeParse(amount).success).toBe(false)
  })

  it('means the number that was sent', () => {
    const positive = fc.double({ min: 1e-20, max: 1e29, noNaN: true })
    fc.assert(
      fc.property(positive, (amount) => {
        expect(Number(looseAmountSchema.parse(amount))).toBe(amount)
      }),
    )
  })
})
