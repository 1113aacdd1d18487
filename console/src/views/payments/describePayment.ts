import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import { exactFiat } from '../../amounts/cutFiat.ts'
import type { ReceivedPayment } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { nameCustomer } from '../../nameCustomer.ts'
import { titleRefund } from '../refunds/titleRefund.ts'

/** A payment's data as display text. */
export type PaymentWords = {
  /** The amount in the price's currency, with a minus sign for a payout. */
  readonly amount: string
  /** The tokens that arrived; null if they are the amount itself. */
  readonly received: string | null
  /** The value in the reporting currency at the time of the payment; null if unknown. */
  readonly worth: string | null
  /** The value with all its decimals; null if `worth` has them all. */
  readonly exactWorth: string | null
  readonly isPaid: boolean
  readonly status: string
  readonly kind: string
  readonly reference: string | null
  /** A refund's label, and the request of the refunded payment, if known; null for all other payments. */
  readonly refund: { readonly label: string; readonly requestId: string | null } | null
  /** The customer's name; without one, the e-mail address. For a refund, the refunded order's customer. */
  readonly customer: string | null
  readonly network: string
  /** The network from which the payer paid, if it differs. */
  readonly origin: string | null
  /** The transaction on `network`; null if the service returns none. */
  readonly txHash: string | null
}

/** Converts the API's data about a payment to display text. */
export function describePayment(
  payment: ReceivedPayment,
  { format, text }: Pick<SignedInContext, 'format' | 'text'>,
): PaymentWords {
  const { payments } = text
  const { request, refundOf, convertedAmountDestination: converted } = payment
  const { sourceNetwork, destinationNetwork, amountInReportingCurrency: worth } = payment
  const currency = plainText(payment.currency)
  const sign = (written: string): string => (payment.flow === 'pay' ? `\u2212${written}` : written)
  const exact = worth === null ? null : exactFiat(worth, payment.reportingCurrency)
  return {
    amount: sign(format.money(payment.amount, currency)),
    received:
      converted === null ? null : sign(format.money(converted, plainText(payment.paymentCurrency))),
    worth: worth === null ? null : sign(format.money(worth, payment.reportingCurrency)),
    exactWorth: exact === null ? null : sign(exact),
    isPaid: request.hasBeenPaid,
    status: request.hasBeenPaid ? payments.paid : payments.partlyPaid,
    kind: payments.types[payment.type],
    reference: request.reference === null ? null : plainText(request.reference),
    refund:
      refundOf === null
        ? null
        : { label: titleRefund(refundOf, text), requestId: refundOf.requestId },
    customer: nameCustomer((refundOf ?? request).customerInfo),
    network: nameNetwork(destinationNetwork),
    origin: sourceNetwork === destinationNetwork ? null : nameNetwork(sourceNetwork),
    txHash: payment.destinationTxHash ?? payment.sourceTxHash,
  }
}

function nameNetwork(id: string): string {
  return findNetwork(id)?.name ?? plainText(id)
}
