import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { listRequests, lockRequests } from '../payments/requestRows.ts'
import { markListed } from '../requests/countMark.ts'

type MendContext = Pick<Context, 'db' | 'now'>

/** The maximum number of copies of each table that one step examines. */
const COPIES_A_STEP = 500

/**
 * Creates the job that corrects the marks by which lists omit unpaid copies of reusable links. During an upgrade, a host of the earlier
 * release stores copies without the mark, and does not remove the mark when a copy is paid. Each step examines one page of copies in the
 * order of their ids.
 */
export function createCopyMender(context: MendContext): () => Promise<{ more: boolean }> {
  let cursor = ''
  return async () => {
    const { wrong, end } = await findWrong(context, cursor)
    if (wrong.length > 0) await mend(context, wrong)
    cursor = end ?? ''
    return { more: end !== null }
  }
}

/** Finds the copies in a page whose marks are wrong. The page ends at `end`, or contains all remaining copies if `end` is null. */
async function findWrong(
  { db }: MendContext,
  after: string,
): Promise<{ wrong: string[]; end: string | null }> {
  const unpaid = await db.kysely
    .selectFrom('unlisted_requests as u')
    .innerJoin('requests as r', 'r.id', 'u.request_id')
    .select(['r.id', 'r.is_unpaid_copy', hasMoney.as('has_money')])
    .where('u.copy_token', 'is not', null)
    .where('u.request_id', '>', after)
    .orderBy('u.request_id')
    .limit(COPIES_A_STEP)
    .execute()
  const marked = await db.kysely
    .selectFrom('requests as r')
    .leftJoin('unlisted_requests as u', 'u.request_id', 'r.id')
    .select(['r.id', 'u.copy_token'])
    .where(sql<boolean>`r.is_unpaid_copy = 1`)
    .where('r.id', '>', after)
    .orderBy('r.id')
    .limit(COPIES_A_STEP)
    .execute()
  const wrong = [
    ...unpaid.filter((copy) => copy.is_unpaid_copy === 0 || Number(copy.has_money) === 1),
    ...marked.filter(({ copy_token }) => copy_token === null),
  ]
  const ends = [unpaid, marked].flatMap((page) => page[COPIES_A_STEP - 1]?.id ?? [])
  return { wrong: wrong.map(({ id }) => id), end: ends.toSorted()[0] ?? null }
}

/** 1 for a copy with a payment. A release without reusable links records a payment without updating the tables of copies. */
const hasMoney = sql<number | string>`case when
  exists (select 1 from payments where payments.request_id = u.request_id)
  or exists (select 1 from pending_payments where pending_payments.request_id = u.request_id)
  then 1 else 0 end`

/**
 * Locks the requests of the copies, reads the copies again and corrects their marks. A transaction that records a payment acquires the same
 * locks first.
 */
function mend({ db, now }: MendContext, ids: readonly string[]): Promise<void> {
  return db.transaction(async (tx) => {
    const locked = await lockRequests(tx, db.dialect, [...new Set(ids)])
    const unpaid = await findUnpaid(tx, [...locked.keys()])
    const paid = [...locked.values()].filter(({ id }) => !unpaid.includes(id))
    await listRequests(tx, now(), paid)
    if (unpaid.length === 0) return
    await tx.updateTable('requests').set({ is_unpaid_copy: 1 }).where('id', 'in', unpaid).execute()
    await markListed(tx, now(), unpaid)
  })
}

async function findUnpaid(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('unlisted_requests as u')
    .select(['u.request_id', hasMoney.as('has_money')])
    .where('u.request_id', 'in', ids)
    .execute()
  return rows.flatMap((row) => (Number(row.has_money) === 0 ? row.request_id : []))
}
