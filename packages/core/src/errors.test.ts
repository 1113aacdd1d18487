import { describe, expect, it } from 'vitest'
import {
  AmountError,
  ArithmeticRangeError,
  BaseError,
  InvalidAddressError,
  InvalidInputError,
  MalformedValueError,
  PercentageError,
  quoteInput,
  UnknownCurrencyError,
  UnknownNetworkError,
} from './errors.ts'

class TeapotError extends BaseError {
  readonly code = 'teapot'
  readonly kind = 'unavailable'

  constructor(facts: { cause: unknown }) {
    super('The pot is empty.', {
      hint: 'Fill it.',
      field: 'pot',
      retryable: true,
      cause: facts.cause,
    })
  }
}

describe('BaseError', () => {
  it('BaseError carries name, code, kind, hint, field, docs path and cause', () => {
    const cause = new Error('leak')
    const error = new TeapotError({ cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'TeapotError',
      message: 'The pot is empty. Fill it.',
      code: 'teapot',
      kind: 'unavailable',
      hint: 'Fill it.',
      field: 'pot',
      retryable: true,
      docsPath: '/errors/teapot',
      cause,
    })
  })

  it('BaseError is not retryable and has no hint or cause by default', () => {
    const error = new ArithmeticRangeError({ operation: 'divide', requirement: 'x', actual: 0n })
    expect(error.retryable).toBe(false)
    expect(error.hint).toBeUndefined()
    expect(error.field).toBeUndefined()
    expect('cause' in error).toBe(false)
  })
})

describe('messages', () => {
  it('messages of rejected amounts name the cause, the value and the fix', () => {
    const facts = { text: '1.23', decimals: 1 }
    expect(
      new AmountError({ code: 'invalid_amount', ...facts, text: '1e3' }).message,
    ).toMatchInlineSnapshot(
      `"Amount "1e3" is not a plain decimal. Send a string such as "12.5": digits and at most one point. Send no sign, exponent, spaces or leading zeros, and at most 30 digits before the point."`,
    )
    expect(new AmountError({ code: 'too_many_decimals', ...facts }).message).toMatchInlineSnapshot(
      `"Amount "1.23" has more decimals than its currency, which has 1. Round it before you send it; the service never rounds amounts."`,
    )
    expect(
      new AmountError({ code: 'amount_not_positive', ...facts, text: '0' }).message,
    ).toMatchInlineSnapshot(`"Amount "0" is not above zero. Send a positive amount."`)
    expect(new AmountError({ code: 'amount_too_large', ...facts }).message).toMatchInlineSnapshot(
      `"Amount "1.23" does not fit in 256 bits at 1 decimals. Send a smaller amount."`,
    )
  })

  it('messages of rejected values name the cause, the value and the fix', () => {
    expect(new PercentageError({ text: '101' }).message).toMatchInlineSnapshot(
      `"Percentage "101" is not valid. Send a decimal string from 0 to 100 with at most 18 decimals, such as "2.5" for 2.5 %."`,
    )
    expect(
      new ArithmeticRangeError({
        operation: 'divide',
        requirement: 'a divisor above 0',
        actual: 0n,
      }).message,
    ).toMatchInlineSnapshot(`"divide needs a divisor above 0, got 0."`)
    expect(
      new MalformedValueError({ what: 'Salt', expected: '16 hex digits', actual: 'zz' }).message,
    ).toMatchInlineSnapshot(`"Salt must be 16 hex digits, got "zz"."`)
    expect(
      new UnknownNetworkError({ network: 'ropsten', known: ['mainnet', 'base'] }).message,
    ).toMatchInlineSnapshot(`"Network "ropsten" is unknown. Use one of: mainnet, base."`)
    expect(new UnknownCurrencyError({ currency: 'DOGE-base' }).message).toMatchInlineSnapshot(
      `"Currency "DOGE-base" is unknown. Use an id from the currency list in its exact case, such as "USDC-base" or "USD"."`,
    )
  })

  it('messages of rejected addresses distinguish a wrong shape from a wrong checksum', () => {
    const address = 'T12'
    expect(new InvalidAddressError({ address, reason: 'malformed' }).message).toMatchInlineSnapshot(
      `"Address "T12" is not an EVM address. Send "0x" and 40 hexadecimal digits."`,
    )
    expect(new InvalidAddressError({ address, reason: 'checksum' }).message).toMatchInlineSnapshot(
      `"Address "T12" has a wrong checksum. Copy it again: at least one character or its case is wrong. All lower case is accepted."`,
    )
    expect(
      new InvalidAddressError({ address, reason: 'malformed', family: 'tron' }).message,
    ).toMatchInlineSnapshot(
      `"Address "T12" is not a Tron address. Send 34 base58 characters beginning with "T"."`,
    )
    expect(
      new InvalidAddressError({ address, reason: 'checksum', family: 'tron' }).message,
    ).toMatchInlineSnapshot(
      `"Address "T12" has a wrong checksum. Copy it again: at least one character is wrong."`,
    )
  })

  it('messages of an invalid input name every field', () => {
    const error = new InvalidInputError([
      { field: 'requests[0].amount', message: 'must be a string', code: 'invalid_type' },
      { field: '', message: 'has no requests', code: 'too_small' },
    ])
    expect(error.message).toMatchInlineSnapshot(
      `"Validation failed: requests[0].amount must be a string; the input has no requests."`,
    )
    expect(error.field).toBeUndefined()
    expect(error.issues).toHaveLength(2)
  })

  it('messages of an invalid input separate whole sentences from the field, and end with one full stop', () => {
    const error = new InvalidInputError([
      { field: 'payee', message: 'Address "T1" is wrong. Copy it again.', code: 'invalid_address' },
    ])
    expect(error.message).toBe('Validation failed: payee: Address "T1" is wrong. Copy it again.')
  })

  it('messages of an invalid input name the field if only one is invalid', () => {
    const issue = { field: 'amount', message: 'must be a string', code: 'invalid_type' }
    expect(new InvalidInputError([issue]).field).toBe('amount')
  })
})

describe('quoteInput', () => {
  it.each<[unknown, string]>([
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['a\nb\u0000', '"a\\nb\\u0000"'],
    ['1\u202e2', '"1\\u202e2"'],
    ['é', '"\\u00e9"'],
    [12, '12'],
    [null, 'null'],
    [undefined, 'undefined'],
    [['1'], 'an array'],
    [{ a: 1 }, 'a value of type object'],
  ])('quoteInput shows %j as %s', (value, shown) => {
    expect(quoteInput(value)).toBe(shown)
  })

  it('quoteInput truncates long strings', () => {
    expect(quoteInput('x'.repeat(10_000))).toBe(`"${'x'.repeat(79)}…"`)
  })
})
