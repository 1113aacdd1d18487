import type { Network } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { Hex } from 'viem'
import type { Context } from '../context.ts'
import type { Counted, Worth } from '../detection/valueArrivals.ts'
import { valuePayments } from '../detection/valuePayments.ts'
import { type QuotedContext, valueQuoted } from '../detection/valueQuoted.ts'
import { ensureDefined } from '../ensureDefined.ts'
import { bridgeFeeOf } from '../settlement/bridgeFee.ts'
import { type DetectedPayment, NO_PRICE } from '../settlement/detectedPayment.ts'
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
 * than the delivery. The whole arrived amount counts, including the part for the fee. Null while no price is known for the block's time.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function readSettlement(
  context: QuotedContext & Pick<Context, 'chains' | 'now'>,
  delivery: Delivery,
): Promise<readonly DetectedPayment[] | null> {
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
  const worth = await valueDelivery(context, intent.request, arrival)
  if (!worth.counts) return worth.reason === NO_PRICE && worth.isLasting !== true ? null : []
  const payments = arrival.logIndexes.map((logIndex) =>
    toPayment(delivery, { arrival, logIndex, worth }),
  )
  return valuePayments(context, client, payments)
}

/**
 * Values a delivery as the watcher values a plain payment. If the request is in another currency, the delivery counts at par, at a quote or
 * at the market price.
 */
async function valueDelivery(
  context: QuotedContext,
  request: TrackedIntent['request'],
  { units, blockTime }: Arrival,
): Promise<Worth> {
  const { pricing } = describeRequest(request.plan)
  if (pricing === 'none') {
    return {
      counts: true,
      requestUnits: units,
      conversionRate: null,
      rateSource: null,
      priced: null,
    }
  }
  const timestampS = BigInt(Date.parse(blockTime) / 1_000)
  const arrived = { match: { request }, units, timestampS }
  const worths = await valueQuoted(context, [arrived])
  return ensureDefined(worths.get(arrived), 'The worth of a delivery')
}

function toPayment(
  { intent, sender, destination, told, state }: Delivery,
  { arrival, logIndex, worth }: { arrival: Arrival; logIndex: number; worth: Counted },
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
    requestUnits: worth.requestUnits,
    type: 'crosschain',
    conversionRate: worth.conversionRate,
    rateSource: worth.rateSource,
    priced: worth.priced,
    amountInUsd: null,
    fiatWorths: {},
    clientId: request.client_id,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    reference: request.reference,
    feeUnits: 0n,
    feeAddress: null,
    isLate: request.expires_at !== null && blockTime > request.expires_at,
    gasUnits: intent.gasUnits,
    gasWorth: intent.gasWorth,
    recurringPaymentId: null,
    crosschain: {
      network: intent.source.id,
      txHash: intent.txHash,
      currency: intent.currency,
      sentUnits: intent.sentUnits,
      // For a partial delivery, the bridge does not report where the rest went, so the fee is unknown.
      bridgeFeeUnits: state === 'partial' ? null : bridgeFeeOf(intent, units),
      detectionSource: 'lifi',
      note: state === 'partial' ? PARTIAL_NOTE : FALLBACK_NOTE,
    },
  }
}
