import { BaseError } from '@secure-payment/core'
import type { OfframpStatus } from '@secure-payment/core/offramp'
import { sql } from 'kysely'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import { type Planned, withPlan } from '../../requests/requestPlan.ts'

/** No request has this id, or it is another tenant's. */
export class RequestNotFoundError extends BaseError {
  readonly code = 'request_not_found'
  readonly kind = 'not_found'

  /** `field` names it where a call is about several: `requestIds[3]`. */
  constructor(facts: { field?: string } = {}) {
    const { field } = facts
    const id = field === undefined ? 'this id' : `the id of ${field}`
    super(`There is no request with ${id}.`, { field })
  }
}

/** The note of money that came before calldata was requested. */
const AWAITS_TARGET =
  'The money has arrived, and needs a payer and a bank account: request the calldata with clientUserId and paymentDetailsId.'

const REQUEST_ID = /^01[0-9a-f]{64}$/

/** Whether a text has the form of a request's id. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}

/**
 * The columns of a request that the API returns. None is a 64-bit integer: one would turn every number of a row into a
 * 64-bit read.
 */
export const REQUEST_COLUMNS = [
  'id',
  'kind',
  'network',
  'payee',
  'payer',
  'invoice_currency',
  'payment_currency',
  'amount',
  'expected_units',
  'paid_units',
  'fee_percentage',
  'fee_units',
  'fee_address',
  'conversion_path',
  'max_rate_age_s',
  'payment_reference',
  'reference',
  'customer_info',
  'status',
  'has_been_paid',
  'paid_late',
  'tx_hash',
  'is_crypto_to_fiat_allowed',
  'recurrence',
  'is_recurrence_stopped',
  'original_request_id',
  'original_payment_reference',
  'updated_at',
] as const

/** A request as the API returns it. */
export type StoredRequest = Planned<Pick<Row<'requests'>, (typeof REQUEST_COLUMNS)[number]>>

/**
 * Adds the progress of its money on the way into a bank account, with anything unusual about it (nulls without an
 * offramp). Also adds the access policy of its payment page (null without a page).
 */
export type OfframpedRequest = StoredRequest & {
  offramp_status: OfframpStatus | null
  offramp_note: string | null
  access_policy: string | null
}

/** Adds the outcome of the last bridge transfer that did not simply pay, false hashes last; null when there is none. */
export type NotedRequest = OfframpedRequest & { intent_note: string | null }

/** Subselects on the one offramp of a row of `requests`, for a select list. */
export const OFFRAMP_STATUS = sql<OfframpStatus | null>`(select status from offramps
  where offramps.request_id = requests.id)`

/** A note for the merchant; the reason, where money was sent back or failed. */
export const OFFRAMP_NOTE = sql<string | null>`(select
  case when payer_id is null then ${sql.lit(AWAITS_TARGET)} else failure_reason end
  from offramps where offramps.request_id = requests.id)`

/**
 * The wallets that may pay on the page of a row of `requests`, and who may see the payee; a subselect as those above.
 */
export const PAGE_POLICY = sql<string | null>`(select access_policy from secure_payments
  where secure_payments.token = requests.secure_payment_token)`

const selectRequest = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .select(REQUEST_COLUMNS)
    .select(
      sql<1 | null>`(select 1 from pending_payments as pending
        where pending.request_id = requests.id limit 1)`.as('has_pending'),
    )
    .select(
      sql<string | null>`(select note from intents where intents.request_id = requests.id
        and intents.note is not null
        order by case when intents.status = 'foreign' then 1 else 0 end, intents.id desc limit 1)`.as(
        'intent_note',
      ),
    )
    .select([
      OFFRAMP_STATUS.as('offramp_status'),
      OFFRAMP_NOTE.as('offramp_note'),
      PAGE_POLICY.as('access_policy'),
    ])
    .where('id', '=', TEXT)
    .where('tenant_id', '=', TEXT)
    .compile(),
)

/**
 * Loads a request of the caller's tenant, with the status that it has now: one that is open with a payment under way is
 * `processing`.
 *
 * @throws RequestNotFoundError
 */
export async function loadRequest(
  context: Pick<Context, 'db'>,
  facts: { requestId: string; caller: Caller },
): Promise<NotedRequest> {
  if (!isRequestId(facts.requestId)) throw new RequestNotFoundError()
  const [found] = await selectRequest(context.db, facts.requestId, facts.caller.tenantId)
  if (found === undefined) throw new RequestNotFoundError()
  const { has_pending, ...request } = found
  return withPresentStatus(withPlan(request), has_pending !== null)
}

/** A request with the status that callers see: one that is open with a payment under way is `processing`. */
export function withPresentStatus<R extends Pick<StoredRequest, 'status'>>(
  request: R,
  hasPending: boolean,
): R {
  const isOpen = request.status === 'created' || request.status === 'partially_paid'
  return isOpen && hasPending ? { ...request, status: 'processing' } : request
}
