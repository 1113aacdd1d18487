import { z } from 'zod'
import { integerTexts, limitSchema } from '../schemas/schemas.ts'
import { textMatching, textWhere } from '../schemas/text.ts'

/** The maximum `offset` of a page; beyond it, use `cursor`. */
export const MAX_OFFSET = 1_000_000_000

/** The number of records to skip, in a query: digits only. */
export const offsetSchema = textWhere((text) => {
  if (!/^\d{1,10}$/.test(text))
    return { code: 'invalid_integer', message: 'must be a whole number from 0' }
  if (Number(text) <= MAX_OFFSET) return undefined
  return { code: 'out_of_range', message: `must be from 0 to ${MAX_OFFSET}` }
})
  .meta({ pattern: '^\\d{1,10}$', description: 'Records to skip; 0 by default.' })
  .register(integerTexts, { minimum: 0, maximum: MAX_OFFSET })

/** The position at which the previous page ended. Opaque to callers; the host's action checks that it belongs to the list. */
export const cursorSchema = textMatching(/^[A-Za-z0-9_-]{1,300}$/, {
  code: 'invalid_cursor',
  message: 'must be the nextCursor of a page of this list',
})

/** Returns the query members that select a page. Add `refusePageConflict` after the object that contains them. */
export function pageQuery(page: { defaultLimit: number; maxLimit: number }) {
  const { defaultLimit, maxLimit } = page
  return {
    limit: limitSchema(maxLimit)
      .optional()
      .describe(`Page size, from 1 to ${maxLimit}; ${defaultLimit} by default.`),
    offset: offsetSchema.optional(),
    cursor: cursorSchema
      .optional()
      .describe(
        '`nextCursor` from the previous page: deep in a list it is faster than `offset`, and no record appears twice while new ones arrive. It cannot be combined with an offset above 0.',
      ),
  }
}

/** Checks, for `superRefine`, that a page begins at a cursor or at an offset, not at both. */
export function refusePageConflict(
  { cursor, offset }: { cursor?: string | undefined; offset?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (cursor === undefined || offset === undefined || Number(offset) === 0) return
  context.addIssue({
    code: 'custom',
    path: ['cursor'],
    message: 'must not be sent together with offset',
    params: { code: 'conflicting_fields' },
  })
}

/** Checks, for `superRefine`, that a time range is not empty. */
export function refuseEmptyRange(
  { fromDate, toDate }: { fromDate?: string | undefined; toDate?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (fromDate === undefined || toDate === undefined || fromDate < toDate) return
  context.addIssue({
    code: 'custom',
    path: ['toDate'],
    message: 'must be later than fromDate',
    params: { code: 'out_of_range' },
  })
}

/** The position of a page in its list. */
export const paginationSchema = z
  .object({
    total: z.int().nonnegative().describe('Exact number of matching records on all pages.'),
    limit: z.int().positive(),
    offset: z.int().nonnegative().describe('0 for a page by cursor.'),
    hasMore: z.boolean(),
    nextCursor: cursorSchema
      .nullable()
      .describe('Pass it as `cursor` for the next page; null on the last page.'),
  })
  .meta({ id: 'Pagination' })
