import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import type { RequestCreate } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { addressDigestOf, type Caller, clientIdOf } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { IdempotencyClaim } from '../../http/idempotency.ts'
import { buildRequestRow, type RequestFacts } from '../../requests/buildRequestRow.ts'
import { codecOf } from '../../requests/chainCodec.ts'
import { commitCreated } from '../../requests/commitCreated.ts'
import { commitRecurrence } from '../../requests/commitRecurrence.ts'
import { commitRequests } from '../../requests/commitRequests.ts'
import { decideFee, type StatedFee } from '../../requests/decideFee.ts'
import { findBoundDestination } from '../../requests/findBoundDestination.ts'
import { guardPayees } from '../../requests/guardPayees.ts'
import { guardSingleNode } from '../../requests/guardSingleNode.ts'
import { planCryptoToFiat } from '../../requests/planCryptoToFiat.ts'
import { planRequest } from '../../requests/planRequest.ts'
import { judgeStart, MAX_START_YEARS, type Recurrence } from '../../requests/recurrence.ts'

/** The identifiers of a new request. */
export type CreatedRequest = { requestId: string; paymentReference: string }

const CREATED = 201

/**
 * Creates a request, and returns once it is durable. Requests do not expire. The fee is the client ID's, or none: it is
 * stated when the request is paid.
 *
 * @throws CallerRefusedError, DestinationInactiveError, InvalidInputError naming the field, TooManyRecurrencesError,
 * and what `planRequest` throws
 */
export async function createRequest(
  context: CreateContext & Pick<Context, 'offramp'>,
  body: RequestCreate,
  caller: Caller,
  idempotency: IdempotencyClaim | null,
): Promise<CreatedRequest> {
  const { offramp } = context
  return createRequestWith(context, { body, caller, idempotency, offramp }, async () => ({}))
}

type CreateContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'rates'>

/**
 * Creates a request together with further members of the response. `complete` runs before the request is stored: when
 * it fails, no request is stored. `statedFee` is the part of the fee that the call states, by default nothing.
 *
 * @throws what `createRequest` and `complete` throw, and FeeNotAllowedError
 */
export async function createRequestWith<T extends object>(
  context: CreateContext,
  call: {
    body: RequestCreate
    caller: Caller
    idempotency: IdempotencyClaim | null
    statedFee?: StatedFee
    /** The operation's name for the payer, where it is not this one. */
    payerField?: string | undefined
    /**
     * The offramp that may receive the money; by default none: the operation makes no request that ends in a bank
     * account.
     */
    offramp?: Context['offramp']
  },
  complete: (row: Row<'requests'>) => Promise<T>,
): Promise<CreatedRequest & T> {
  const { body, caller, idempotency, statedFee = {}, payerField = 'payer' } = call
  if (caller.credential === 'clientId' && caller.isFirstParty) {
    throw new CallerRefusedError('client_id_restricted')
  }
  const bound = findBoundDestination(caller)
  const deposit = body.isCryptoToFiatAllowed
    ? planCryptoToFiat({ offramp: call.offramp ?? null }, body, { bound })
    : null
  const stated = deposit === null ? body : { ...body, payee: deposit.payee }
  const fee = decideFee(statedFee, caller)
  const planned = planRequest(context.config, stated, { fee, bound, path: '' })
  // The provider's own address, where the money ends in a bank account.
  if (deposit === null) await guardPayees(context, caller, [planned], () => 'payee')
  await guardSingleNode(context, [planned], 'amount')
  const payer = readPayer(body.payer, planned.network, payerField)
  const facts = { ...readFacts(body, caller, context.now()), payer }
  const { plan } =
    deposit === null
      ? planned
      : { plan: { way: 'bank_payout', provider: deposit.provider } as const }
  const build = async () => {
    const row = buildRequestRow(context, { ...planned, plan }, facts)
    const names = { requestId: row.id, paymentReference: row.payment_reference }
    const answer = { ...names, ...(await complete(row)) }
    const idempotencyKey = idempotency?.row(CREATED, answer) ?? null
    return { answer, rows: { securePayment: null, requests: [row], idempotencyKey } }
  }
  const isBounded = caller.credential === 'clientId' && body.recurrence !== undefined
  return commitCreated(context, build, isBounded ? commitRecurrence : commitRequests)
}

function readFacts(body: RequestCreate, caller: Caller, now: Date): RequestFacts {
  const { recurrence, customerInfo = {} } = body
  return {
    tenantId: caller.tenantId,
    clientId: clientIdOf(caller),
    origin: caller.credential === 'clientId' ? caller.origin : null,
    addressDigest: addressDigestOf(caller),
    reference: body.reference ?? null,
    now,
    customerInfo: Object.keys(customerInfo).length === 0 ? null : JSON.stringify(customerInfo),
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
