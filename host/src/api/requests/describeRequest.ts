import { formatAmount } from '@secure-payment/core'
import {
  type api,
  type CustomerInfo,
  customerInfoSchema,
  MAX_TOLD_PAYMENTS,
  type Output,
  type ReportingCurrency,
} from '@secure-payment/core/api'
import { getCurrency, type ResolvedCurrency } from '@secure-payment/core/catalogue'
import { parseAccessPolicy } from '../../access/accessPolicy.ts'
import { maskWallet } from '../../access/maskWallet.ts'
import { type Config, findServedNetwork } from '../../config.ts'
import type { Row } from '../../db/schema.ts'
import { remainingUnits } from '../../paying/payable.ts'
import { describeRefunded, type RefundedRow, sumRefunded } from '../../refunds/readRefunded.ts'
import { readOrder } from '../../requests/orderColumn.ts'
import { readRecurrence } from '../../requests/recurrence.ts'
import { describePayeeFee } from '../../settlement/payeeFee.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import { describeConversion } from './describeConversion.ts'
import { describeFees } from './describeFees.ts'
import { describeMovement, describeRates } from './describeMovement.ts'
import { describeWorth } from './describeWorth.ts'
import type { OfframpedRequest, StoredRequest } from './loadRequest.ts'
import type { Market } from './readMarket.ts'
import { subStatusOf } from './subStatusOf.ts'

type Answer = Output<typeof api.requests.get>

/**
 * Describes a stored request in the API's format. Pure. Amounts are in the invoice currency, except the received amount, which is in
 * the payment currency. `market` is the request's current value; null if no market affects the response.
 */
export function describeRequest(
  context: { config: Pick<Config, 'networks'> },
  facts: {
    request: OfframpedRequest
    /** The newest confirmed payments, oldest first. */
    payments: readonly Row<'payments'>[]
    /** The sum of all payments, in base units of the payment currency. */
    receivedUnits: bigint
    /** The amounts that the payments' refunds returned. */
    refunded: readonly RefundedRow[]
    market: Market | null
    /** The outcome of a bridge transfer that did not pay; null if there is none. */
    note: string | null
    /** Omits all data about the customer, and shortens a hidden payee's address. */
    isPublic: boolean
    /** The reporting currency of the merchant. */
    currency: ReportingCurrency
  },
): Answer {
  const { request, payments, receivedUnits, isPublic, currency } = facts
  const invoice = getCurrency(request.invoice_currency)
  const payment = getCurrency(request.payment_currency)
  const decimals = settlementDecimals(request)
  const paidUnits = BigInt(request.paid_units)
  const excessUnits = paidUnits - BigInt(request.expected_units)
  const isInOneCurrency = payments.every((row) => row.payment_currency === request.payment_currency)
  const sums = sumRefunded(facts.refunded)
  return {
    requestId: request.id,
    paymentReference: request.payment_reference,
    hasBeenPaid: request.has_been_paid === 1,
    isListening: findServedNetwork(context.config, request.network) !== undefined,
    txHash: request.tx_hash,
    status: request.status,
    ...subStatusOf(request),
    payee: isPublic && hidesPayee(request) ? maskWallet(request.payee) : request.payee,
    payer: request.payer,
    requestAmount: request.amount,
    invoiceCurrency: invoice.symbol,
    paymentCurrency: payment.symbol,
    invoiceCurrencyId: invoice.currency.id,
    paymentCurrencyId: payment.currency.id,
    network: request.network,
    flow: request.is_payout === 1 ? 'pay' : 'get_paid',
    reference: request.reference,
    customerInfo: isPublic ? null : readCustomer(request),
    ...readOrder(request.order_details),
    isCryptoToFiatAllowed: request.is_crypto_to_fiat_allowed === 1,
    isCryptoToFiatAvailable: request.is_crypto_to_fiat_allowed === 1,
    ...describeRecurrence(request),
    payments: describePayments(request, payments, { invoice, currency, sums }),
    ...describeConversion(facts),
    fees: describeFees(request, payments),
    payerAddress: payments.at(-1)?.payer ?? null,
    payerEoaAddress: null,
    paidAmount: formatAmount(paidUnits, decimals),
    remainingAmount: formatAmount(remainingUnits(request), decimals),
    receivedAmount:
      payments.length > 0 && isInOneCurrency
        ? formatAmount(receivedUnits, payment.currency.decimals)
        : null,
    excessAmount: excessUnits > 0n ? formatAmount(excessUnits, decimals) : null,
    detectionSource: payments.at(-1)?.detection_source ?? null,
    note: noteOf(facts),
    paidLate: request.paid_late === 1,
    ...describeAllRefunded(facts, sums),
    createdAt: request.created_at,
  }
}

/**
 * Describes the refunds of all payments. If the payments are in several currencies, the amount covers only the request's own payment
 * currency, and the status covers all payments.
 */
