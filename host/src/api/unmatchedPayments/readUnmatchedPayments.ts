import { InvalidInputError, isUlid } from '@secure-payment/core'
import type { api, Output, UnmatchedPaymentQuery } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { describeUnmatchedPayment } from './describeUnmatchedPayment.ts'

const DEFAULT_LIMIT = 50

/** Reads one page of a tenant's unmatched payments, or of all with `null`, newest first. */
export async function readUnmatchedPayments(
  { db }: Pick<Context, 'db'>,
  query: UnmatchedPaymentQuery,
  tenantId: string | null,
): Promise<Output<typeof api.unmatchedPayments.list>> {
  const limit = Number(query.limit ?? DEFAULT_LIMIT)
  let rows = db.kysely.selectFrom('unmatched_payments').selectAll()
  if (tenantId !== null) rows = rows.where('tenant_id', '=', tenantId)
  if (query.network !== undefined) rows = rows.where('network', '=', query.network)
  if (query.txHash !== undefined) rows = rows.where('tx_hash', '=', query.txHash.toLowerCase())
  if (query.payee !== undefined) rows = rows.where('payee', '=', storedAddress(query.payee))
  if (query.reason !== undefined) rows = rows.where('reason', '=', query.reason)
  if (query.fromDate !== undefined) rows = rows.where('detected_at', '>=', query.fromDate)
  if (query.toDate !== undefined) rows = rows.where('detected_at', '<=', query.toDate)
  if (query.cursor !== undefined) rows = rows.where('id', '<', readCursor(query.cursor))
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  return {
    unmatchedPayments: page.map(describeUnmatchedPayment),
    nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** As logs name it: in lower case, but Tron's text as it is. */
function storedAddress(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

/** The id of the last record: it opens nothing that the caller could not list. */
function readCursor(cursor: string): string {
  if (isUlid(cursor)) return cursor
  throw new InvalidInputError([
    {
      field: 'cursor',
      code: 'invalid_cursor',
      message: 'must be the nextCursor of a page of this list',
    },
  ])
}
