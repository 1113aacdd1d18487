import { InvalidInputError } from '@secure-payment/core'

/** The requested page of a list by id, newest first. */
export type Page = { limit: number; offset: number; before: string | null }

const DEFAULT_LIMIT = 50

/**
 * Reads the requested page from a query. A cursor is the id of the last record of a page, encoded so that clients do
 * not depend on its content.
 *
 * @throws InvalidInputError when the cursor holds no id
 */
export function readPage(
  query: { limit?: string | undefined; offset?: string | undefined; cursor?: string | undefined },
  isId: (text: string) => boolean,
): Page {
  const page = { limit: Number(query.limit ?? DEFAULT_LIMIT), offset: Number(query.offset ?? 0) }
  if (query.cursor === undefined) return { ...page, before: null }
  const before = Buffer.from(query.cursor, 'base64url').toString('latin1')
  if (isId(before) && writeCursor(before) === query.cursor) return { ...page, before }
  throw new InvalidInputError([
    {
      field: 'cursor',
      code: 'invalid_cursor',
      message: 'must be the nextCursor of a page of this list',
    },
  ])
}

/** The position of a page; `rows` are those of the page and, when there is another one, one more. */
export function paginationOf(
  { limit, offset }: Page,
  { total, rows }: { total: number; rows: readonly { id: string }[] },
) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    total,
    limit,
    offset,
    hasMore: last !== undefined,
    nextCursor: last === undefined ? null : writeCursor(last.id),
  }
}

function writeCursor(id: string): string {
  return Buffer.from(id, 'latin1').toString('base64url')
}
