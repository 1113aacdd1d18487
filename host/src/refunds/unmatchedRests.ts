import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { type Money, readCounted } from './readRests.ts'
import { addRests, type Refundable, type Rests, type Stored } from './refundAmounts.ts'

/** An unmatched payment, with the columns that its refunds need. */
type Unmatched = Pick<Row<'unmatched_payments'>, 'id' | 'amount_units' | 'arrived_units'>

/**
 * Reads and, on PostgreSQL, locks a merchant's payments in one transaction and token that count towards no request, in id order. A
 * claim, a refund and the removal of their blocks acquire the same lock.
 */
export async function lockUnmatched(
  tx: Tx,
  dialect: Context['db']['dialect'],
  { tenant_id, network, tx_hash, token_address }: Money,
): Promise<readonly Row<'unmatched_payments'>[]> {
  const ofTransaction = tx
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('network', '=', network)
    .where('tx_hash', '=', tx_hash)
    .orderBy('id')
  const rows = await (dialect === 'postgres' ? ofTransaction.forUpdate() : ofTransaction).execute()
  const counted = await tx
    .selectFrom('payments')
    .select('log_index')
    .where('network', '=', network)
    .where('tx_hash', '=', tx_hash)
    .execute()
  const isCounted = new Set(counted.map(({ log_index }) => log_index))
  return rows.filter(
    (row) =>
      row.token_address === token_address &&
      row.claimed_request_id === null &&
      !isCounted.has(row.log_index),
  )
}

/** Reads the amounts that are left to refund, for locked payments in one transaction and token that count towards no request. */
export async function readUnmatchedRests(
  tx: Tx,
  money: Money,
  rows: readonly Unmatched[],
): Promise<{ payments: readonly Refundable[]; rests: Rests; refunds: readonly Stored[] }> {
  const { network, tx_hash: txHash } = money
  // Until a refund reads the arrived amount, the amount of the event counts, because no more can have arrived.
  const payments = rows.map(({ id, amount_units, arrived_units }) => {
    const creditedUnits = BigInt(arrived_units ?? amount_units)
    return { id, network, txHash, creditedUnits, payer: null }
  })
  const refunds = await readCounted(tx, money)
  return { payments, rests: addRests(payments, refunds), refunds }
}
