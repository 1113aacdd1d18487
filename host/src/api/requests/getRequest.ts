import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { customerInfoSchema } from '@secure-payment/core/api'
import { getCurrency, type ResolvedCurrency } from '@secure-payment/core/networks'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { loadRequest, type StoredRequest } from './loadRequest.ts'

type Get = typeof api.requests.get
type Answer = Output<Get>

const selectPayments = preparedRead((kysely) =>
  kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', TEXT)
    .orderBy('block_number')
    .orderBy('log_index')
    .compile(),
)

const writeAnswer = rememberAnswers()

/** Answers a request with its confirmed payments. */
export async function getRequest(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { params, caller }: Call<Get>,
): Promise<RenderedAnswer> {
  const request = await loadRequest(context, { requestId: params.requestId, caller })
  const payments = request.paid_units === '0' ? [] : await selectPayments(context.db, request.id)
  // A client ID is public, so whoever holds it learns nothing about a customer.
  const isPublic = caller.credential === 'clientId'
  const facts = { request, payments, isPublic }
  const key = isPublic ? `public ${request.id}` : request.id
  return writeAnswer(context, { key, facts, describe: () => describeRequest(context, facts) })
}

function describeRequest(
  context: Pick<Context, 'config'>,
  facts: { request: StoredRequest; payments: readonly Row<'payments'>[]; isPublic: boolean },
): Answer {
  const { request, payments, isPublic } = facts
  const invoice = getCurrency(request.invoice_currency)
  const payment = getCurrency(request.payment_currency)
  const paidUnits = BigInt(request.paid_units)
  const excessUnits = paidUnits - BigInt(request.expected_units)
  const format = (units: bigint) => formatAmount(units, payment.currency.decimals)
  const payer = payments.at(-1)?.payer ?? null
  return {
    requestId: request.id,
    paymentReference: request.payment_reference,
    hasBeenPaid: request.has_been_paid === 1,
    isListening: findServedNetwork(context.config, request.network) !== undefined,
    txHash: request.tx_hash,
    status: request.status,
    payee: request.payee,
    payer: request.payer,
    requestAmount: request.amount,
    invoiceCurrency: invoice.symbol,
    paymentCurrency: payment.symbol,
    reference: request.reference,
    customerInfo: isPublic ? null : describeCustomer(request),
    isCryptoToFiatAllowed: false,
    isCryptoToFiatAvailable: false,
    payments: payments.map((row) => describePayment(row, { invoice, payment })),
    amountInUsd: null,
    conversionRate: null,
    conversionBreakdown: null,
    fees: [],
    payerAddress: payer,
    payerEoaAddress: null,
    paidAmount: format(paidUnits),
    receivedAmount: paidUnits === 0n ? null : format(paidUnits),
    excessAmount: excessUnits > 0n ? format(excessUnits) : null,
    paidLate: request.paid_late === 1,
  }
}

function describeCustomer(request: StoredRequest): Answer['customerInfo'] {
  if (request.customer_info === null) return null
  return customerInfoSchema.parse(JSON.parse(request.customer_info))
}

function describePayment(
  row: Row<'payments'>,
  currencies: { invoice: ResolvedCurrency; payment: ResolvedCurrency },
): Answer['payments'][number] {
  return {
    id: row.id,
    amount: formatAmount(BigInt(row.credited_units), currencies.payment.currency.decimals),
    sourceNetwork: row.network,
    destinationNetwork: row.network,
    sourceTxHash: row.tx_hash,
    destinationTxHash: row.tx_hash,
    payerAddress: row.payer,
    payerEoaAddress: null,
    timestamp: row.block_time,
    type: 'direct',
    conversionRateSource: null,
    conversionRateDestination: null,
    convertedAmountSource: null,
    convertedAmountDestination: null,
    currency: currencies.invoice.symbol,
    paymentCurrency: currencies.payment.symbol,
    isLate: row.is_late === 1,
  }
}
