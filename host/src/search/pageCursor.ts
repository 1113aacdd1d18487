import { timingSafeEqual } from 'node:crypto'
import { InvalidInputError } from '@secure-payment/core'
import type { Context } from '../context.ts'
import type { PaymentFilter, Position } from './paymentFilter.ts'

/** Hex characters of the code that proves a cursor: 128 bits. */
const CODE_LENGTH = 32
/** Characters of a ULID, at the end of a cursor's text. */
const ID_LENGTH = 26

/**
 * The cursor of a position in the result of a filter: opaque, and invalid for another tenant, client ID or filter.
 */
export function writeCursor(
  { sealer }: Pick<Context, 'sealer'>,
  filter: PaymentFilter,
  { blockTime, id }: Position,
): string {
  const code = codeOf(sealer, filter, blockTime + id)
  return Buffer.from(code + blockTime + id, 'latin1').toString('base64url')
}

/** @throws InvalidInputError when the cursor was not written for this filter */
export function readCursor(
  { sealer }: Pick<Context, 'sealer'>,
  filter: PaymentFilter,
  cursor: string,
): Position {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const code = Buffer.from(text.slice(0, CODE_LENGTH), 'latin1')
  const position = text.slice(CODE_LENGTH)
  const expected = Buffer.from(codeOf(sealer, filter, position), 'latin1')
  if (code.length !== expected.length || !timingSafeEqual(code, expected)) {
    throw new InvalidInputError([
      {
        field: 'cursor',
        code: 'invalid_cursor',
        message: 'must be the nextCursor of a page of this list, with the same filters',
      },
    ])
  }
  return { blockTime: position.slice(0, -ID_LENGTH), id: position.slice(-ID_LENGTH) }
}

function codeOf(sealer: Context['sealer'], filter: PaymentFilter, position: string): string {
  const text = JSON.stringify([filter, position])
  return sealer.digest('cursor', text).slice(0, CODE_LENGTH)
}
