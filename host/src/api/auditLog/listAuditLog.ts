import { createUlid, isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { lastOf, readPage, writeCursor } from '../../http/readPage.ts'

type List = typeof api.auditLog.list

const CURSORS = { encoding: 'latin1' as const, isPosition: isUlid }
const ULID_RANDOM_BYTES = 10

/** Lists the changes to the caller's merchant account, newest first. Sorts by id, because ids begin with the time. */
export async function listAuditLog(
  { db }: Pick<Context, 'db'>,
  { query, caller }: Pick<Call<List>, 'query' | 'caller'>,
): Promise<Output<List>> {
  const page = readPage(query, CURSORS)
  const { action, member, fromDate, toDate } = query
  let select = db.kysely
    .selectFrom('audit_log')
    .selectAll()
    .where('tenant_id', '=', caller.tenantId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after !== null) select = select.where('id', '<', page.after)
  if (action !== undefined) select = select.where('action', '=', action)
  if (member !== undefined) select = select.where('actor_id', '=', member)
  if (fromDate !== undefined) select = select.where('id', '>=', boundOf(fromDate, 0))
  if (toDate !== undefined) select = select.where('id', '<', boundOf(toDate, 1))
  const rows = await select.execute()
  return {
    entries: rows.slice(0, page.limit).map((row) => ({
      id: row.id,
      action: row.action,
      actor: { kind: row.actor_kind, id: row.actor_id },
      objectId: row.object_id,
      reason: row.reason,
      createdAt: row.created_at,
    })),
    nextCursor: writeCursor(CURSORS, lastOf(rows, page)),
  }
}

/** Returns the lowest id that an entry can have `laterMs` after a time. */
function boundOf(date: string, laterMs: number): string {
  const ms = Math.max(0, new Date(date).getTime() + laterMs)
  return createUlid(ms, new Uint8Array(ULID_RANDOM_BYTES))
}
