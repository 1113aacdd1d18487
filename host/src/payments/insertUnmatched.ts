import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { releaseUnmatchedRefunds } from '../refunds/unmatchedRefunds.ts'
import type { UnmatchedPayment } from '../settlement/detectedPayment.ts'
import { withUlids } from '../withUlids.ts'

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/**
 * Inserts unmatched payments, and releases the held refunds of payments that are on chain again. Returns the new payments and the released
 * refunds. While a payment was off the chain, other refunds of it may have been paid, so the caller holds the refunds that exceed it.
 */
export async function insertUnmatched(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  tx: Tx,
  unmatched: readonly UnmatchedPayment[],
): Promise<{ added: readonly UnmatchedPayment[]; released: readonly Row<'refunds'>[] }> {
  const detectedAt = context.now().toISOString()
  const identified = withUlids(context, unmatched)
  const fresh = new Set<string>()
  for (let at = 0; at < identified.length; at += ROWS_A_STATEMENT) {
    const rows = identified.slice(at, at + ROWS_A_STATEMENT).map(({ id, item: payment }) => ({
      id,
      tenant_id: payment.tenantId,
      request_id: payment.requestId,
      network: payment.network,
      tx_hash: payment.txHash,
      log_index: payment.logIndex,
      block_number: payment.blockNumber,
      contract: payment.contract,
      token_address: payment.tokenAddress,
      payee: payment.payee,
      amount_units: payment.amountUnits.toString(),
      reason: payment.reason,
      detected_at: detectedAt,
      worth_usd: payment.worthUsd,
      reference_topic: payment.referenceTopic,
      is_notable: payment.isNotable ? 1 : 0,
      payer: payment.payer,
      payment_reference: payment.paymentReference,
    }))
    const inserted = await tx
      .insertInto('unmatched_payments')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['network', 'tx_hash', 'log_index']).doNothing())
      .returning('id')
      .execute()
    for (const { id } of inserted) fresh.add(id)
  }
  const added = identified.filter(({ id }) => fresh.has(id))
  const released = await releaseUnmatchedRefunds(
    tx,
    context,
    added.map(({ id, item }) => ({ ...item, id })),
  )
  return { added: added.map(({ item }) => item), released }
}
