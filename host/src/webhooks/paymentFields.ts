import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { EventBody } from '@secure-payment/core/webhooks'
import type { Context } from '../context.ts'
import { readOrder } from '../requests/orderColumn.ts'
import { conversionFields } from '../settlement/conversionFields.ts'
import { describePaymentQuote } from '../settlement/describePaymentQuote.ts'
import { arrivedUnits, type DetectedPayment } from '../settlement/detectedPayment.ts'
import { formatSource } from '../settlement/formatSource.ts'
import { formatPayeeFee } from '../settlement/payeeFee.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import { clientFields } from './clientFields.ts'
import type { PaymentFacts } from './webhookEvent.ts'

/**
 * Builds the members of `payment.confirmed` and `payment.partial` after the request's members, with this project's additions
 * `excessAmount` and `paidLate`. Amounts are in the settlement currency: the invoice currency if the request is converted. Numbers are
 * strings and keys that do not apply are omitted, so that a receiver that serialises the body again gets the same bytes.
 */
export function paymentFields(context: Pick<Context, 'now' | 'config'>, event: PaymentFacts) {
  const { request, payment, totalPaidUnits } = event
  const { currency } = getCurrency(payment.paymentCurrency)
  const invoiceCurrency = getCurrency(request.invoice_currency).currency
  const expectedUnits = BigInt(request.expected_units)
  const decimals = settlementDecimals(request)
  const format = (units: bigint) => formatAmount(units, decimals)
  return {
    explorer: `${context.config.payUrl}/r/${request.id}`,
    amount: format(payment.requestUnits),
    totalAmountPaid: format(totalPaidUnits),
    expectedAmount: format(expectedUnits),
    ...(totalPaidUnits > expectedUnits
      ? { excessAmount: format(totalPaidUnits - expectedUnits) }
      : {}),
    ...(request.paid_late === 1 ? { paidLate: true as const } : {}),
    ...(request.cancelled_at === null ? {} : { isCancelled: true as const }),
    timestamp: context.now().toISOString(),
    txHash: payment.txHash,
    network: payment.network,
    currency: invoiceCurrency.symbol,
    paymentCurrency: currency.symbol,
    invoiceCurrencyId: invoiceCurrency.id,
    paymentCurrencyId: currency.id,
    payee: payment.payee,
    payerAddress: payment.payer,
    // The sender of a transaction has a key. A contract that paid through another wallet's transaction is not that wallet.
    payerEoaAddress: payment.sender === payment.payer ? payment.payer : null,
    isCryptoToFiat: describeRequest(request.plan).isCryptoToFiat,
    subStatus: '',
    paymentProcessor: event.offramp?.provider ?? 'onchain',
    fees: feesOf(payment, currency),
    ...payeeFeeOf(payment, decimals),
    reference: request.reference,
    customerInfo: parseStored(request.customer_info),
    ...readOrder(request.order_details),
    ...clientFields(request),
    ...(payment.recurringPaymentId === null
      ? {}
      : { recurringPayment: { id: payment.recurringPaymentId } }),
    ...sourceOf(payment),
    ...conversionFields(payment),
    ...(payment.priced === null ? {} : describePaymentQuote(payment.priced)),
  }
}

/** Returns the source of a payment that came over a bridge. */
function sourceOf({ crosschain }: DetectedPayment) {
  if (crosschain === null) return {}
  const { network, txHash, note } = crosschain
  return { sourceNetwork: network, sourceTxHash: txHash, ...(note === null ? {} : { note }) }
}

/** Returns the fee that the payee bore, and the rest of the payment's amount; empty if the payee bore none. */
function payeeFeeOf(payment: DetectedPayment, decimals: number) {
  const { requestUnits, countedFeeUnits = 0n } = payment
  if (countedFeeUnits === 0n) return {}
  const units = { requestUnits, netUnits: arrivedUnits(payment) }
  return { payeeFee: formatPayeeFee(units, decimals) }
}

/**
 * Returns the payer's costs on top of the amount, each in the currency in which it was charged:
 *
 * - the gas of the payer's transaction, if it made only this payment
 * - the service's fee
 * - the amount that a bridge kept
 */
function feesOf(payment: DetectedPayment, currency: { symbol: string; decimals: number }) {
  const fees = []
  if (payment.gasUnits !== null) {
    const network = payment.crosschain?.network ?? payment.network
    const { nativeCurrency } = getNetwork(network)
    fees.push({
      type: 'gas',
      amount: formatAmount(payment.gasUnits, nativeCurrency.decimals),
      currency: nativeCurrency.symbol,
      provider: network,
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

/** Returns the fee for the amount that the bridge kept, which the payer paid on top of the amount and the service's fee. */
function bridgeFeeOf({ crosschain }: DetectedPayment) {
  if (crosschain === null || crosschain.bridgeFeeUnits === null) return null
  const { bridgeFeeUnits, network, currency } = crosschain
  const amount = formatSource(bridgeFeeUnits, { network, symbol: currency })
  return amount === null ? null : { type: 'crosschain', amount, currency, provider: 'lifi' }
}

/** Parses a request's customer data, which the host itself wrote as JSON. */
function parseStored(json: string | null): EventBody<'payment.confirmed'>['customerInfo'] {
  return json === null ? null : JSON.parse(json)
}
