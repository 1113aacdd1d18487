import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { conversionFields } from '../payments/conversionFields.ts'
import type { DetectedPayment } from '../payments/detectedPayment.ts'
import { formatBridgeFee } from '../payments/formatBridgeFee.ts'
import { settlementDecimals } from '../payments/settlementDecimals.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { clientFields } from './clientFields.ts'
import { requestFields } from './requestFields.ts'

/** A payment that changed its request; `request` holds the state after it, its `event_sequence` included. */
export type PaymentEvent = {
  type: 'payment.confirmed' | 'payment.partial'
  request: WholeRequest
  payment: DetectedPayment
  /** The amount that the request's payments count as together, this one included. */
  totalPaidUnits: bigint
  /** For `payment.confirmed` without an offramp: the hash of the block in which the request's payments reached its amount. */
  completedIn?: string | null
  /** The offramp that brought the money of a crypto-to-fiat request into a bank account. */
  offramp?: Pick<Row<'offramps'>, 'provider'>
}

/**
 * Builds the body of `payment.confirmed` and `payment.partial`, with our own additions `eventId`, `sequence`,
 * `excessAmount` and `paidLate`. Amounts are in the currency of settlement: the invoice currency when the request is
 * converted. Numbers are strings and keys that do not apply are left out, so that a receiver which serialises the body
 * again gets the same bytes.
 */
export function paymentEventBody(
  context: Pick<Context, 'now' | 'config'>,
  eventId: string,
  event: PaymentEvent,
) {
  const { request, payment, totalPaidUnits } = event
  const { currency } = getCurrency(request.payment_currency)
  const invoiceCurrency = getCurrency(request.invoice_currency).currency
  const expectedUnits = BigInt(request.expected_units)
  const decimals = settlementDecimals(request)
  const format = (units: bigint) => formatAmount(units, decimals)
  return {
    ...requestFields(event, eventId),
    explorer: `${context.config.payUrl}/r/${request.id}`,
    amount: format(payment.requestUnits),
    totalAmountPaid: format(totalPaidUnits),
    expectedAmount: format(expectedUnits),
    ...(totalPaidUnits > expectedUnits
      ? { excessAmount: format(totalPaidUnits - expectedUnits) }
      : {}),
    ...(request.paid_late === 1 ? { paidLate: true } : {}),
    timestamp: context.now().toISOString(),
    txHash: payment.txHash,
    network: payment.network,
    currency: invoiceCurrency.symbol,
    paymentCurrency: currency.symbol,
    invoiceCurrencyId: invoiceCurrency.id,
    paymentCurrencyId: currency.id,
    payee: request.payee,
    payerAddress: payment.payer,
    payerEoaAddress: null,
    isCryptoToFiat: describeRequest(request.plan).isCryptoToFiat,
    subStatus: '',
    paymentProcessor: event.offramp?.provider ?? 'onchain',
    fees: feesOf(payment, currency),
    reference: request.reference,
    customerInfo: parseStored(request.customer_info),
    ...clientFields(request),
    ...(payment.recurringPaymentId === null
      ? {}
      : { recurringPayment: { id: payment.recurringPaymentId } }),
    ...sourceOf(payment),
    ...conversionFields(payment),
  }
}

/** The source of a payment that came over a bridge. */
function sourceOf({ crosschain }: DetectedPayment) {
  if (crosschain === null) return {}
  const { network, txHash, note } = crosschain
  return { sourceNetwork: network, sourceTxHash: txHash, ...(note === null ? {} : { note }) }
}

/**
 * The payer's costs on top of the amount, each in the currency in which it was charged:
 *
 * - the transaction's gas when it carried only this payment
 * - our fee
 * - the part that a bridge kept
 */
function feesOf(payment: DetectedPayment, currency: { symbol: string; decimals: number }) {
  const fees = []
  if (payment.gasUnits !== null) {
    const { nativeCurrency } = getNetwork(payment.network)
    fees.push({
      type: 'gas',
      amount: formatAmount(payment.gasUnits, nativeCurrency.decimals),
      currency: nativeCurrency.symbol,
      provider: payment.network,
    })
  }
  if (payment.feeUnits > 0n && payment.feeAddress !== null) {
    fees.push({
      type: 'platform',
      amount: formatAmount(payment.feeUnits, currency.decimals),
      currency: currency.symbol,
      provider: 'onchain',
    })
  }
  const bridgeFee = bridgeFeeOf(payment)
  return bridgeFee === null ? fees : [...fees, bridgeFee]
}

/** The part of the sent amount that the bridge kept, which the payer paid on top of amount and fee. */
function bridgeFeeOf({ crosschain }: DetectedPayment) {
  if (crosschain === null || crosschain.bridgeFeeUnits === null) return null
  const { bridgeFeeUnits, network, currency } = crosschain
  const amount = formatBridgeFee(bridgeFeeUnits, { network, symbol: currency })
  return amount === null ? null : { type: 'crosschain', amount, currency, provider: 'lifi' }
}

/** Customer data is our own JSON, written by the create action. */
function parseStored(json: string | null): unknown {
  return json === null ? null : JSON.parse(json)
}
