import type { RefundHeldReason } from '@secure-payment/core/api'
import { describeRequest } from '@secure-payment/core/ways'
import { sql } from 'kysely'
import { type Caller, mayUse } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { HELD_REASON } from '../refunds/heldSql.ts'
import { RequestNotFoundError } from '../requests/errors.ts'
import { isRequestId } from '../requests/isRequestId.ts'
import { withPlan } from '../requests/requestPlan.ts'
import { among } from '../search/among.ts'
import { countTransfers } from './countTransfers.ts'
import { isCovered } from './guardPayment.ts'
import { PAYABLE_COLUMNS, type PayableRequest, remainingUnits } from './payable.ts'

/** `open` if a request can be paid now, otherwise the reason why it cannot. */
type Payability =
  | 'open'
  | 'paid'
  | 'expired'
  | 'invalidated'
  | 'processing'
  /** The request states a reusable link's terms. */
  | 'reusable'
  /** The request's payout waits for a second member's approval, or a member declined the payout. */
  | 'unapproved'
  /** The request pays a refund, and the refunded payment is not on chain or does not cover the refund. */
  | 'held'
  /** A recurring payout pays the request on schedule; no other payer may pay it. */
  | 'scheduled'

/** A request with all facts that its payment needs. */
export type StoredPayable = PayableRequest & Page & { payability: Payability }

/**
 * A request's payment page, and the facts that decide whether it can be paid. The first three members are null without a page.
 */
type Page = {
  page_token: string | null
  access_policy: Row<'secure_payments'>['access_policy'] | null
  has_safe: 1 | null
  /** The merchant's contact for payers. */
  support_url: string | null
  /** The approval of the request's payout; null if the payout needs none. */
  approval_status: Row<'approvals'>['status'] | null
  /** Whether an approval or the approval limit covers the payout, so that no call may add a fee to it. */
  has_fixed_fee: 0 | 1
  /** The reason why a refund is held, or `payable`; null for other requests. */
  refund_state: RefundHeldReason | 'payable' | null
}

const selectRequest = preparedRead((kysely) =>
  payableRows(kysely)
    .where('requests.id', '=', TEXT)
    .where('requests.tenant_id', '=', TEXT)
    .compile(),
)
const selectPending = preparedRead((kysely) =>
  kysely
    .selectFrom('pending_payments')
    .select(['request_id', 'tx_hash', 'log_index', 'amount_units', 'request_units'])
    .where('request_id', '=', TEXT)
    .compile(),
)
const selectRecorded = preparedRead((kysely) =>
  kysely
    .selectFrom('payments')
    .select(['tx_hash', 'log_index', 'source_tx_hash'])
    .where('request_id', '=', TEXT)
    .compile(),
)
const selectTransfers = preparedRead((kysely) =>
  kysely
    .selectFrom('intents')
    .select(['request_id', 'status', 'tx_hash', 'promised_units'])
    .where('request_id', '=', TEXT)
    .where('promised_units', 'is not', null)
    .compile(),
)

/**
 * Loads a request that the caller may use, with all facts that its payment needs. The request is `processing` while pending payments cover
 * the rest: on chain but not deep enough to count, on a bridge, or signed by a payer. Another payment would then pay twice. Smaller payments do not block
 * payers; otherwise, dust from a stranger would. After a reorganisation, any pending payment blocks payers (see `isCovered`).
 *
 * @throws RequestNotFoundError
 */
export async function loadPayable(
  context: Pick<Context, 'db' | 'now'>,
  facts: { requestId: string; caller: Caller },
): Promise<StoredPayable> {
  const { requestId, caller } = facts
  if (!isRequestId(requestId)) throw new RequestNotFoundError()
  const [found] = await selectRequest(context.db, requestId, caller.tenantId)
  if (found === undefined || !mayUse(caller, { clientId: found.client_id })) {
    throw new RequestNotFoundError()
  }
  return judgePayability(context, found)
}

/**
 * Loads several requests as `loadPayable` loads one, in one read and in the order of their ids. Accepts at most as many ids as one batch
 * pays.
 *
 * @throws RequestNotFoundError naming `requestIds[i]`
 */
export async function loadPayables(
  context: Pick<Context, 'db' | 'now'>,
  facts: { requestIds: readonly string[]; caller: Caller },
): Promise<readonly StoredPayable[]> {
  const { requestIds, caller } = facts
  const { kysely, dialect } = context.db
  const found = await payableRows(kysely)
    .where(among(dialect, 'requests.id', requestIds))
    .where('requests.tenant_id', '=', caller.tenantId)
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = requestIds.map((id, index) => {
    const row = byId.get(id)
    if (row === undefined || !mayUse(caller, { clientId: row.client_id }))
      throw new RequestNotFoundError({ field: `requestIds[${index}]` })
    return row
  })
  return Promise.all(rows.map((row) => judgePayability(context, row)))
}

/**
 * Returns whether a payment that a payer signed for a request may still be sent: `open` unless another payment covers the rest, or the
 * request must not be paid. The signature precedes an expiry of the link, so the expiry does not count.
 */