function describeAllRefunded(
  facts: {
    request: StoredRequest
    payments: readonly Row<'payments'>[]
    receivedUnits: bigint
  },
  sums: ReadonlyMap<string, bigint>,
): Pick<Answer, 'refundedAmount' | 'refundStatus'> {
  const { request, payments, receivedUnits } = facts
  const { payment_currency: currency } = request
  const others = payments.filter((row) => row.payment_currency !== currency)
  const otherIds = new Set(others.map(({ id }) => id))
  const refundedUnits = [...sums].reduce(
    (sum, [id, units]) => (otherIds.has(id) ? sum : sum + units),
    0n,
  )
  if (others.length === 0) return describeRefunded(refundedUnits, { receivedUnits, currency })
  const isFull = payments.every((row) => (sums.get(row.id) ?? 0n) >= BigInt(row.credited_units))
  return {
    ...describeRefunded(refundedUnits, { receivedUnits, currency }),
    refundStatus: sums.size === 0 ? 'none' : isFull ? 'full' : 'partial',
  }
}

/** Returns whether a request's page hides the payee from public credentials. */
export function hidesPayee({ access_policy }: OfframpedRequest): boolean {
  return parseAccessPolicy(access_policy)?.isPayeeHidden === true
}

/** Reads a request's customer, as the caller sent it; null if there is none. */
export function readCustomer({
  customer_info,
}: Pick<StoredRequest, 'customer_info'>): CustomerInfo | null {
  return customer_info === null ? null : customerInfoSchema.parse(JSON.parse(customer_info))
}

function describeRecurrence(
  request: StoredRequest,
): Pick<
  Answer,
  'recurrence' | 'isRecurrenceStopped' | 'originalRequestId' | 'originalRequestPaymentReference'
> {
  const recurrence = readRecurrence(request)
  const { original_request_id, original_payment_reference } = request
  return {
    ...(recurrence !== null && {
      recurrence,
      isRecurrenceStopped: request.is_recurrence_stopped === 1,
    }),
    ...(original_request_id !== null && { originalRequestId: original_request_id }),
    ...(original_payment_reference !== null && {
      originalRequestPaymentReference: original_payment_reference,
    }),
  }
}

/** A request's invoice currency, its merchant's reporting currency, and its refunds. */
type Currencies = {
  invoice: ResolvedCurrency
  currency: ReportingCurrency
  /** The refunded units by payment. */
  sums: ReadonlyMap<string, bigint>
}

/** Describes each payment, with the part of it that exceeded the requested amount. */
function describePayments(
  request: StoredRequest,
  rows: readonly Row<'payments'>[],
  currencies: Currencies,
): Answer['payments'] {
  const expectedUnits = BigInt(request.expected_units)
  const decimals = settlementDecimals(request)
  let openUnits = expectedUnits - earlierUnits(request, rows)
  if (openUnits < 0n) openUnits = 0n
  return rows.map((row) => {
    const units = BigInt(row.request_units)
    const excessUnits = units > openUnits ? units - openUnits : 0n
    openUnits = units > openUnits ? 0n : openUnits - units
    return {
      ...describePart(row, currencies),
      payeeFee: describePayeeFee(request, row),
      fees: describeFees(request, [row]),
      amount: formatAmount(units, decimals),
      excessAmount: excessUnits > 0n ? formatAmount(excessUnits, decimals) : null,
      excessCurrency: excessUnits > 0n ? currencies.invoice.symbol : null,
    }
  })
}

/**
 * Describes anything unusual about the request's payments or its transfer into a bank account. For an open request, also describes the
 * outcome of a transfer that did not pay the request.
 */
function noteOf({
  request,
  payments,
  note,
}: {
  request: OfframpedRequest
  payments: readonly Row<'payments'>[]
  note: string | null
}): string | null {
  if (request.offramp_note !== null) return request.offramp_note
  const noted = payments.findLast((payment) => payment.note !== null)
  return noted?.note ?? (request.has_been_paid === 1 ? null : note)
}

/** Returns the sum of the payments that are too old to be listed. */
function earlierUnits(request: StoredRequest, rows: readonly Row<'payments'>[]): bigint {
  if (rows.length < MAX_TOLD_PAYMENTS) return 0n
  const toldUnits = rows.reduce((sum, row) => sum + BigInt(row.request_units), 0n)
  const units = BigInt(request.paid_units) - toldUnits
  return units > 0n ? units : 0n
}

function describePart(row: Row<'payments'>, { invoice, currency, sums }: Currencies) {
  const payment = getCurrency(row.payment_currency)
  // The payee receives the amount that the payer sent, without fees: bridges carry dollars for dollars and charge their fee on top.
  const moved = formatAmount(BigInt(row.credited_units), payment.currency.decimals)
  return {
    id: row.id,
    ...describeMovement(row),
    payerAddress: row.payer,
    payerEoaAddress: null,
    ...describeRates(row),
    paidAmount: moved,
    paidCurrency: row.source_currency ?? payment.symbol,
    paidNetwork: row.source_network ?? row.network,
    receivedAmount: moved,
    receivedCurrency: payment.symbol,
    receivedNetwork: row.network,
    currency: invoice.symbol,
    paymentCurrency: payment.symbol,
    detectionSource: row.detection_source,
    note: row.note,
    isLate: row.is_late === 1,
    ...describeWorth(row, currency),
    ...describeRefunded(sums.get(row.id) ?? 0n, {
      receivedUnits: BigInt(row.credited_units),
      currency: row.payment_currency,
    }),
  } as const
}
