import { parseFiatWorths } from '../db/fiatWorths.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'

/**
 * The facts that a delivered offramp confirms: the payment that completed its request, and whether any of its payments
 * was late.
 */
export type Delivered = { payment: DetectedPayment; isAnyLate: boolean }

/**
 * Reads the payments that started an offramp. If these payments have left the chain since, the result describes the offramp itself.
 */
export async function readDelivered(
  tx: Tx,
  request: WholeRequest,
  offramp: Row<'offramps'>,
): Promise<Delivered> {
  const rows = await tx
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', request.id)
    .orderBy('log_index')
    .execute()
  const completing = rows.filter((row) => row.tx_hash === offramp.tx_hash).at(-1)
  return {
    payment: completing === undefined ? standIn(request, offramp) : detectedOf(completing),
    isAnyLate: rows.some((row) => row.is_late === 1),
  }
}

/** Converts a stored payment to a detected one. */
function detectedOf(row: Row<'payments'>): DetectedPayment {
  return {
    requestId: row.request_id,
    tenantId: row.tenant_id,
    network: row.network,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTime: row.block_time,
    payer: row.payer,
    payee: row.payee,
    tokenAddress: row.token_address,
    amountUnits: BigInt(row.amount_units),
    creditedUnits: BigInt(row.credited_units),
    requestUnits: BigInt(row.request_units),
    type: row.type,
    conversionRate: row.conversion_rate,
    rateSource: row.rate_source,
    priced:
      row.price_sources === null ? null : { quoteId: row.quote_id, sources: row.price_sources },
    amountInUsd: row.amount_in_usd,
    fiatWorths: parseFiatWorths(row.fiat_worths),
    clientId: row.client_id,
    invoiceCurrency: row.invoice_currency,
    paymentCurrency: row.payment_currency,
    reference: row.reference,
    feeUnits: BigInt(row.fee_units),
    feeAddress: row.fee_address,
    isLate: row.is_late === 1,
    gasUnits: row.gas_units === null ? null : BigInt(row.gas_units),
    gasWorth: row.gas_worth,
    recurringPaymentId: row.recurring_payment_id,
    crosschain: crosschainOf(row),
  }
}

function crosschainOf(row: Row<'payments'>): DetectedPayment['crosschain'] {
  const { source_network: network, source_tx_hash: txHash, source_currency: currency } = row
  if (network === null || txHash === null || currency === null) return null
  return {
    network,
    txHash,
    currency,
    sentUnits: row.source_units === null ? null : BigInt(row.source_units),
    bridgeFeeUnits: row.bridge_fee_units === null ? null : BigInt(row.bridge_fee_units),
    detectionSource: row.detection_source,
    note: row.note,
  }
}

function standIn(request: WholeRequest, offramp: Row<'offramps'>): DetectedPayment {
  const units = BigInt(offramp.units)
  return {
    requestId: request.id,
    tenantId: request.tenant_id,
    network: offramp.network,
    txHash: offramp.tx_hash,
    logIndex: 0,
    blockNumber: 0n,
    blockHash: '',
    blockTime: offramp.created_at,
    payer: null,
    payee: request.payee,
    tokenAddress: request.token_address,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    type: 'direct',
    conversionRate: null,
    rateSource: null,
    priced: null,
    amountInUsd: null,
    fiatWorths: {},
    clientId: request.client_id,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    reference: request.reference,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
    recurringPaymentId: null,
    crosschain: null,
  }
}
