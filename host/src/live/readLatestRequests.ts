import { sql } from 'kysely'
import { isListed } from '../db/isListed.ts'
import type { Database } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'

/** A request that was created or changed recently, with the facts that decide its current status. */
export type LatestRequest = Pick<Row<'requests'>, 'id' | 'status' | 'cancelled_at'> & {
  hasPending: boolean
  /** A string that differs after every change. */
  stamp: string
}

/** The number of requests in each of the three lists: created, changed, and with a pending payment. */
export const LATEST_REQUESTS = 10

/** Reads a merchant's latest requests, at most 30, through three indexes. */
export async function readLatestRequests(
  { kysely }: Pick<Database, 'kysely'>,
  tenantId: string,
): Promise<readonly LatestRequest[]> {
  const limit = sql.lit(LATEST_REQUESTS)
  const { rows } = await sql<
    Pick<Row<'requests'>, 'id' | 'status' | 'cancelled_at' | 'updated_at'> & {
      has_pending: 1 | null
    }
  >`
    select r.id, r.status, r.cancelled_at, r.updated_at,
      (select 1 from pending_payments where request_id = r.id limit 1) as has_pending
    from requests r where r.id in (
      select id from (select id from requests where tenant_id = ${tenantId} and ${isListed}
        order by id desc limit ${limit}) as created
      union select id from (select id from requests where tenant_id = ${tenantId}
        and updated_at <> created_at and ${isListed} order by updated_at desc, id desc limit ${limit}) as changed
      union select id from (select request_id as id from pending_payments where tenant_id = ${tenantId}
        order by seen_at desc limit ${limit}) as seen)`.execute(kysely)
  return rows.map(({ has_pending, updated_at, ...row }) => {
    const hasPending = has_pending !== null
    return { ...row, hasPending, stamp: `${updated_at}${hasPending ? PENDING : ''}` }
  })
}

const PENDING = '+'

/** Returns whether a stamp's request had a pending payment. */
export function isPending(stamp: string): boolean {
  return stamp.endsWith(PENDING)
}
