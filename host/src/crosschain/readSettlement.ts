import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { Context } from '../context.ts'
import { valuePayments } from '../detection/valuePayments.ts'
import { bridgeFeeOf } from '../settlement/bridgeFee.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { canHaveBrought, isOlderThanSource } from './canHaveBrought.ts'
import { FALLBACK_NOTE, PARTIAL_NOTE } from './intentNotes.ts'
import { type Arrival, readArrival } from './readArrival.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/** A delivery that a bridge reports, with its intent and its payer. */
export type Delivery = {
  intent: TrackedIntent
  /** The sender of the source transaction, checksummed. */
  sender: string
  destination: Network
  told: { txHash: Hex; blockNumber: bigint; units: bigint }
  state: 'completed' | 'partial'
}

/**
 * Reads the payments of a delivery without a payment event: one per transfer of the delivered amount to the payee. Only one of them may be
 * credited. Returns none if the destination chain does not confirm the delivery, or if the source transaction sent too little or is younger
 * than the delivery. The whole arrived amount counts, including the part for the fee.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function readSettlement(
  context: Pick<Context, 'chains' | 'now' | 'prices'>,
  delivery: Delivery,
): Promise<readonly DetectedPayment[]> {
  const { chains } = context
  const { intent, destination, told } = delivery
  if (!canHaveBrought(intent, told.units)) return []
  const client = chains.get(destination.id)
  const arrival = await readArrival(client, intent.request, told)
  if (arrival === null) return []
  // A host that no longer serves the source chain cannot read its block; the amount still limits the payment.
  const isServed = chains.ids.includes(intent.source.id)
  if (
    isServed &&
    (await isOlderThanSource(chains.get(intent.source.id), intent, arrival.blockTime))
  )
    return []
  const payments = arrival.logIndexes.map((logIndex) => toPayment(delivery, { arrival, logIndex }))
  return valuePayments(context, client, payments)
}

function toPayment(
  { intent, sender, destination, told, state }: Delivery,
  { arrival, logIndex }: { arrival: Arrival; logIndex: number },
): DetectedPayment {
  const { request } = intent
  const { blockNumber, blockHash, blockTime, units } = arrival
  return {
    requestId: request.id,
    tenantId: request.tenant_id,
    network: destination.id,
    txHash: told.txHash,
    logIndex,
    blockNumber,
    blockHash,
    blockTime,
    payer: sender,
    payee: request.payee,
    tokenAddress: request.token_address,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    type: 'crosschain',
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
    isLate: request.expires_at !== null && blockTime > request.expires_at,
    gasUnits: null,
    recurringPaymentId: null,
    crosschain: {
      network: intent.source.id,
      txHash: intent.txHash,
      currency: intent.currency,
      // For a partial delivery, the bridge does not report where the rest went, so the fee is unknown.
      bridgeFeeUnits: state === 'partial' ? null : bridgeFeeOf(intent, units),
      detectionSource: 'lifi',
      note: state === 'partial' ? PARTIAL_NOTE : FALLBACK_NOTE,
    },
  }
}
