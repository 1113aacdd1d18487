import { formatAmount, type PaymentParts } from '@secure-payment/core'
import type { SecurePaymentItem } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import {
  convertUnits,
  formatRate,
  invertRate,
  maxToSpendUnits,
  slippageOf,
} from '@secure-payment/core/conversion'
import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'
import { describeQuote } from '../quotes/describeQuote.ts'
import { describeItemRefundOf } from '../refunds/readRefundOf.ts'
import { countParts, payeePercentage } from '../requests/feePayments.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import type { StoredItem, StoredSecurePayment } from './loadSecurePayment.ts'
import { planRemainder, remainingUnits } from './payable.ts'
import { atPar, atQuote } from './requireQuotes.ts'
import { findShownQuote } from './shownQuotes.ts'

/** Returns the price at which the payments in the request's own currency counted; an empty object unless it is one price. */
function paidPriceOf(
  { payments }: StoredSecurePayment,
  request: StoredItem,
): Pick<SecurePaymentItem, 'paidPrice'> {
  const own = payments.filter((payment) => isIn(payment, request))
  const [rate, ...others] = new Set(own.map((one) => one.conversion_rate))
  const isPar = own.some(({ rate_source }) => rate_source === 'par')
  return rate && !isPar && others.length === 0 ? { paidPrice: invertRate(rate) } : {}
}

/**
 * Describes one request in a secure payment. `rate` is the current conversion rate; null for a direct or paid request,
 * or if unknown.
 */
export function describeItem(
  stored: StoredSecurePayment,
  request: StoredItem,
  rate: bigint | null,
): SecurePaymentItem {
  const payment = getCurrency(request.payment_currency)
  const invoice = getCurrency(request.invoice_currency)
  const decimals = settlementDecimals(request)
  const refund = stored.refundsPaid.find((one) => one.refund_request_id === request.id)
  return {
    requestId: request.id,
    payee: request.payee,
    amount: formatAmount(BigInt(request.expected_units), decimals),
    invoiceCurrency: invoice.currency.id,
    paymentCurrency: payment.currency.id,
    symbol: invoice.symbol,
    decimals,
    tokenAddress: request.token_address,
    isNativeCurrency: payment.isNative,
    paymentReference: request.payment_reference,
    fee: feeOf(request, decimals),
    status: statusOf(stored, request),
    amountPaid: formatAmount(BigInt(request.paid_units), decimals),
    amountSpent: formatAmount(spentUnits(stored, request), payment.currency.decimals),
    ...paidPriceOf(stored, request),
    remainingAmount: formatAmount(remainingUnits(request), decimals),
    conversion: estimateRest(stored, request, rate),
    ...quotedOf(stored, request),
    ...refundedOf(stored, request),
    ...(refund !== undefined && { refundOf: describeItemRefundOf(refund) }),
  }
}

/**
 * Describes the remainder including its fee, at the current rate. The rate and both amounts are null if the rate is unknown or nothing is
 * left to pay. The result is null without a conversion.
 */
export function estimateRest(
  stored: Pick<StoredSecurePayment, 'quotable' | 'requests'>,
  request: StoredItem,
  rate: bigint | null,
): SecurePaymentItem['conversion'] {
  const { plan } = request
  if (plan.way !== 'converted') return null
  const { currency, symbol } = getCurrency(request.payment_currency)
  const { amountUnits, fee } = planRemainder(request)
  const isSingle = stored.requests.length === 1
  const isQuotable = isSingle && stored.quotable.includes(request.payment_currency)
  const facts = {
    symbol,
    decimals: currency.decimals,
    maxRateAgeS: plan.maxRateAgeS,
    ...(isQuotable && { isQuotable: true as const }),
  }
  if (rate === null || amountUnits === 0n)
    return { ...facts, rate: null, estimatedAmount: null, maxToSpend: null }
  const feeUnits = fee?.units ?? 0n
  const slippageBps = slippageOf(currency)
  const most = maxToSpendUnits({ amountUnits, feeUnits, rate, slippageBps })
  const estimate = convertUnits(amountUnits, rate) + convertUnits(feeUnits, rate)
  return {
    ...facts,
    rate: formatRate(rate, settlementDecimals(request), currency.decimals),
    estimatedAmount: formatAmount(estimate, currency.decimals),
    maxToSpend: formatAmount(most, currency.decimals),
  }
}

/** Describes the price of a quoted request; an empty object for any other. */
export function quotedOf(
  stored: Pick<StoredSecurePayment, 'quotes'>,
  request: StoredItem,
): Pick<SecurePaymentItem, 'quoted'> {
  const { plan } = request
  if (plan.way !== 'quoted') return {}
  const { currency, symbol } = getCurrency(request.payment_currency)
  const quote = findShownQuote(stored, request)
  return {
    quoted: {
      pricing: plan.pricing,
      symbol,
      decimals: currency.decimals,
      quote: quote === undefined ? null : describeQuote(request, quote),
    },
  }
}

/**
 * Returns the stated amount in the payment currency, with a fee that the payee bears. For a conversion or a quoted request, adds the
 * remainder, at the current rate or quote, to the received amount. Null without a rate or quote for the remainder.
 */
