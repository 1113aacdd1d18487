import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import type { RequestCreate } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { type Caller, creatorOf } from '../auth/caller.ts'
import { refuseHostedPage } from '../auth/refuseHostedPage.ts'
import { codecOf } from '../chains/chainCodec.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { AcceptedAnswer } from '../http/acceptedAnswer.ts'
import type { IdempotencyClaim } from '../http/idempotency.ts'
import { buildOptionRows } from './buildOptionRows.ts'
import { buildRequestRow, type RequestFacts } from './buildRequestRow.ts'
import { commitCreated } from './commitCreated.ts'
import { commitPayout, waitingRows } from './commitPayout.ts'
import { commitRecurrence } from './commitRecurrence.ts'
import { commitRequests } from './commitRequests.ts'
import { writeCustomer } from './customerColumn.ts'
import { decideFee, type StatedFee } from './decideFee.ts'
import { refuseReservedDestinations } from './destinationPolicies.ts'
import { FeeBearerUnsupportedError } from './errors.ts'
import { findBoundDestination } from './findBoundDestination.ts'
import { guardPayees } from './guardPayees.ts'
import { guardSingleNode } from './guardSingleNode.ts'
import { writeOrder } from './orderColumn.ts'
import { planCryptoToFiat } from './planCryptoToFiat.ts'
import { planOptions } from './planOptions.ts'
import { type PlannedRequest, planRequest } from './planRequest.ts'
import { judgeStart, MAX_START_YEARS, type Recurrence } from './recurrence.ts'

/** The identifiers of a new request. */
export type CreatedRequest = { requestId: string; paymentReference: string }

const CREATED = 201

/**
 * Creates a request, and returns once it is durable. Requests do not expire. The fee is the client ID's, if any; a call
 * states its fee when the request is paid.
 *
 * @throws CallerRefusedError, DestinationInactiveError, InvalidInputError naming the field, TooManyRecurrencesError,
 * and what `planRequest` throws
 */
export async function createRequest(
  context: CreateContext & Pick<Context, 'offramp'>,
  { body, caller, idempotency, prices = null }: Stated,
): Promise<CreatedRequest> {
  const { offramp } = context
  const call = { body, caller, idempotency, offramp, prices }
  return createRequestWith(context, call, async () => ({}))
}

type Stated = Pick<CreateCall, 'body' | 'caller' | 'idempotency' | 'prices'>

type CreateContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'>

/**
 * Creates a request together with further members of the response. `complete` runs before the request is stored; if it fails, no request
 * is stored. `statedFee` is the part of the fee that the call states; by default none.
 *
 * @throws what `createRequest` and `complete` throw, and FeeNotAllowedError
 */
async function createRequestWith<T extends object>(
  context: CreateContext,
  call: CreateCall,
  complete: (row: Row<'requests'>) => Promise<T>,
): Promise<CreatedRequest & T> {
  const { caller, idempotency, body } = call
  const { planned, buildRow } = await prepare(context, call)
  const build = async () => {
    const row = buildRow()
    const answer = { ...namesOf(row), ...(await complete(row)) }
    const idempotencyKey = idempotency?.row(CREATED, answer) ?? null
    const options = buildOptionRows(context, planned.options, row)
    return { answer, rows: { securePayment: null, requests: [row], options, idempotencyKey } }
  }
  const isBounded = caller.credential === 'clientId' && body.recurrence !== undefined
  return commitCreated(context, build, isBounded ? commitRecurrence : commitRequests)
}

/**
 * Creates a payout like `createRequestWith`. A payout that waits for a second member's approval is stored without running
 * `complete`, and the response has the status 202. Version 1 of the API rejects such a payout instead (`mayWait`).
 *
 * @throws PayoutNeedsApprovalError, and what `createRequestWith` throws
 */
export async function createPayoutWith<T extends object>(
  context: CreateContext & Pick<Context, 'audit'>,
  call: CreateCall & { mayWait?: boolean },
  complete: (row: Row<'requests'>) => Promise<T>,
): Promise<(CreatedRequest & T) | AcceptedAnswer> {
  const { caller, idempotency, mayWait = true } = call
  const { planned, buildRow } = await prepare(context, { ...call, isPayout: true })
  const payout = { caller, kind: 'payout', items: [planned], mayWait } as const
  return commitPayout<(CreatedRequest & T) | AcceptedAnswer>(context, payout, async (id) => {
    const row = buildRow()
    const rows = { securePayment: null, requests: [row], idempotencyKey: null }
    if (id !== null) return waitingRows(rows, id, idempotency)
    const answer = { ...namesOf(row), ...(await complete(row)) }
    const idempotencyKey = idempotency?.row(CREATED, answer) ?? null
    return { answer, rows: { ...rows, idempotencyKey } }
  })
}

