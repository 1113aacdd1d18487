import { timingSafeEqual } from 'node:crypto'
import { InvalidInputError } from '@secure-payment/core'

/** The requested page of a list: it begins after `offset` records, or after the position `after`. */
export type Page = { limit: number; offset: number; after: string | null }

/**
 * The form of a list's cursors. A cursor is the position of a page's last record, encoded so that clients do not depend on its content.
 * A released form never changes, because clients store cursors.
 */
export type CursorForm = {
  /** Encodes a position's text, before base64url; null if the position itself is the cursor. */
  encoding: 'latin1' | 'hex' | null
  isPosition: (text: string) => boolean
  /** The text of {@link PROOF_LENGTH} characters that precedes a position, if a cursor is valid for only one filter. */
  proofOf?: (position: string) => string
}

/** The number of hex characters in a cursor's proof: 128 bits. */
export const PROOF_LENGTH = 32
const DEFAULT_LIMIT = 50

/**
 * Reads the requested page from a query.
 *
 * @throws InvalidInputError if the cursor is not from this list
 */
export function readPage(
  query: { limit?: string | undefined; offset?: string | undefined; cursor?: string | undefined },
  form: CursorForm,
  defaultLimit = DEFAULT_LIMIT,
): Page {
  return {
    limit: Number(query.limit ?? defaultLimit),
    offset: Number(query.offset ?? 0),
    after: query.cursor === undefined ? null : readCursor(form, query.cursor),
  }
}

/**
 * Returns the position of a page's last record; null for the last page. `rows` has one row more than the page if there is
 * another page.
 */
export function lastOf(rows: readonly { id: string }[], { limit }: Page): string | null {
  return rows.length > limit ? (rows[limit - 1]?.id ?? null) : null
}

/** Describes a page in a response; `last` is the result of {@link lastOf}. */
export function paginationOf(
  { limit, offset }: Page,
  form: CursorForm,
  { total, last }: { total: number; last: string | null },
) {
  return { total, limit, offset, hasMore: last !== null, nextCursor: writeCursor(form, last) }
}

/** Returns the cursor of the page after a position; null after the last page. */
export function writeCursor(form: CursorForm, last: string | null): string | null {
  return last === null ? null : encode(form, last)
}

function encode({ encoding, proofOf }: CursorForm, position: string): string {
  if (encoding === null) return position
  return Buffer.from((proofOf?.(position) ?? '') + position, encoding).toString('base64url')
}

function readCursor(form: CursorForm, cursor: string): string {
  const { encoding, isPosition, proofOf } = form
  const text = encoding === null ? cursor : Buffer.from(cursor, 'base64url').toString(encoding)
  const position = proofOf === undefined ? text : text.slice(PROOF_LENGTH)
  if (isPosition(position) && isSame(encode(form, position), cursor)) return position
  const condition = proofOf === undefined ? '' : ', with the same filters'
  throw new InvalidInputError([
    {
      field: 'cursor',
      code: 'invalid_cursor',
      message: `must be the nextCursor of a page of this list${condition}`,
    },
  ])
}

/** Compares in constant time, so that a proof cannot be found character by character. */
function isSame(expected: string, sent: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(sent)]
  return one.length === other.length && timingSafeEqual(one, other)
}
