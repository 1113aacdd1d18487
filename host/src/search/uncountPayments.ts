import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { addCounts, findCounted, lockCounts } from './paymentCounts.ts'
import { changeTotals } from './paymentTotals.ts'
import {
  allLists,
  countChanges,
  entriesOf,
  placePayments,
  SEARCHED_COLUMNS,
  type SearchedPayment,
} from './searchedPayment.ts'

/** The maximum number of entries per delete statement. */
const ENTRIES_A_STATEMENT = 500

/** Removes a network's payments above a block from every list, count and total, and keeps their rows. */
export async function uncountPayments(
  tx: Tx,
  { db: { dialect } }: Pick<Context, 'db'>,
  { network, blockNumber }: { network: string; blockNumber: bigint },
): Promise<void> {
  const revoked = await tx
    .selectFrom('payments')
    .select(SEARCHED_COLUMNS)
    .where('network', '=', network)
    .where('block_number', '>', blockNumber)
    .execute()
  await uncountRows(tx, { db: { dialect } }, revoked)
}

/** Removes the payments in these rows from every list, count and total. */
export async function uncountRows(
  tx: Tx,
  { db: { dialect } }: { db: Pick<Context['db'], 'dialect'> },
  rows: readonly SearchedPayment[],
): Promise<void> {
  if (rows.length === 0) return
  const payments = placePayments(rows)
  await deleteEntries(tx, entriesOf(payments))
  await lockCounts(tx, dialect, { isAlone: false })
  const counted = await findCounted(tx, dialect, allLists(payments))
  await addCounts(tx, dialect, countChanges(payments, counted, -1))
  await changeTotals(tx, dialect, rows, -1)
}

async function deleteEntries(tx: Tx, entries: readonly Row<'payment_entries'>[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_A_STATEMENT) {
    const keys = entries
      .slice(at, at + ENTRIES_A_STATEMENT)
      .map((e) => sql`(${e.list}, ${e.group_id}, ${e.block_time}, ${e.payment_id})`)
    await sql`
      delete from payment_entries
      where (list, group_id, block_time, payment_id) in (values ${sql.join(keys)})`.execute(tx)
  }
}
