import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { addRests, type Counted, type Rests } from './refundAmounts.ts'

/** The payments of a request, newest first, with what is left to refund of each, and its refunds. */
export type ReadRests = {
  payments: readonly Row<'payments'>[]
  rests: Rests
  refunds: readonly (Counted & { invoiceUnits: bigint | null })[]
}

/**
 * Reads what is left to refund of the payments of a request: of those of some transactions, or of its newest `most` payments. Under the
 * lock of the request it is exact until the commit; without the lock, other calls may reduce it.
 */
export async function readRests(
  db: Context['db']['kysely'] | Tx,
  { requestId, txHashes, most }: { requestId: string; txHashes?: readonly string[]; most: number },
): Promise<ReadRests> {
  let select = db
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(most)
  let selectRefunds = db
    .selectFrom('refunds')
    .innerJoin('requests', 'requests.id', 'refunds.refund_request_id')
    .select(['refunds.payment_id', 'refunds.network', 'refunds.tx_hash', 'refunds.amount_units'])
    .select(['refunds.invoice_units', 'refunds.cancelled_at', 'requests.paid_units'])
    .where('refunds.request_id', '=', requestId)
  if (txHashes !== undefined) {
    select = select.where('tx_hash', 'in', txHashes)
    selectRefunds = selectRefunds.where('refunds.tx_hash', 'in', txHashes)
  }
  const payments = await select.execute()
  const refunds = (await selectRefunds.execute()).map((row) => ({
    paymentId: row.payment_id,
    network: row.network,
    txHash: row.tx_hash,
    amountUnits: BigInt(row.amount_units),
    paidUnits: BigInt(row.paid_units),
    isCancelled: row.cancelled_at !== null,
    invoiceUnits: row.invoice_units === null ? null : BigInt(row.invoice_units),
  }))
  const rests = addRests(
    payments.map(({ id, network, tx_hash, credited_units }) => ({
      id,
      network,
      txHash: tx_hash,
      creditedUnits: BigInt(credited_units),
    })),
    refunds,
  )
  return { payments, rests, refunds }
}