function namesOf(row: Row<'requests'>): CreatedRequest {
  return { requestId: row.id, paymentReference: row.payment_reference }
}

type CreateCall = {
  body: RequestCreate
  caller: Caller
  idempotency: IdempotencyClaim | null
  statedFee?: StatedFee
  /** The operation's name for the payer's field, if it is not `payer`. */
  payerField?: string | undefined
  /** The offramp that may receive the money; none by default. */
  offramp?: Context['offramp']
  /** The market prices that the payment may use; none by default. */
  prices?: Context['prices']
}

/** Plans and checks a new request, except for its ids, which `buildRow` creates. */
async function prepare(
  context: CreateContext,
  call: CreateCall & { isPayout?: boolean },
): Promise<{ planned: PlannedRequest; buildRow: () => Row<'requests'> }> {
  const { body, caller, statedFee = {}, payerField = 'payer' } = call
  refuseHostedPage(caller)
  const bound = findBoundDestination(caller)
  const deposit = body.isCryptoToFiatAllowed
    ? planCryptoToFiat({ offramp: call.offramp ?? null }, body, { bound })
    : null
  const stated = deposit === null ? body : { ...body, payee: deposit.payee }
  const fee = decideFee({ defaultFeeBearer: body.defaultFeeBearer, ...statedFee }, caller)
  if (deposit !== null && fee?.bearer === 'payee') throw new FeeBearerUnsupportedError()
  // A provider pays out only the invoiced currency itself.
  const prices = deposit === null ? (call.prices ?? null) : null
  const terms = { fee, bound, path: '', prices }
  const own = planRequest(context.config, stated, terms)
  const options = planOptions(context.config, body, own, terms)
  const planned = options.length === 0 ? own : { ...own, options }
  // For a bank account, the payee is the provider's deposit address, which needs no check.
  if (deposit === null) await guardPayees(context, caller, [planned], () => 'payee')
  await guardPayees(context, caller, options, () => 'payees')
  await refuseReservedDestinations(context, caller, [planned], {
    isReceived: call.isPayout !== true && deposit === null,
    fieldAt: () => 'payee',
  })
  for (const one of [planned, ...options]) await guardSingleNode(context, [one], 'amount')
  const payer = readPayer(body.payer, planned.network, payerField)
  const { isPayout = false } = call
  const facts = { ...readFacts(body, caller, context.now()), payer, isPayout }
  const { plan } =
    deposit === null
      ? planned
      : { plan: { way: 'bank_payout', provider: deposit.provider } as const }
  const whole = { ...planned, plan }
  return { planned: whole, buildRow: () => buildRequestRow(context, whole, facts) }
}

function readFacts(body: RequestCreate, caller: Caller, now: Date): RequestFacts {
  const { recurrence } = body
  return {
    ...creatorOf(caller),
    reference: body.reference ?? null,
    now,
    customerInfo: writeCustomer(body.customerInfo),
    order: writeOrder(body.order, [body]),
    isCryptoToFiatAllowed: body.isCryptoToFiatAllowed,
    recurrence: recurrence === undefined ? null : checkStart(recurrence, now),
    original: {
      requestId: body.originalRequestId ?? null,
      paymentReference: body.originalRequestPaymentReference ?? null,
    },
  }
}

function readPayer(payer: string | undefined, network: string, field: string): string | null {
  if (payer === undefined) return null
  return atField(field, () => codecOf(getNetwork(network)).readAddress(payer))
}

function checkStart(recurrence: Recurrence, now: Date): Recurrence {
  switch (judgeStart(recurrence.startDate, now)) {
    case 'fine':
      return recurrence
    case 'past':
      throw invalidStart({ code: 'date_in_past', message: 'must not be before today (UTC)' })
    case 'far':
      throw invalidStart({
        code: 'out_of_range',
        message: `must be within ${MAX_START_YEARS} years`,
      })
  }
}

function invalidStart(issue: Omit<FieldIssue, 'field'>): InvalidInputError {
  return new InvalidInputError([{ field: 'recurrence.startDate', ...issue }])
}
