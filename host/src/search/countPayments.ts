import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/openDatabase.ts'
import type { DetectedPayment } from '../payments/detectedPayment.ts'
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
  type SearchedPayment,
} from './searchedPayment.ts'

/** A payment that was inserted, in the form of its row. */
type Recorded = Pick<
  DetectedPayment,
  | 'tenantId'
  | 'clientId'
  | 'type'
  | 'invoiceCurrency'
  | 'paymentCurrency'
  | 'payer'
  | 'payee'
  | 'reference'
  | 'blockTime'
> & { id: string }

/** Ends of payment ids, which are drawn from 32 characters: for one payment in 128, the length of its lists is checked. */
const LOOKED_AT = /[0-7]0$/

/**
 * Makes payments that this transaction has inserted findable: adds them to their lists and to the counts of the counted
 * ones. Belongs at the end of the transaction: on PostgreSQL the counts of a busy period stay locked until it commits.
 */
export async function countPayments(
  tx: Tx,
  { db: { dialect } }: Pick<Context, 'db'>,
  recorded: readonly Recorded[],
): Promise<void> {
  const payments = placePayments(recorded.map(toRow))
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

function toRow(payment: Recorded): SearchedPayment {
  return {
    id: payment.id,
    tenant_id: payment.tenantId,
    client_id: payment.clientId,
    type: payment.type,
    invoice_currency: payment.invoiceCurrency,
    payment_currency: payment.paymentCurrency,
    payer: payment.payer,
    payee: payment.payee,
    reference: payment.reference,
    block_time: payment.blockTime,
  }
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
