import type { Context } from '../context.ts'
import { type CursorForm, PROOF_LENGTH } from '../http/readPage.ts'
import type { PaymentFilter, Position } from './paymentFilter.ts'

/** The number of characters of a ULID, at the end of a position's text. */
const ID_LENGTH = 26

/** Creates the cursors for the result of a filter; they are invalid for another tenant, client ID or filter. */
export function paymentCursors(
  { sealer }: Pick<Context, 'sealer'>,
  filter: PaymentFilter,
): CursorForm {
  return {
    encoding: 'latin1',
    isPosition: (text) => text.length > ID_LENGTH,
    proofOf: (position) =>
      sealer.digest('cursor', JSON.stringify([filter, position])).slice(0, PROOF_LENGTH),
  }
}

/** Returns a position's text for the cursors of {@link paymentCursors}. */
export function positionText({ blockTime, id }: Position): string {
  return blockTime + id
}

/** Parses the position that {@link positionText} wrote. */
export function parsePosition(text: string): Position {
  return { blockTime: text.slice(0, -ID_LENGTH), id: text.slice(-ID_LENGTH) }
}