export async function judgeSigned(
  context: Pick<Context, 'db' | 'now'>,
  { requestId, tenantId }: { requestId: string; tenantId: string },
): Promise<Payability> {
  const [found] = await selectRequest(context.db, requestId, tenantId)
  if (found === undefined) return 'invalidated'
  const page_status = found.page_status === 'expired' ? 'pending' : found.page_status
  const unsigned = { ...found, has_signed: null, expires_at: null, page_status }
  return (await judgePayability(context, unsigned)).payability
}

function payableRows(kysely: Context['db']['kysely']) {
  return kysely
    .selectFrom('requests')
    .leftJoin('secure_payments as page', 'page.token', 'requests.secure_payment_token')
    .select(PAYABLE_COLUMNS.map((column) => `requests.${column}` as const))
    .select([
      'requests.offramp_provider',
      'requests.has_been_paid',
      'requests.expires_at',
      'requests.recurring_payment_id',
      'requests.client_id',
      'page.status as page_status',
      'page.token as page_token',
      'page.access_policy',
      'requests.cancelled_at',
      'requests.approval_id',
      'requests.is_terms',
      sql<Row<'approvals'>['status'] | null>`(select approvals.status from approvals
        where approvals.id = requests.approval_id)`.as('approval_status'),
      sql<0 | 1>`case when requests.is_payout = 1 and (requests.approval_id is not null
        or exists (select 1 from tenants where tenants.id = requests.tenant_id
          and tenants.approval_limit_cents is not null)) then 1 else 0 end`.as('has_fixed_fee'),
      // A client ID's own branding precedes the tenant's, whose client ID is empty.
      sql<string | null>`(select support_url from brandings
        where brandings.tenant_id = requests.tenant_id
        and brandings.client_id in ('', coalesce(requests.client_id, ''))
        order by brandings.client_id desc limit 1)`.as('support_url'),
      sql<RefundHeldReason | 'payable' | null>`(select coalesce(${HELD_REASON}, 'payable')
        from refunds where refunds.refund_request_id = requests.id)`.as('refund_state'),
      sql<1 | null>`(select 1 from pending_payments as pending
        where pending.request_id = requests.id limit 1)`.as('has_pending'),
      sql<1 | null>`(select 1 from attempts
        where attempts.token = page.token and attempts.safe_tx_hash is not null
        limit 1)`.as('has_safe'),
      sql<1 | null>`(select 1 from signed_payments as signed
        where signed.request_id = requests.id and signed.status in ('stored', 'sent')
        limit 1)`.as('has_signed'),
      sql<1 | null>`(select 1 from intents
        where intents.request_id = requests.id and intents.promised_units is not null
        limit 1)`.as('has_transfer'),
    ])
}

async function judgePayability(
  context: Pick<Context, 'db' | 'now'>,
  row: PayableRow,
): Promise<StoredPayable> {
  const {
    has_pending,
    has_signed,
    has_transfer,
    has_been_paid,
    expires_at,
    page_status,
    cancelled_at,
    approval_id,
    is_terms,
    ...rest
  } = row
  const request = withPlan(rest)
  if (describeRequest(request.plan).isScheduled) return { ...request, payability: 'scheduled' }
  // A request also counts as paid if its money is in transit to a bank account, or did not arrive there.
  if (has_been_paid === 1 || remainingUnits(request) === 0n) {
    return { ...request, payability: 'paid' }
  }
  // The end of a refund's link does not end the refund, which can be paid through another link.
  const pageEnd = rest.refund_state === null ? page_status : null
  const isCancelled = cancelled_at !== null || pageEnd === 'invalidated'
  if (isCancelled) return { ...request, payability: 'invalidated' }
  const isExpired = expires_at !== null && expires_at <= context.now().toISOString()
  if (isExpired || pageEnd === 'expired') return { ...request, payability: 'expired' }
  if (is_terms === 1) return { ...request, payability: 'reusable' }
  // This check runs before every outcome that returns calldata. An approval whose row is missing counts as not given.
  if (approval_id !== null && rest.approval_status !== 'approved') {
    return { ...request, payability: 'unapproved' }
  }
  if (heldReasonOf(rest) !== null) return { ...request, payability: 'held' }
  const isMoving = has_pending !== null || has_transfer !== null
  const isProcessing = has_signed !== null || (isMoving && (await isBeingPaid(context, request)))
  return { ...request, payability: isProcessing ? 'processing' : 'open' }
}

/** Returns the reason why a request's refund must not be paid; null if it may be paid, or if the request pays no refund. */
export function heldReasonOf({
  refund_state: state,
}: Pick<StoredPayable, 'refund_state'>): RefundHeldReason | null {
  return state === 'payable' ? null : state
}

type PayableRow = Awaited<ReturnType<ReturnType<typeof payableRows>['execute']>>[number]

async function isBeingPaid({ db }: Pick<Context, 'db'>, request: PayableRequest): Promise<boolean> {
  const [pending, payments, transfers] = await Promise.all([
    selectPending(db, request.id),
    selectRecorded(db, request.id),
    selectTransfers(db, request.id),
  ])
  const counted = await countTransfers({ db }, [request], transfers)
  return isCovered({ payments, pending, transfers: counted }, request)
}
