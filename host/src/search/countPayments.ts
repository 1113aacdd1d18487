import type { Context } from '../context.ts'
import { type FiatWorths, formatFiatWorths } from '../db/fiatWorths.ts'
import type { Database, Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { countList } from './countList.ts'
import { insertMany } from './insertMany.ts'
import { isLongList } from './isLongList.ts'
import { addCounts, findCounted, lockCounts } from './paymentCounts.ts'
import { changeTotals } from './paymentTotals.ts'
import {
  allLists,
  countChanges,
  entriesOf,
  type PlacedPayment,
  placePayments,
  type SearchedPayment,
} from './searchedPayment.ts'

/** A payment that was inserted. */
type Recorded = {
  id: string
  tenantId: string
  clientId: string | null
  type: Row<'payments'>['type']
  invoiceCurrency: string
  paymentCurrency: string
  payer: string | null
  payee: string
  reference: string | null
  blockTime: string
  requestId: string
  amountInUsd: string | null
  fiatWorths: FiatWorths
  /** In lower case. */
  customerEmail: string | null
  linkToken: string | null
  requestUnits: bigint
  creditedUnits: bigint
}

/**
 * The endings of payment ids for which the host checks the length of the payment's lists. Ids are random, so this is one payment in 128.
 */
const SAMPLED = /[0-7]0$/

/**
 * Makes this transaction's new payments searchable: adds them to their lists, to the counts of counted lists and to the merchant's
 * totals. Transactions call this function at their end, because on PostgreSQL the counts of a busy period stay locked until the commit.
 */
export async function countPayments(
  tx: Tx,
  { db: { dialect } }: Pick<Context, 'db'>,
  recorded: readonly Recorded[],
): Promise<void> {
  const rows = recorded.map(toRow)
  const payments = placePayments(rows)
  const lists = allLists(payments)
  await insertGroups(tx, dialect, payments)
  const columns = ['list', 'group_id', 'block_time', 'payment_id'] as const
  await insertMany(tx, dialect, { table: 'payment_entries', columns }, entriesOf(payments))
  const earlier = await findCounted(tx, dialect, lists)
  const grown = await findGrown(tx, payments, earlier)
  const isLocked = await lockCounts(tx, dialect, { isAlone: grown.length > 0 })
  // Another host may have begun to count a list before this transaction acquired the lock.
  const counted = isLocked ? await findCounted(tx, dialect, lists) : earlier
  for (const list of grown) if (!counted.has(list)) await countList(tx, list)
  await addCounts(tx, dialect, countChanges(payments, counted, 1))
  await changeTotals(tx, dialect, rows, 1)
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
    request_id: payment.requestId,
    amount_in_usd: payment.amountInUsd,
    fiat_worths: formatFiatWorths(payment.fiatWorths),
    customer_email: payment.customerEmail,
    link_token: payment.linkToken,
    request_units: payment.requestUnits.toString(),
    credited_units: payment.creditedUnits.toString(),
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
  // The order is fixed, so that every host waits for a group to which another host is adding.
  const ordered = [...groups.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  await insertMany(tx, dialect, { ...target, table: 'payment_groups' }, ordered)
}

/** Finds the lists that have become so long that they should be counted. */
async function findGrown(
  tx: Tx,
  payments: readonly PlacedPayment[],
  counted: ReadonlySet<string>,
): Promise<string[]> {
  const candidates = new Set<string>()
  for (const { id, lists } of payments) {
    if (!SAMPLED.test(id)) continue
    for (const list of lists) if (!counted.has(list)) candidates.add(list)
  }
  const grown: string[] = []
  for (const list of [...candidates].sort()) if (await isLongList(tx, list)) grown.push(list)
  return grown
}
