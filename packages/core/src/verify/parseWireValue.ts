import { MAX_UINT256 } from '../amount.ts'
import { BaseError, MalformedValueError, quoteInput } from '../errors.ts'
import { refuse } from './CalldataMismatchError.ts'

/**
 * Parses a transaction's value in every form that an API returns: a safe integer, a hex string, or `{ type: 'BigNumber', hex }`. Strings
 * without `0x` are rejected, because `"10"` could be decimal or hex.
 *
 * @throws MalformedValueError if the value has another form or exceeds 256 bits.
 */
export function parseWireValue(value: unknown): bigint {
  const units = readUnits(value)
  if (units !== null && units <= MAX_UINT256) return units
  throw new MalformedValueError({
    what: 'Transaction value',
    expected: 'a safe integer, a hex string or a BigNumber object of at most 256 bits',
    actual: value,
    field: 'value',
  })
}

const HEX_QUANTITY = /^0x[0-9a-fA-F]{1,64}$/

function readUnits(value: unknown): bigint | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  if (typeof value === 'string') return HEX_QUANTITY.test(value) ? BigInt(value) : null
  if (typeof value !== 'object' || value === null) return null
  if (!('type' in value) || value.type !== 'BigNumber') return null
  if (!('hex' in value) || typeof value.hex !== 'string') return null
  return HEX_QUANTITY.test(value.hex) ? BigInt(value.hex) : null
}

/** Parses the value of the transaction at a position in the list. @throws CalldataMismatchError */
export function readWireValue(value: unknown, index: number): bigint {
  try {
    return parseWireValue(value)
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    throw refuse(
      'malformed_value',
      index,
      'an amount of at most 256 bits',
      quoteInput(value),
      cause,
    )
  }
}
