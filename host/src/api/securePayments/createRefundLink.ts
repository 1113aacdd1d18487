import { createUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { type Caller, creatorOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { type NonEmpty, nonEmpty } from '../../nonEmpty.ts'
import { findPaying, type Reported } from '../../paying/cancelObstacles.ts'
import { statusAt } from '../../paying/describeSecurePayment.ts'
import { findUnsent } from '../../paying/findUnsent.ts'
import { lockPages, lockRequests, tokensOf } from '../../payments/requestRows.ts'
import { RefundNotFoundError, RefundNotPayableError } from '../../refunds/errors.ts'
import { type LoadedRefund, selectRefunds } from '../../refunds/loadRefund.ts'
import { guardKnownBatchFee } from '../../requests/findBatchFee.ts'
import { guardBatch } from '../../requests/guardBatch.ts'
import { requireOneNetwork } from '../../requests/planItems.ts'
import { readExpiry } from '../../requests/readExpiry.ts'
import type { WholeRequest } from '../../requests/requestPlan.ts'
import { securePaymentUrl } from '../../requests/securePaymentUrl.ts'
import { describeRefund } from '../refunds/describeRefund.ts'

type Create = typeof api.securePayments.createRefund
type LinkContext = Pick<
  Context,
  'audit' | 'chains' | 'config' | 'contracts' | 'db' | 'log' | 'now' | 'random'
>

const ULID_RANDOM_BYTES = 10
const CREATED = 201
const FIELD = 'refundIds'

/**
 * Returns a link that pays open refunds: the existing link that pays exactly these refunds, otherwise a new one. The
 * refunds' requests move to the new link, and their earlier links end, so no two links offer the same refund.
 *
 * The call acquires the same locks as a payer's steps: first the requests, then the pages. Therefore, either this call finds a page on
 * which a wallet has begun to pay, or the wallet's next step finds the page ended. As in `changeUnpaid`, a second try ignores reported
 * transactions that no node has.
 *
 * @throws RefundNotFoundError and RefundNotPayableError naming `refundIds[i]`, MixedNetworksError, BatchUnsupportedError,
 * BatchFeeSetError
 */
export async function createRefundLink(
  context: LinkContext,
  call: Call<Create>,
): Promise<Output<Create>> {
  const { refundIds } = call.body
  const found = nonEmpty(await loadOwn(context.db.kysely, refundIds, call.caller))
  requireOneNetwork(found, (index) => `${FIELD}[${index}]`)
  if (found.length > 1) guardBatch(context.config, found, FIELD)
  guardKnownBatchFee(context, found)
  const first = await tryLink(context, call, { found, unsent: new Set() })
  if ('token' in first) return first
  const unsent = await findUnsent(context, first)
  if (unsent.size === 0) throw first.error
  const second = await tryLink(context, call, { found, unsent })
  if ('token' in second) return second
  throw second.error
}

/** A wallet may be paying an earlier link; `doubts` as in `Refusal`. */
type Refused = {
  error: RefundNotPayableError
  doubts: readonly Reported[]
  requests: readonly WholeRequest[]
}

async function tryLink(
  context: LinkContext,
  { body: { refundIds }, caller, idempotency }: Call<Create>,
  { found, unsent }: { found: NonEmpty<LoadedRefund>; unsent: ReadonlySet<string> },
): Promise<Output<Create> | Refused> {
  const { db } = context
  return db.transaction(async (tx) => {
    const requestIds = found.map(({ refund_request_id }) => refund_request_id)
    const locked = await lockRequests(tx, db.dialect, requestIds.toSorted())
    const refunds = await loadOwn(tx, refundIds, caller)
    refunds.forEach(guardPayable)
    const requests = nonEmpty(requestIds.flatMap((id) => locked.get(id) ?? []))
    const tokens = tokensOf(requests)
    await lockPages(tx, db.dialect, tokens)
    const same = await findSame(tx, context, requests)
    const refused =
      same === null
        ? await findRefusal(tx, { refundIds, requests, tokens, now: context.now(), unsent })
        : null
    if (refused !== null) return refused
    const page = same ?? (await openLink(tx, context, { caller, requests, tokens }))
    const answer = {
      refundIds: [...refundIds],
      requestIds,
      securePaymentUrl: securePaymentUrl(context.config, page.token),
      token: page.token,
      expiresAt: page.expires_at,
    }
    const key = idempotency?.row(CREATED, answer)
    if (key !== undefined) await tx.insertInto('idempotency_keys').values(key).execute()
    return answer
  })
}

/** Loads refunds of the caller's merchant in the order of their ids. @throws RefundNotFoundError */
async function loadOwn(
  kysely: Context['db']['kysely'] | Tx,
  ids: readonly string[],
  { tenantId }: Pick<Caller, 'tenantId'>,
): Promise<LoadedRefund[]> {
  const rows = await selectRefunds(kysely)
    .where('refunds.id', 'in', ids)
    .where('refunds.tenant_id', '=', tenantId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id, index) => {
    const row = byId.get(id)
    if (row === undefined) throw new RefundNotFoundError({ field: `${FIELD}[${index}]` })
    return row
  })
}

/** @throws RefundNotPayableError */
function guardPayable(refund: LoadedRefund, index: number): void {
  const { id: refundId, status } = describeRefund(refund)
  if (status === 'open') return
  throw new RefundNotPayableError({ refundId, reason: status, field: `${FIELD}[${index}]` })
}

type Page = Pick<Row<'secure_payments'>, 'token' | 'expires_at'>

/** Finds the open link whose unpaid requests are exactly the given ones; null if there is none. */
async function findSame(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  requests: NonEmpty<WholeRequest>,
): Promise<Page | null> {
  const [{ secure_payment_token: token }] = requests
  if (token === null || requests.some((one) => one.secure_payment_token !== token)) return null
  const page = await tx
    .selectFrom('secure_payments')
    .select(['token', 'status', 'expires_at'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  if (statusAt(page, now()) !== 'pending') return null
  const unpaid = await tx
    .selectFrom('requests')
    .select('id')
    .where('secure_payment_token', '=', token)
    .where('has_been_paid', '=', 0)
    .execute()
  return unpaid.length === requests.length ? page : null
}

type Opening = {
  caller: Caller
  requests: NonEmpty<WholeRequest>
  /** The tokens of the requests' pages. */
  tokens: readonly string[]
}

/**
 * Finds a wallet that may be paying one of the earlier links; null if there is none. Returns `doubts` only if unconfirmed reports are the
 * only obstacle.
 */
async function findRefusal(
  tx: Tx,
  facts: Pick<Opening, 'requests' | 'tokens'> & {
    refundIds: readonly string[]
    now: Date
    unsent: ReadonlySet<string>
  },
): Promise<Refused | null> {
  const { refundIds, requests, tokens, now, unsent } = facts
  const refusals: Refused[] = []
  for (const token of tokens) {
    const moving = requests.filter((one) => one.secure_payment_token === token)
    const requestIds = moving.map(({ id }) => id)
    const refusal = await findPaying(tx, { token, requestIds, now, unsent })
    if (refusal === null) continue
    const index = requests.findIndex((one) => one.secure_payment_token === token)
    const refundId = String(refundIds[index])
    const field = `${FIELD}[${index}]`
    const error = new RefundNotPayableError({ refundId, reason: 'in_progress', field })
    refusals.push({ error, doubts: refusal.doubts, requests })
  }
  const [first] = refusals
  if (first === undefined) return null
  const proven = refusals.find(({ doubts }) => doubts.length === 0)
  return proven ?? { ...first, doubts: refusals.flatMap(({ doubts }) => doubts) }
}

async function openLink(
  tx: Tx,
  context: LinkContext,
  { caller, requests, tokens }: Opening,
): Promise<Page> {
  const now = context.now()
  if (tokens.length > 0) {
    await tx
      .updateTable('secure_payments')
      .set({ status: 'invalidated' })
      .where('token', 'in', tokens)
      .where('status', 'in', ['pending', 'expired'])
      .execute()
  }
  const page = buildPage(context, { caller, requests, now })
  await tx.insertInto('secure_payments').values(page).execute()
  for (const [index, { id }] of requests.entries()) {
    await tx
      .updateTable('requests')
      .set({ secure_payment_token: page.token, item_index: index })
      .where('id', '=', id)
      .execute()
  }
  await context.audit?.write(tx, page.token)
  return page
}

function buildPage(
  context: Pick<Context, 'config' | 'random'>,
  { caller, requests, now }: { caller: Caller; requests: NonEmpty<WholeRequest>; now: Date },
): NewRow<'secure_payments'> & Page {
  const { tenantId, clientId, origin } = creatorOf(caller)
  return {
    token: createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES)),
    tenant_id: tenantId,
    client_id: clientId,
    payment_type: requests.length === 1 ? 'single' : 'batch',
    network: requests[0].network,
    status: 'pending',
    // A search for the order's reference must not find money that went out.
    reference: null,
    payer_identifier: null,
    origin,
    created_at: now.toISOString(),
    expires_at: readExpiry(undefined, { now, lifetimeS: context.config.linkLifetimeS }),
    completed_at: null,
    flow: 'pay',
    creator_wallet: caller.credential === 'walletSession' ? caller.wallet.address : null,
    redirect_url: null,
    redirect_label: null,
    access_policy: null,
  }
}
