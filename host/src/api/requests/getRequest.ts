import {
  type api,
  MAX_TOLD_PAYMENTS,
  type Output,
  type ReportingCurrency,
} from '@secure-payment/core/api'
import { sql } from 'kysely'
import { maskWallet } from '../../access/maskWallet.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { remainingUnits } from '../../paying/payable.ts'
import { describeKept, selectKept } from '../../refunds/keptSurpluses.ts'
import { type RefundedRow, readRefundedOfRequest } from '../../refunds/readRefunded.ts'
import { readRefundOf } from '../../refunds/readRefundOf.ts'
import { receiptUrl } from '../../requests/receiptUrl.ts'
import { type RequestOption, selectOptions } from '../../requests/requestOptions.ts'
import { readReportingCurrency } from '../../search/readReportingCurrency.ts'
import { describeRefundOf } from '../refunds/describeRefundOf.ts'
import { describeRequest, hidesPayee } from './describeRequest.ts'
import { loadRequest, type OfframpedRequest } from './loadRequest.ts'
import { describeActivity, readActivity } from './readActivity.ts'
import { readMarket } from './readMarket.ts'

type Get = typeof api.requests.get

const selectNewest = preparedRead((kysely) =>
  kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', TEXT)
    .orderBy('block_time', 'desc')
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(sql.lit(MAX_TOLD_PAYMENTS))
    .compile(),
)

const selectReceived = preparedRead((kysely) =>
  kysely.selectFrom('payments').select('credited_units').where('request_id', '=', TEXT).compile(),
)

const writeAnswer = rememberAnswers()

/**
 * Returns a request with its confirmed payments, and its current value while that can change.
 *
 * @throws RequestNotFoundError
 */
export async function getRequest(
  context: Pick<Context, 'config' | 'db' | 'now' | 'prices' | 'rates' | 'log'>,
  { params, caller }: Call<Get>,
): Promise<RenderedAnswer> {
  const request = await loadRequest(context, { requestId: params.requestId, caller })
  // A client ID is public, so its holder gets no customer data, no hidden payee, and no activity before the payments.
  const isPublic = caller.credential === 'clientId'
  const [paid, market, activity, refund, [kept = null], options] = await Promise.all([
    request.paid_units === '0' ? NOTHING : readPayments(context, request.id, caller),
    readMarket(context, request, remainingUnits(request)),
    isPublic ? null : readActivity(context, request),
    request.is_payout === 1 ? readRefundOf(context.db, request.id) : null,
    isPublic || request.paid_units === '0' ? [] : selectKept(context.db, request.id),
    request.option_count === 0 ? [] : selectOptions(context.db, request.id),
  ])
  const facts = {
    request,
    ...paid,
    market,
    note: request.intent_note,
    isPublic,
    activity,
    refund,
    kept,
    options,
  }
  const key = isPublic ? `public ${request.id}` : request.id
  const describe = () => ({
    ...describeRequest(context, facts),
    ...(refund !== null && { refundOf: describeRefundOf(refund, { isPublic }) }),
    ...(kept !== null && { kept: describeKept(kept, request) }),
    ...(options.length > 0 && { options: describeOptions(request, options, isPublic) }),
    // The token opens the payment page, so a public credential gets no token.
    ...(!isPublic && describeLink(context.config, request)),
    ...(activity !== null && { activity: describeActivity({ ...activity, request, ...paid }) }),
  })
  return writeAnswer(context, { key, facts, describe })
}

function describeOptions(
  request: OfframpedRequest,
  options: readonly RequestOption[],
  isPublic: boolean,
): Output<Get>['options'] {
  const isHidden = isPublic && hidesPayee(request)
  return options.map(({ payment_currency, network, payee, payment_reference }) => ({
    paymentCurrencyId: payment_currency,
    network,
    payee: isHidden ? maskWallet(payee) : payee,
    paymentReference: payment_reference,
  }))
}

/** A request with `is_terms` only defines the terms of a reusable link, and is never paid. */
function describeLink(
  config: Pick<Config, 'payUrl'>,
  {
    secure_payment_token: token,
    is_terms,
  }: Pick<Row<'requests'>, 'secure_payment_token' | 'is_terms'>,
): { securePaymentToken: string | null; receiptUrl: string | null } {
  const url = token === null ? null : receiptUrl(config, { token, is_reusable: is_terms })
  return { securePaymentToken: token, receiptUrl: url }
}

type Paid = {
  payments: readonly Row<'payments'>[]
  receivedUnits: bigint
  refunded: readonly RefundedRow[]
  currency: ReportingCurrency
}

const NOTHING: Paid = { payments: [], receivedUnits: 0n, refunded: [], currency: 'USD' }

/**
 * Reads the newest payments, oldest first, with the refunds, the sum of all payments and the merchant's reporting currency. The list is
 * bounded because anyone can send any number of tiny payments.
 */
async function readPayments(
  { db }: Pick<Context, 'db'>,
  id: string,
  { tenantId }: Pick<Caller, 'tenantId'>,
): Promise<Paid> {
  const [newest, refunded, currency] = await Promise.all([
    selectNewest(db, id),
    readRefundedOfRequest(db, id),
    readReportingCurrency({ db }, tenantId),
  ])
  const payments = newest.toReversed()
  const all = payments.length < MAX_TOLD_PAYMENTS ? payments : await selectReceived(db, id)
  const receivedUnits = all.reduce((sum, row) => sum + BigInt(row.credited_units), 0n)
  return { payments, receivedUnits, refunded, currency }
}
