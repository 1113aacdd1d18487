import { BaseError } from '@secure-payment/core'
import type { WaitingPayout } from '@secure-payment/core/api'
import { sql } from 'kysely'
import { type Caller, principalOf } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { lockTenant } from '../db/lockTenant.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { NewRow } from '../db/schema.ts'
import { ACCEPTED, AcceptedAnswer } from '../http/acceptedAnswer.ts'
import type { IdempotencyClaim } from '../http/idempotency.ts'
import { createId } from '../id.ts'
import { addNotices, approvalNotice } from '../notices/addNotices.ts'
import { commitCreated } from './commitCreated.ts'
import type { CreatedRows } from './commitRequests.ts'
import { payoutWorth } from './payoutWorth.ts'
import type { PlannedRequest } from './planRequest.ts'

/** The period over which payouts below the limit add up. */
const WINDOW_MS = 24 * 3_600_000

/** One call's payout. */
export type NewPayout = {
  caller: Caller
  kind: 'payout' | 'payout_link' | 'schedule'
  items: readonly PlannedRequest[]
  /** The number of payments for each item; by default one. */
  times?: number
  /** Work in the transaction that stores the payout; none by default. */
  steps?: CommitSteps
  /** Whether the operation can return a payout that waits; false for version 1 of the API. */
  mayWait?: boolean
}

/** Work in the transaction that stores a payout. The work may run again after a conflict. */
type CommitSteps = {
  /** Runs before the commit acquires its locks. It locks requests, and throws if nothing may be stored. */
  begin: (tx: Tx) => Promise<void>
  /** Runs after the rows are stored, with the approval that they wait for, if any. */
  end: (tx: Tx, approvalId: string | null) => Promise<void>
}

type CommitContext = Pick<
  Context,
  'audit' | 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'
>

/**
 * Commits a payout, which may have to wait for a second member's approval. Adds the worth of this payout to that of the last 24 hours'
 * payouts without an approval. If the sum reaches the merchant account's approval limit, the payout waits. A payout without a known worth
 * also waits. For a payout that waits, `build` receives the approval's id, and its response must contain no calldata and no link. Only the
 * merchant reads the response and the event of a refund, so both name its recipient and its payment reference.
 *
 * The function reads the sum under a lock on the merchant account, so concurrent calls on any number of hosts cannot exceed the limit
 * together.
 *
 * @throws PayoutNeedsApprovalError, and what `commitCreated` and `build` throw
 */
export async function commitPayout<T>(
  context: CommitContext,
  payout: NewPayout,
  build: (approvalId: string | null) => Promise<{ rows: CreatedRows; answer: T }>,
): Promise<T> {
  const { tenantId } = payout.caller
  const limit = await readLimit(context.db.kysely, tenantId)
  const { steps } = payout
  if (limit === null) {
    const commit =
      steps && ((_: unknown, rows: CreatedRows) => commitWith(context, { steps, rows }))
    return commitCreated(context, () => build(null), commit)
  }
  const worth = await payoutWorth(context, payout.items, payout.times ?? 1)
  if (worth !== null && worth < limit) {
    try {
      return await commitCreated(
        context,
        () => build(null),
        (_, rows) => commitBelow(context, { tenantId, worth, rows, steps }),
      )
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error
    }
  }
  guardMayWait(payout)
  const id = createId(context)
  return commitCreated(
    context,
    () => build(id),
    (_, rows) => commitWaiting(context, { id, payout, worth, rows }),
  )
}

/** Adds the response of a payout that waits to its rows. */
export function waitingRows(
  rows: CreatedRows,
  approvalId: string,
  idempotency: IdempotencyClaim | null,
): { rows: CreatedRows; answer: AcceptedAnswer } {
  const answer = describeWaiting(approvalId, rows)
  const idempotencyKey = idempotency?.row(ACCEPTED, answer) ?? null
  return { rows: { ...rows, idempotencyKey }, answer: new AcceptedAnswer(answer) }
}

function describeWaiting(approvalId: string, rows: CreatedRows): WaitingPayout {
  return {
    status: 'awaiting_approval',
    approvalId,
    requestIds: rows.requests.map(({ id }) => id),
    recurringPaymentId: rows.recurringPayment?.id ?? null,
  }
}

/** Reads a merchant account's approval limit in US cents; null for none. */
export async function readLimit(
  kysely: Context['db']['kysely'] | Tx,
  tenantId: string,
): Promise<bigint | null> {
  const tenant = await kysely
    .selectFrom('tenants')
    .select('approval_limit_cents')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  const cents = tenant?.approval_limit_cents ?? null
  return cents === null ? null : BigInt(cents)
}

/** Together with the other payouts of 24 hours, this payout reaches the limit. */
class LimitReached extends Error {}

