import { formatAmount } from '@secure-payment/core'
import { type api, customerInfoSchema, type Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { rowConversionFields } from '../../payments/conversionFields.ts'
import { settlementDecimals } from '../../payments/settlementDecimals.ts'
import { describeFees } from '../requests/describeFees.ts'
import type { StoredRequest } from '../requests/loadRequest.ts'
import type { LoadedPayment } from './loadPayments.ts'

/** A payment as the search returns it. */
export type Payment = Output<typeof api.payments.search>['payments'][number]

/**
 * Describes a payment. `isPublic` leaves out the customer's details and the recurring payout that made it: with that id
 * and a client ID, which is public, any caller can cancel the payout.
 */
export function describePayment(
  { payment, request }: LoadedPayment,
  { isPublic }: { isPublic: boolean },
): Payment {
  const conversion = rowConversionFields(payment)
  const fees = describeFees(request, [payment])
  return {
    id: payment.id,
    amount: formatAmount(BigInt(payment.request_units), settlementDecimals(request)),
    sourceNetwork: payment.source_network ?? payment.network,
    destinationNetwork: payment.network,
    sourceTxHash: payment.source_tx_hash ?? payment.tx_hash,
    destinationTxHash: payment.tx_hash,
    timestamp: payment.block_time,
    type: payment.type,
    conversionRateSource: conversion?.conversionRateSource ?? null,
    conversionRateDestination: conversion?.conversionRateDestination ?? null,
    convertedAmountSource: conversion?.convertedAmountSource ?? null,
    convertedAmountDestination: conversion?.convertedAmountDestination ?? null,
    currency: getCurrency(request.invoice_currency).symbol,
    paymentCurrency: getCurrency(request.payment_currency).symbol,
    fees: fees.length === 0 ? null : fees,
    recurringPaymentId: isPublic ? null : payment.recurring_payment_id,
    rateProvider: payment.rate_source,
    request: {
      requestId: request.id,
      paymentReference: request.payment_reference,
      hasBeenPaid: request.has_been_paid === 1,
      customerInfo: isPublic ? null : describeCustomer(request),
      reference: request.reference,
    },
    detectionSource: payment.detection_source,
    note: payment.note,
    payerAddress: payment.payer,
  }
}

function describeCustomer({ customer_info }: StoredRequest): Payment['request']['customerInfo'] {
  if (customer_info === null) return null
  const { firstName, lastName, email } = customerInfoSchema.parse(JSON.parse(customer_info))
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
  }
}
