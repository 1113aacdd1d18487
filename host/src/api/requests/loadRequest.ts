import type { OfframpStatus } from '@secure-payment/core/offramp'
import { sql } from 'kysely'
import { type Caller, mayUse } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { type Planned, withPlan } from '../../requests/requestPlan.ts'

/** The note about money that arrived before calldata was requested. */
const AWAITS_TARGET =
  'The money has arrived, and needs a payer and a bank account: request the calldata with clientUserId and paymentDetailsId.'

/**
 * The columns of a request that the API returns. No column is a 64-bit integer: a single one would make the driver read all
 * numbers of a row as 64-bit integers.
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
  'fee_bearer',
  'conversion_path',
  'max_rate_age_s',
  'payment_reference',
  'reference',
  'customer_info',
  'order_details',
  'status',
  'has_been_paid',
  'paid_late',
  'tx_hash',
  'cancelled_at',
  'is_crypto_to_fiat_allowed',
  'recurrence',
  'is_recurrence_stopped',
  'is_payout',
  'original_request_id',
  'original_payment_reference',
  'created_at',
  'updated_at',
  'option_count',
] as const

/** A request, as the API returns it. */
export type StoredRequest = Planned<Pick<Row<'requests'>, (typeof REQUEST_COLUMNS)[number]>>

/**
 * A request with its offramp's status and note (null without an offramp), and its payment page's access policy (null without a page).
 */
export type OfframpedRequest = StoredRequest & {
  offramp_status: OfframpStatus | null
  offramp_note: string | null
  access_policy: string | null
}

/**
 * Also has the note on the last bridge transfer that did not pay normally; null if there is none. A note on a false hash counts only if
 * there is no other note. Also contains the token of the payment page and the time of its first opening. The flags state whether the
 * request only defines a link's terms, and whether it has attempts or pending payments.
 */
export type NotedRequest = OfframpedRequest & {
  intent_note: string | null
  secure_payment_token: string | null
  is_terms: number
  opened_at: string | null
  has_attempt: 1 | null
  has_screening: 1 | null
  has_pending: 1 | null
}

/** Subqueries for a select list: each reads the single offramp of a `requests` row. */
export const OFFRAMP_STATUS = sql<OfframpStatus | null>`(select status from offramps
  where offramps.request_id = requests.id)`

/** The note for the merchant: a request for missing data, or the reason why the money was sent back or the transfer failed. */
export const OFFRAMP_NOTE = sql<string | null>`(select
  case when payer_id is null then ${sql.lit(AWAITS_TARGET)} else failure_reason end
  from offramps where offramps.request_id = requests.id)`

/** A subquery for the access policy of a `requests` row's page: the wallets that may pay, and whether the page hides the payee. */
export const PAGE_POLICY = sql<string | null>`(select access_policy from secure_payments
  where secure_payments.token = requests.secure_payment_token)`

const selectRequest = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .select([...REQUEST_COLUMNS, 'secure_payment_token', 'is_terms', 'client_id'])
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
      sql<string | null>`(select opened_at from secure_payments
        where secure_payments.token = requests.secure_payment_token)`.as('opened_at'),
      sql<1 | null>`(select 1 from attempts
        where attempts.token = requests.secure_payment_token limit 1)`.as('has_attempt'),
      sql<1 | null>`(select 1 from payment_screenings as screening
        where screening.token = requests.secure_payment_token limit 1)`.as('has_screening'),
    ])
    .where('id', '=', TEXT)
    .where('tenant_id', '=', TEXT)
    .compile(),
)

/**
 * Loads a request that the caller may use, with its current status: an open request with a pending payment is `processing`.
 *
 * @throws RequestNotFoundError
 */
export async function loadRequest(
  context: Pick<Context, 'db'>,
  facts: { requestId: string; caller: Caller },
): Promise<NotedRequest> {
  if (!isRequestId(facts.requestId)) throw new RequestNotFoundError()
  const [found] = await selectRequest(context.db, facts.requestId, facts.caller.tenantId)
  if (found === undefined || !mayUse(facts.caller, { clientId: found.client_id })) {
    throw new RequestNotFoundError()
  }
  return withPresentStatus(withPlan(found), found.has_pending !== null)
}

/**
 * Returns a request with the status that callers see. An open request with a pending payment is `processing`, and a cancelled one without
 * any payment is `invalidated`.
 */
export function withPresentStatus<R extends Pick<StoredRequest, 'status' | 'cancelled_at'>>(
  request: R,
  hasPending: boolean,
): R {
  const isOpen = request.status === 'created' || request.status === 'partially_paid'
  if (isOpen && hasPending) return { ...request, status: 'processing' }
  const isCancelled = request.cancelled_at !== null && request.status === 'created'
  return isCancelled ? { ...request, status: 'invalidated' } : request
}
