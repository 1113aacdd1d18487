import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/openDatabase.ts'
import { among } from './among.ts'
import { countList } from './countList.ts'
import { insertMany } from './insertMany.ts'
import { isLongList } from './isLongList.ts'
import { addCounts, findCounted, lockCounts } from './paymentCounts.ts'
import {
  allLists,
  countChanges,
  entriesOf,
  type PlacedPayment,
  placePayments,
  SEARCHED_COLUMNS,
  type SearchedPayment,
} from './searchedPayment.ts'

/** What tells which payments were recorded. */
type Recorded = { network: string; txHash: string; logIndex: number }

/** Ends of payment ids, which are drawn from 32 characters: for one payment of 128 its lists are looked at for their length. */
const LOOKED_AT = /[0-7]0$/

/**
 * Makes payments that this transaction has inserted findable: puts them on their lists and adds them to the counts of those that are
 * counted. Belongs at the end of the transaction: on PostgreSQL the counts of a busy period stay locked until it commits.
 */
export async function countPayments(
  tx: Tx,
  { db: { dialect } }: Pick<Context, 'db'>,
  recorded: readonly Recorded[],
): Promise<void> {
  const payments = placePayments(await readPayments(tx, dialect, recorded))
  const lists = allLists(payments)
  await insertGroups(tx, dialect, payments)
  const columns = ['list', 'group_id', 'block_time', 'payment_id'] as const
  await insertMany(tx, dialect, { table: 'payment_entries', columns }, entriesOf(payments))
  const earlier = await findCounted(tx, dialect, lists)
  const grown = await findGrown(tx, payments, earlier)
  const isLocked = await lockCounts(tx, dialect, { isAlone: grown.length > 0 })
  // Another host may have begun to count one before the lock was given.
  const counted = isLocked ? await findCounted(tx, dialect, lists) : earlier
  for (const list of grown) if (!counted.has(list)) await countList(tx, list)
  await addCounts(tx, dialect, countChanges(payments, counted, 1))
}

async function readPayments(
  tx: Tx,
  dialect: Database['dialect'],
  recorded: readonly Recorded[],
): Promise<SearchedPayment[]> {
  const [first] = recorded
  if (first === undefined) return []
  const keys = new Set(recorded.map(({ txHash, logIndex }) => `${txHash}:${logIndex}`))
  const hashes = [...new Set(recorded.map(({ txHash }) => txHash))]
  const rows = await tx
    .selectFrom('payments')
    .select([...SEARCHED_COLUMNS, 'tx_hash', 'log_index'])
    .where('network', '=', first.network)
    .where(among(dialect, 'tx_hash', hashes))
    .execute()
  return rows.filter((row) => keys.has(`${row.tx_hash}:${row.log_index}`))
}

async function insertGroups(
  tx: Tx,
  dialect: Database['dialect'],
  payments: readonly PlacedPayment[],
): Promise<void> {
  const groups = new Map(payments.map(({ group }) => [group.id, group]))
  const columns = [
    'id',
    'tenant_id',
    'client_id',
    'type',
    'invoice_currency',
    'payment_currency',
  ] as const
  const target = { table: 'payment_groups', columns, onConflict: 'on conflict (id) do nothing' }
  // In one order, in which every host waits for a group that another is about to add.
  const ordered = [...groups.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  await insertMany(tx, dialect, { ...target, table: 'payment_groups' }, ordered)
}

/** Lists that have grown so long that they should be counted from now on. */
async function findGrown(
  tx: Tx,
  payments: readonly PlacedPayment[],
  counted: ReadonlySet<string>,
): Promise<string[]> {
  const candidates = new Set<string>()
  for (const { id, lists } of payments) {
    if (!LOOKED_AT.test(id)) continue
    for (const list of lists) if (!counted.has(list)) candidates.add(list)
  }
  const grown: string[] = []
  for (const list of [...candidates].sort()) if (await isLongList(tx, list)) grown.push(list)
  return grown
}
