/** The kind of a failure; the host maps each kind to one HTTP status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'locked'
  | 'unprocessable'
  | 'payload_too_large'
  | 'headers_too_large'
  | 'timed_out'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'
  | 'internal'

/** The facts that a subclass passes to `BaseError`. */
export type BaseErrorOptions = {
  /** The next step for the reader, as a full sentence. It is appended to the message. */
  hint?: string | undefined
  /** The path of the invalid input field, such as `requests[0].amount`. */
  field?: string | undefined
  /** Whether the same call may succeed later without a change; false by default. */
  retryable?: boolean | undefined
  /** The error that led to this one. */
  cause?: unknown
}

/**
 * Base class of every error that this project throws on purpose. A subclass receives facts in its constructor and composes the sentence:
 * the failure, the value, and the next step. `code` is stable once released; the wording is not.
 */
export abstract class BaseError extends Error {
  /** Stable snake_case identifier; never changes after its release. */
  abstract readonly code: string
  abstract readonly kind: ErrorKind
  readonly retryable: boolean
  readonly hint?: string
  readonly field?: string

  constructor(summary: string, options: BaseErrorOptions = {}) {
    const message = options.hint === undefined ? summary : `${summary} ${options.hint}`
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.retryable = options.retryable ?? false
    if (options.hint !== undefined) this.hint = options.hint
    if (options.field !== undefined) this.field = options.field
  }

  /** The path of this error's documentation, relative to the service's origin: `/errors/<code>`. */
  get docsPath(): string {
    return `/errors/${this.code}`
  }
}

/** One fault in one field of an input. */
export type FieldIssue = {
  /** The path of the field, such as `requests[0].amount`; empty for the whole input. */
  field: string
  message: string
  /** Stable snake_case identifier. */
  code: string
}

/** An input does not match its schema; `issues` lists every invalid field. */
export class InvalidInputError extends BaseError {
  readonly code = 'validation_failed'
  readonly kind = 'invalid'
  readonly issues: readonly FieldIssue[]

  constructor(issues: readonly FieldIssue[], options: { cause?: unknown } = {}) {
    const [first] = issues
    super(`Validation failed: ${issues.map(describeIssue).join('; ')}.`, {
      field: issues.length === 1 ? first?.field : undefined,
      cause: options.cause,
    })
    this.issues = issues
  }
}

/** The reason why an amount is rejected. */
export type AmountErrorCode =
  | 'invalid_amount'
  | 'too_many_decimals'
  | 'amount_not_positive'
  | 'amount_too_large'

/** A rejected decimal amount; `code` is the reason. */
export class AmountError extends BaseError {
  readonly code: AmountErrorCode
  readonly kind = 'invalid'

  constructor(facts: {
    code: AmountErrorCode
    text: unknown
    decimals: number
    field?: string | undefined
  }) {
    const { summary, hint } = amountSentences(facts)
    super(summary, { hint, field: facts.field })
    this.code = facts.code
  }
}

/** A percentage was not a plain decimal string from 0 to 100. */
export class PercentageError extends BaseError {
  readonly code = 'invalid_percentage'
  readonly kind = 'invalid'

  constructor(facts: { text: unknown; field?: string | undefined }) {
    super(`Percentage ${quoteInput(facts.text)} is not valid.`, {
      hint: 'Send a decimal string from 0 to 100 with at most 18 decimals, such as "2.5" for 2.5 %.',
      field: facts.field,
    })
  }
}

/** A computation received numbers for which it is not defined. The fault is in the calling code. */
export class ArithmeticRangeError extends BaseError {
  readonly code = 'arithmetic_out_of_range'
  readonly kind = 'internal'

  constructor(facts: { operation: string; requirement: string; actual: bigint | number }) {
    super(`${facts.operation} needs ${facts.requirement}, got ${facts.actual}.`)
  }
}

/** Bytes or text in a fixed format (an id, salt, reference, hash) have the wrong shape. */
export class MalformedValueError extends BaseError {
  readonly code = 'malformed_value'
  readonly kind = 'invalid'

  constructor(facts: {
    what: string
    expected: string
    actual: unknown
    field?: string | undefined
  }) {
    super(`${facts.what} must be ${facts.expected}, got ${quoteInput(facts.actual)}.`, {
      field: facts.field,
    })
  }
}

