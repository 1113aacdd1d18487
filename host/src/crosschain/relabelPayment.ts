import type { Context } from '../context.ts'
import { parseFiatWorths } from '../db/fiatWorths.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { countPayments } from '../search/countPayments.ts'
import { uncountRows } from '../search/uncountPayments.ts'
import { bridgeFeeOf } from '../settlement/bridgeFee.ts'
import { deliveredUnits } from '../settlement/deliveredUnits.ts'
import { canHaveBrought } from './canHaveBrought.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/**
 * Labels a payment that was recorded before its source was known as one that came over a bridge, with its payer and its source. Updates the
 * search index; events that were already sent stay unchanged. Idempotent. A payment that the source transaction cannot have caused stays
 * unchanged.
 */
export async function relabelPayment(
  tx: Tx,
  context: Pick<Context, 'db'>,
  facts: { payment: Row<'payments'>; intent: TrackedIntent; payer: string },
): Promise<void> {
  const { payment, intent, payer } = facts
  if (payment.source_tx_hash === intent.txHash) return
  if (!canHaveBrought(intent, deliveredUnits(payment))) return
  await uncountRows(tx, context, [payment])
  await tx
    .updateTable('payments')
    .set({
      type: 'crosschain',
      payer,
      gas_units: intent.gasUnits?.toString() ?? null,
      gas_worth: intent.gasWorth,
      source_network: intent.source.id,
      source_tx_hash: intent.txHash,
      source_currency: intent.currency,
      source_units: intent.sentUnits?.toString() ?? null,
      bridge_fee_units: bridgeFeeOf(intent, deliveredUnits(payment))?.toString() ?? null,
    })
    .where('id', '=', payment.id)
    .execute()
  await countPayments(tx, context, [
    {
      id: payment.id,
      tenantId: payment.tenant_id,
      clientId: payment.client_id,
      type: 'crosschain',
      invoiceCurrency: payment.invoice_currency,
      paymentCurrency: payment.payment_currency,
      payer,
      payee: payment.payee,
      reference: payment.reference,
      blockTime: payment.block_time,
      requestId: payment.request_id,
      amountInUsd: payment.amount_in_usd,
      fiatWorths: parseFiatWorths(payment.fiat_worths),
      customerEmail: payment.customer_email,
      linkToken: payment.link_token,
      requestUnits: BigInt(payment.request_units),
      creditedUnits: BigInt(payment.credited_units),
    },
  ])
}
