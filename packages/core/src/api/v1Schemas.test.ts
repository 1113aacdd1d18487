import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountSchema } from '../schemas/schemas.ts'
import { looseAmountSchema } from './v1Schemas.ts'

describe('a version 1 amount', () => {
  it.each([
    ['12.5', '12.5'],
    [12.5, '12.5'],
    [1e-7, '0.0000001'],
    [1.25e-7, '0.000000125'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [1e21, '1000000000000000000000'],
    [1.5e21, '1500000000000000000000'],
    [999_999_999_999_999, '999999999999999'],
    [0.000123456789012345, '0.000123456789012345'],
  ])(
    'the schema of a version 1 amount parses %j as %j unless it has too many decimals',
    (amount, text) => {
      const { success, data } = looseAmountSchema.safeParse(amount)
      expect(success ? data : 'refused').toBe(
        amountSchema.safeParse(text).success ? text : 'refused',
      )
    },
  )

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
  ])('the schema of a version 1 amount rejects %j', (amount) => {
    expect(looseAmountSchema.safeParse(amount).success).toBe(false)
  })

  it.each([
    0.1 + 0.2,
    JSON.parse('12345678901234567890'),
    JSON.parse('9007199254740993'),
    JSON.parse('1234567890.1234567'),
  ])(
    'the schema of a version 1 amount rejects the number %d, which may have lost digits in transit',
    (amount) => {
      const { error } = looseAmountSchema.safeParse(amount)
      expect(error?.issues).toMatchObject([{ params: { code: 'inexact_number' } }])
      expect(looseAmountSchema.parse('0.30000000000000004')).toBe('0.30000000000000004')
    },
  )

  it('the schema of a version 1 amount keeps every digit of the number that was sent', () => {
    const digits = fc.integer({ min: 1, max: 999_999_999_999_999 })
    const shift = fc.integer({ min: -30, max: 14 })
    fc.assert(
      fc.property(digits, shift, (count, exponent) => {
        const sent = looseAmountSchema.parse(JSON.parse(`${count}e${exponent}`))
        const [whole = '', fraction = ''] = sent.split('.')
        const scaled = BigInt((whole + fraction).padEnd(whole.length + 30, '0'))
        expect(scaled).toBe(BigInt(count) * 10n ** BigInt(exponent + 30))
      }),
    )
  })
})