export function paymentAmount(
  stored: StoredSecurePayment,
  request: StoredItem,
  rate: bigint | null,
): string | null {
  const { decimals } = getCurrency(request.payment_currency).currency
  const expected = BigInt(request.expected_units)
  if (describeRequest(request.plan).pricing === 'none') return formatAmount(expected, decimals)
  const arrived = stored.payments
    .filter((payment) => isIn(payment, request))
    .reduce((sum, payment) => sum + arrivedUnits(request, payment), 0n)
  const left = remainingUnits(request)
  if (left === 0n) return formatAmount(arrived, decimals)
  const rest = restUnits(stored, request, rate)
  return rest === null ? null : formatAmount(arrived + rest, decimals)
}

/** Returns the remainder in base units of the payment currency; null without a rate or a quote. */
function restUnits(
  stored: StoredSecurePayment,
  request: StoredItem,
  rate: bigint | null,
): bigint | null {
  const payable = planRemainder(request)
  const isBorne = payeePercentage(request) !== null
  const whole = ({ amountUnits, feeUnits }: PaymentParts) =>
    isBorne ? amountUnits + feeUnits : amountUnits
  switch (describeRequest(request.plan).pricing) {
    case 'par':
      return whole(atPar(payable))
    case 'market': {
      const quote = findShownQuote(stored, request)
      return quote === undefined ? null : whole(atQuote(payable, quote))
    }
    default: {
      if (rate === null) return null
      const { amountUnits, fee } = payable
      return whole({
        amountUnits: convertUnits(amountUnits, rate),
        feeUnits: convertUnits(fee?.units ?? 0n, rate),
      })
    }
  }
}

/** Returns the units that a payment brought, including the part of a fee that counts because the payee bears it. */
function arrivedUnits(
  request: StoredItem,
  { credited_units, fee_units, fee_address: feeAddress }: Row<'payments'>,
): bigint {
  const parts = { amountUnits: BigInt(credited_units), feeUnits: BigInt(fee_units) }
  return countParts(request, { ...parts, feeAddress })
}

/** Returns whether a payment belongs to a request and is in the request's payment currency; a request may accept several currencies. */
function isIn(payment: Row<'payments'>, request: StoredItem): boolean {
  return payment.request_id === request.id && isOwnCurrency(payment.payment_currency, request)
}

function isOwnCurrency(currency: string, request: StoredItem): boolean {
  return request.option_count === 0 || currency === request.payment_currency
}

/**
 * Sums the amounts that arrived according to the token's transfers, and the fees that were paid out. A payment event alone only repeats the
 * payer's claim.
 */
function spentUnits({ payments }: StoredSecurePayment, request: StoredItem): bigint {
  return payments
    .filter((payment) => isIn(payment, request))
    .reduce((sum, { credited_units, fee_units, fee_address }) => {
      const feeUnits = fee_address === null ? 0n : BigInt(fee_units)
      return sum + BigInt(credited_units) + feeUnits
    }, 0n)
}

/**
 * Describes the refunded amount and its status; an empty object without a refund. If the request accepts several currencies, the amount
 * covers only its own, and the status covers all.
 */
function refundedOf(
  { payments, refunds }: StoredSecurePayment,
  request: StoredItem,
): Pick<SecurePaymentItem, 'refundedAmount' | 'refundStatus'> {
  const { id, payment_currency: own } = request
  const currencyOf = (currency: string) => (isOwnCurrency(currency, request) ? own : currency)
  const received = new Map<string, bigint>()
  for (const { request_id, payment_currency, credited_units } of payments) {
    if (request_id === id) addUnits(received, currencyOf(payment_currency), credited_units)
  }
  const refunded = new Map<string, bigint>()
  for (const { request_id, currency, units, block_time } of refunds) {
    if (request_id === id && block_time !== null) addUnits(refunded, currencyOf(currency), units)
  }
  if ([...refunded.values()].every((units) => units === 0n)) return {}
  const ownUnits = refunded.get(own)
  const isFull = [...received].every(([currency, units]) => (refunded.get(currency) ?? 0n) >= units)
  return {
    ...(ownUnits !== undefined && {
      refundedAmount: formatAmount(ownUnits, getCurrency(own).currency.decimals),
    }),
    refundStatus: isFull ? 'full' : 'partial',
  }
}

function addUnits(sums: Map<string, bigint>, currency: string, units: string): void {
  sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(units))
}

function feeOf(request: StoredItem, decimals: number): SecurePaymentItem['fee'] {
  if (request.fee_percentage === null || request.fee_address === null) return null
  return {
    percentage: request.fee_percentage,
    amount: formatAmount(BigInt(request.fee_units), decimals),
    address: request.fee_address,
    ...(request.fee_bearer === 'payee' && { bearer: 'payee' as const }),
    ...(request.fee_is_rounded === 1 && { isRounded: true as const }),
  }
}

function statusOf(stored: StoredSecurePayment, request: StoredItem): SecurePaymentItem['status'] {
  const isOpen = request.status === 'created' || request.status === 'partially_paid'
  const isSeen = stored.pending.some((payment) => payment.request_id === request.id)
  if (isOpen && isSeen) return 'processing'
  const isCancelled = stored.securePayment.status === 'invalidated'
  return isCancelled && request.status === 'created' ? 'invalidated' : request.status
}