/** No network in the registry has this id or chain id. */
export class UnknownNetworkError extends BaseError {
  readonly code = 'unknown_network'
  readonly kind = 'invalid'

  constructor(facts: {
    network: string | number
    known: readonly string[]
    field?: string | undefined
  }) {
    super(`Network ${quoteInput(facts.network)} is unknown.`, {
      hint: `Use one of: ${facts.known.join(', ')}.`,
      field: facts.field,
    })
  }
}

/** No known currency has this id or alias. */
export class UnknownCurrencyError extends BaseError {
  readonly code = 'unknown_currency'
  readonly kind = 'invalid'

  constructor(facts: { currency: string; field?: string | undefined }) {
    super(`Currency ${quoteInput(facts.currency)} is unknown.`, {
      hint: 'Use an id from the currency list in its exact case, such as "USDC-base" or "USD".',
      field: facts.field,
    })
  }
}

/** The reason why an address is rejected. */
export type InvalidAddressReason = 'malformed' | 'checksum'

/** A string is not an address on the intended network. */
export class InvalidAddressError extends BaseError {
  readonly code = 'invalid_address'
  readonly kind = 'invalid'
  readonly reason: InvalidAddressReason

  constructor(facts: {
    address: unknown
    reason: InvalidAddressReason
    family?: 'evm' | 'tron'
    field?: string | undefined
  }) {
    const { summary, hint } = addressSentences(facts)
    super(summary, { hint, field: facts.field })
    this.reason = facts.reason
  }
}

/** The longest part of a foreign string that an error message repeats, in UTF-16 units. */
const MAX_QUOTED_LENGTH = 80

/**
 * Quotes a foreign value for an error message, cut to 80 units. It escapes everything but printable ASCII, so that control and
 * bidirectional characters never reach a log or a terminal.
 */
export function quoteInput(value: unknown): string {
  if (typeof value !== 'string') return describeType(value)
  const cut = value.length > MAX_QUOTED_LENGTH ? `${value.slice(0, MAX_QUOTED_LENGTH - 1)}…` : value
  const escaped = JSON.stringify(cut).replace(/[^\x20-\x7e…]/g, escapeUnit)
  return escaped
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return String(value)
  }
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`
}

/** A message either continues its field's name ("must be a string"), or consists of another error's sentences after a colon. */
function describeIssue({ field, message }: FieldIssue): string {
  if (!message.endsWith('.')) return `${field === '' ? 'the input' : field} ${message}`
  const sentences = message.slice(0, -1)
  return field === '' ? sentences : `${field}: ${sentences}`
}

function amountSentences(facts: { code: AmountErrorCode; text: unknown; decimals: number }): {
  summary: string
  hint: string
} {
  const shown = quoteInput(facts.text)
  switch (facts.code) {
    case 'invalid_amount':
      return {
        summary: `Amount ${shown} is not a plain decimal.`,
        hint: 'Send a string such as "12.5": digits and at most one point. Send no sign, exponent, spaces or leading zeros, and at most 30 digits before the point.',
      }
    case 'too_many_decimals':
      return {
        summary: `Amount ${shown} has more decimals than its currency, which has ${facts.decimals}.`,
        hint: 'Round it before you send it; the service never rounds amounts.',
      }
    case 'amount_not_positive':
      return { summary: `Amount ${shown} is not above zero.`, hint: 'Send a positive amount.' }
    case 'amount_too_large':
      return {
        summary: `Amount ${shown} does not fit in 256 bits at ${facts.decimals} decimals.`,
        hint: 'Send a smaller amount.',
      }
  }
}

function addressSentences(facts: {
  address: unknown
  reason: InvalidAddressReason
  family?: 'evm' | 'tron'
}): { summary: string; hint: string } {
  const shown = quoteInput(facts.address)
  const isTron = facts.family === 'tron'
  if (facts.reason === 'checksum') {
    return {
      summary: `Address ${shown} has a wrong checksum.`,
      hint: isTron
        ? 'Copy it again: at least one character is wrong.'
        : 'Copy it again: at least one character or its case is wrong. All lower case is accepted.',
    }
  }
  return {
    summary: `Address ${shown} is not ${isTron ? 'a Tron' : 'an EVM'} address.`,
    hint: isTron
      ? 'Send 34 base58 characters beginning with "T".'
      : 'Send "0x" and 40 hexadecimal digits.',
  }
}
