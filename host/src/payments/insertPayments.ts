import type { Context } from '../context.ts'
import { formatFiatWorths } from '../db/fiatWorths.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { NewRow } from '../db/schema.ts'
import { readCustomerEmail } from '../requests/customerColumn.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { withUlids } from '../withUlids.ts'

/** The maximum number of rows per insert: with 42 columns, an insert stays below SQLite's 32,766 parameters. */
const ROWS_A_STATEMENT = 500

/** A payment with its customer's e-mail address, in lower case, and its reusable link; null without either. */
type NamedPayment = DetectedPayment & { customerEmail: string | null; linkToken: string | null }

/** A payment with the id of its row. */
export type InsertedPayment = NamedPayment & { id: string }

/** Adds the requests' customers and links to their payments. */
export function nameCustomers(
  payments: readonly DetectedPayment[],
  requests: ReadonlyMap<string, WholeRequest>,
): readonly NamedPayment[] {
  return payments.map((payment) => {
    const request = requests.get(payment.requestId)
    const customerEmail = readCustomerEmail(request?.customer_info ?? null)
    return { ...payment, customerEmail, linkToken: request?.link_token ?? null }
  })
}

/** Inserts new payments and returns them, in chain order. */
export async function insertPayments(
  context: Pick<Context, 'now' | 'random'>,
  tx: Tx,
  payments: readonly NamedPayment[],
  seenAt: ReadonlyMap<string, string>,
): Promise<InsertedPayment[]> {
  const detectedAt = context.now().toISOString()
  const ordered = withUlids(context, [...payments].sort(byChainOrder)).map(
    ({ id, item }): InsertedPayment => ({ ...item, id }),
  )
  const fresh = new Set<string>()
  for (let at = 0; at < ordered.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .insertInto('payments')
      .values(
        ordered
          .slice(at, at + ROWS_A_STATEMENT)
          .map((payment) => toRow(payment, { detectedAt, seenAt })),
      )
      .onConflict((conflict) => conflict.columns(['network', 'tx_hash', 'log_index']).doNothing())
      .returning('id')
      .execute()
    for (const row of rows) fresh.add(row.id)
  }
  return ordered.filter(({ id }) => fresh.has(id))
}

function toRow(
  payment: InsertedPayment,
  { detectedAt, seenAt }: { detectedAt: string; seenAt: ReadonlyMap<string, string> },
): NewRow<'payments'> {
  return {
    id: payment.id,
    request_id: payment.requestId,
    tenant_id: payment.tenantId,
    network: payment.network,
    tx_hash: payment.txHash,
    log_index: payment.logIndex,
    block_number: payment.blockNumber,
    block_hash: payment.blockHash,
    block_time: payment.blockTime,
    payer: payment.payer,
    payee: payment.payee,
    token_address: payment.tokenAddress,
    amount_units: payment.amountUnits.toString(),
    credited_units: payment.creditedUnits.toString(),
    fee_units: payment.feeUnits.toString(),
    fee_address: payment.feeAddress,
    is_late: payment.isLate ? 1 : 0,
    detected_at: detectedAt,
    type: payment.type,
    request_units: payment.requestUnits.toString(),
    client_id: payment.clientId,
    invoice_currency: payment.invoiceCurrency,
    payment_currency: payment.paymentCurrency,
    reference: payment.reference,
    customer_email: payment.customerEmail,
    link_token: payment.linkToken,
    conversion_rate: payment.conversionRate,
    rate_source: payment.rateSource,
    quote_id: payment.priced?.quoteId ?? null,
    price_sources: payment.priced?.sources ?? null,
    amount_in_usd: payment.amountInUsd,
    fiat_worths: formatFiatWorths(payment.fiatWorths),
    gas_units: payment.gasUnits?.toString() ?? null,
    gas_worth: payment.gasWorth ?? null,
    recurring_payment_id: payment.recurringPaymentId,
    source_network: payment.crosschain?.network ?? null,
    source_tx_hash: payment.crosschain?.txHash ?? null,
    source_currency: payment.crosschain?.currency ?? null,
    source_units: payment.crosschain?.sentUnits?.toString() ?? null,
    bridge_fee_units: payment.crosschain?.bridgeFeeUnits?.toString() ?? null,
    detection_source: payment.crosschain?.detectionSource ?? 'request-network',
    note: payment.crosschain?.note ?? null,
    seen_at: seenAt.get(`${payment.requestId} ${payment.txHash}`) ?? null,
  }
}

function byChainOrder(a: DetectedPayment, b: DetectedPayment): number {
  return Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex
}