/** Commits a payout with steps for a merchant account without a limit, in a separate transaction. */
async function commitWith(
  { db }: CommitContext,
  { steps, rows }: { steps: CommitSteps; rows: CreatedRows },
): Promise<void> {
  await db.transaction(async (tx) => {
    await steps.begin(tx)
    await insertRows(tx, rows, null)
    await steps.end(tx, null)
  })
}

/** @throws LimitReached */
async function commitBelow(
  context: CommitContext,
  facts: {
    tenantId: string
    worth: bigint
    rows: CreatedRows
    steps: CommitSteps | undefined
  },
): Promise<void> {
  const { tenantId, worth, rows, steps } = facts
  const now = context.now()
  await context.db.transaction(async (tx) => {
    await steps?.begin(tx)
    await lockTenant(tx, tenantId)
    const limit = await readLimit(tx, tenantId)
    const since = new Date(now.getTime() - WINDOW_MS).toISOString()
    const { sum } = await tx
      .selectFrom('payout_worths')
      .select(sql<string>`cast(coalesce(sum(worth_cents), 0) as text)`.as('sum'))
      .where('tenant_id', '=', tenantId)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
    if (limit !== null && BigInt(sum) + worth >= limit) throw new LimitReached()
    const row = { tenant_id: tenantId, worth_cents: worth, created_at: now.toISOString() }
    await tx
      .insertInto('payout_worths')
      .values({ id: createId(context), ...row })
      .execute()
    await insertRows(tx, rows, null)
    await steps?.end(tx, null)
  })
}

async function commitWaiting(
  context: CommitContext,
  facts: { id: string; payout: NewPayout; worth: bigint | null; rows: CreatedRows },
): Promise<void> {
  const { id, payout, worth, rows } = facts
  const { tenantId } = payout.caller
  const asked = await findAsking(context, payout.caller)
  await context.db.transaction(async (tx) => {
    await payout.steps?.begin(tx)
    await tx
      .insertInto('approvals')
      .values({
        id,
        tenant_id: tenantId,
        kind: payout.kind,
        status: 'waiting',
        subject_id: rows.securePayment?.token ?? rows.recurringPayment?.id ?? null,
        request_ids: JSON.stringify(rows.requests.map((request) => request.id)),
        worth_cents: worth,
        limit_cents: null,
        ...asked,
        expires_at: rows.securePayment?.expires_at ?? null,
        created_at: context.now().toISOString(),
        decided_by: null,
        decided_at: null,
      })
      .execute()
    await insertRows(tx, rows, id)
    await payout.steps?.end(tx, id)
    await addNotices(tx, context, [approvalNotice(tenantId, id)])
  })
}

/** Finds the member who requests the approval; an API key acts for the member who created it. */
async function findAsking(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
): Promise<Pick<NewRow<'approvals'>, 'requested_by' | 'api_key_id'>> {
  if (caller.credential !== 'apiKey') {
    return { requested_by: principalOf(caller), api_key_id: null }
  }
  const key = await db.kysely
    .selectFrom('api_keys')
    .select('created_by')
    .where('id', '=', caller.keyId)
    .executeTakeFirst()
  return { requested_by: key?.created_by ?? null, api_key_id: caller.keyId }
}

async function insertRows(tx: Tx, rows: CreatedRows, approvalId: string | null): Promise<void> {
  const { securePayment, requests, recurringPayment, refunds, auditEntry, idempotencyKey } = rows
  const held = { approval_id: approvalId }
  if (securePayment !== null) await tx.insertInto('secure_payments').values(securePayment).execute()
  await tx
    .insertInto('requests')
    .values(requests.map((request) => ({ ...request, ...held })))
    .execute()
  if (recurringPayment != null) {
    await tx
      .insertInto('recurring_payments')
      .values({ ...recurringPayment, ...held })
      .execute()
  }
  if (refunds !== undefined && refunds.length > 0) {
    await tx
      .insertInto('refunds')
      .values([...refunds])
      .execute()
  }
  if (auditEntry != null) await tx.insertInto('audit_log').values(auditEntry).execute()
  if (idempotencyKey !== null) {
    await tx.insertInto('idempotency_keys').values(idempotencyKey).execute()
  }
}

/**
 * Rejects a payout that cannot wait for an approval. A client ID is public: any member could create a payout with it, and approve that
 * payout alone.
 */
function guardMayWait({ caller, mayWait = true }: NewPayout): void {
  if (caller.credential === 'clientId') throw new PayoutNeedsApprovalError('client_id')
  if (!mayWait) throw new PayoutNeedsApprovalError('version')
}

/** The payout needs an approval, for which this credential or operation cannot wait. */
class PayoutNeedsApprovalError extends BaseError {
  readonly code = 'payout_needs_approval'
  readonly kind = 'forbidden'

  constructor(because: 'client_id' | 'version') {
    super('This payout is worth so much that it needs the approval of a second member.', {
      hint:
        because === 'client_id'
          ? 'Create the payout with a session or an API key.'
          : 'Create the payout with POST /v2/payouts.',
    })
  }
}
