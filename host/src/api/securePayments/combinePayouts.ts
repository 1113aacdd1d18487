import { batchFeeAddress, createUlid } from '@secure-payment/core'
import type { CombineReason, FeePlanAnswer } from '@secure-payment/core/api'
import { combinePolicies, parseAccessPolicy } from '../../access/accessPolicy.ts'
import { readRedirect } from '../../access/readRedirect.ts'
import { type Caller, creatorOf } from '../../auth/caller.ts'
import { refuseHostedPage } from '../../auth/refuseHostedPage.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import type { IdempotencyClaim } from '../../http/idempotency.ts'
import { type NonEmpty, nonEmpty } from '../../nonEmpty.ts'
import { findObstacle, type Refusal } from '../../paying/cancelObstacles.ts'
import { PayoutNotCombinableError } from '../../paying/combineErrors.ts'
import { SecurePaymentNotFoundError } from '../../paying/errors.ts'
import { findUnsent } from '../../paying/findUnsent.ts'
import { lockPages, lockRequests } from '../../payments/requestRows.ts'
import { findRefunds } from '../../refunds/refundRows.ts'
import { addFeePlans, readFeePlan, writeFeePlan } from '../../requests/feePlan.ts'
import { guardKnownBatchFee } from '../../requests/findBatchFee.ts'
import { guardBatch } from '../../requests/guardBatch.ts'
import { guardSingleNode } from '../../requests/guardSingleNode.ts'
import { requireOneNetwork } from '../../requests/planItems.ts'
import { type WholeRequest, withPlan } from '../../requests/requestPlan.ts'
import { findReason } from './findReason.ts'

/** The parts of the context that combine payout links. */
export type CombineContext = Pick<
  Context,
  'audit' | 'chains' | 'config' | 'contracts' | 'db' | 'log' | 'now' | 'prices' | 'random' | 'rates'
>

/** The links to combine, and the page to create. */
export type Combination = {
  tokens: readonly string[]
  /** The member of the body that lists the tokens. */
  field: 'tokens' | 'childTokens'
  isMulticall: boolean
  redirectUrl?: string | undefined
  redirectLabel?: string | undefined
}

/** A new link for the payouts of earlier links. `requestIds` are in the order of the tokens. */
export type Combined = {
  page: Pick<Row<'secure_payments'>, 'token' | 'created_at' | 'expires_at' | 'fee_plan'>
  requestIds: readonly string[]
}

type Page = Row<'secure_payments'>
/** One of the links, with its only request. */
type Child = { page: Page; request: WholeRequest }

const ULID_RANDOM_BYTES = 10
const CREATED = 201

/**
 * Moves the requests of open payout links to one new link, which pays them in one transaction, and ends the earlier links. A request keeps
 * its payment reference, so a transaction for an earlier link that still arrives pays the request that the new link offers.
 *
 * The call acquires the same locks as a payer's steps: first the requests, then the pages. Therefore, either this call finds a wallet that
 * has begun to pay, or the wallet's next step finds the page ended. As in `changeUnpaid`, a second try ignores reported transactions that no
 * node has.
 *
 * @throws CallerRefusedError, SecurePaymentNotFoundError, PayoutNotCombinableError, MixedNetworksError, BatchUnsupportedError,
 * BatchFeeSetError, MixedFeeAddressesError, SingleNodeLimitError, InvalidInputError
 */
export async function combinePayouts<A>(
  context: CombineContext,
  call: { caller: Caller; idempotency: IdempotencyClaim | null },
  combination: Combination,
  describe: (combined: Combined) => A,
): Promise<A> {
  const { caller } = call
  const { field } = combination
  refuseHostedPage(caller)
  const redirect = await readRedirect(context, combination, caller)
  const found = await readChildren(context.db.kysely, combination, caller)
  const requests = nonEmpty(found.map(({ request }) => request))
  requireOneNetwork(requests, (index) => `${field}[${index}]`)
  guardBatch(context.config, requests, field)
  guardKnownBatchFee(context, requests)
  batchFeeAddress(requests.map(readFee))
  await guardSingleNode(context, requests.map(readAmount), field)
  const facts = { ...call, combination, redirect, requests, describe }
  const first = await tryCombine(context, facts, new Set())
  if ('answer' in first) return first.answer
  const unsent = await findUnsent(context, first)
  if (unsent.size === 0) throw first.error
  const second = await tryCombine(context, facts, unsent)
  if ('answer' in second) return second.answer
  throw second.error
}

function readFee({ fee_address, fee_units, payee }: WholeRequest) {
  return { feeAddress: fee_address, feeUnits: BigInt(fee_units), payee }
}

function readAmount({ network, invoice_currency, expected_units }: WholeRequest) {
  return { network, invoiceCurrency: invoice_currency, amountUnits: BigInt(expected_units) }
}

type Facts<A> = {
  caller: Caller
  idempotency: IdempotencyClaim | null
  combination: Combination
  redirect: Awaited<ReturnType<typeof readRedirect>>
  requests: NonEmpty<WholeRequest>
  describe: (combined: Combined) => A
}

/** A wallet may be paying one of the links. `doubts` lists the reports that cause the obstacle; empty if there is better evidence. */
type Refused = {
  error: PayoutNotCombinableError
  doubts: Refusal['doubts']
  requests: readonly WholeRequest[]
}

async function tryCombine<A>(
  context: CombineContext,
  facts: Facts<A>,
  unsent: ReadonlySet<string>,
): Promise<{ answer: A } | Refused> {
  const { db } = context
  const { caller, combination, idempotency, describe } = facts
  return db.transaction(async (tx) => {
    const now = context.now()
    await lockRequests(tx, db.dialect, facts.requests.map(({ id }) => id).toSorted())
    await lockPages(tx, db.dialect, combination.tokens.toSorted())
    const children = await readChildren(tx, combination, caller)
    const refused = await findRefusal(tx, { children, combination, now, unsent })
    if (refused !== null) return refused
    const page = buildPage(context, { ...facts, children, now })
    await moveRequests(tx, { page, children, combination, now })
    await context.audit?.write(tx, page.token)
    const answer = describe({ page, requestIds: children.map(({ request }) => request.id) })
    const key = idempotency?.row(CREATED, answer)
    if (key !== undefined) await tx.insertInto('idempotency_keys').values(key).execute()
    return { answer }
  })
}

/**
 * Reads the caller's links with their requests, in the order of the tokens. A client ID is public, so it combines only links that it
 * created.
 *
 * @throws SecurePaymentNotFoundError, PayoutNotCombinableError
 */
async function readChildren(
  kysely: Context['db']['kysely'] | Tx,
  { tokens, field }: Combination,
  caller: Caller,
): Promise<NonEmpty<Child>> {
  const pages = await kysely
    .selectFrom('secure_payments')
    .selectAll()
    .where('token', 'in', tokens)
    .where('tenant_id', '=', caller.tenantId)
    .execute()
  const rows = await kysely
    .selectFrom('requests')
    .selectAll()
    .where('secure_payment_token', 'in', tokens)
    .execute()
  const pageOf = new Map(pages.map((page) => [page.token, page]))
  const requestOf = new Map(rows.map((row) => [row.secure_payment_token, withPlan(row)]))
  const children = tokens.map((token, index): Child => {
    const page = pageOf.get(token)
    const isForeign = caller.credential === 'clientId' && page?.client_id !== caller.clientId
    if (page === undefined || isForeign) {
      throw new SecurePaymentNotFoundError({ field: `${field}[${index}]` })
    }
    const refuse = (reason: CombineReason, isCombined = false) =>
      new PayoutNotCombinableError({ token, reason, field: `${field}[${index}]`, isCombined })
    if (page.flow !== 'pay') throw refuse('not_outgoing')
    if (page.payment_type !== 'single') throw refuse('not_single_payment')
    const request = requestOf.get(token)
    if (request === undefined) throw refuse('secure_payment_not_pending', true)
    return { page, request }
  })
  return nonEmpty(children)
}

async function findRefusal(
  tx: Tx,
  facts: {
    children: NonEmpty<Child>
    combination: Combination
    now: Date
    unsent: ReadonlySet<string>
  },
): Promise<Refused | null> {
  const { children, combination, now, unsent } = facts
  const requests = children.map(({ request }) => request)
  const refunds = await findRefunds(tx, requests)
  const refusals: Refused[] = []
  for (const [index, { page, request }] of children.entries()) {
    const { token } = page
    const field = `${combination.field}[${index}]`
    const reason = findReason({ page, request }, now) ?? (refunds.has(request.id) ? OTHER : null)
    if (reason !== null) throw new PayoutNotCombinableError({ token, reason, field })
    const refusal = await findObstacle(tx, { token, requests: [request], now, unsent })
    if (refusal === null) continue
    const error = new PayoutNotCombinableError({
      token,
      reason: REASONS[refusal.obstacle.reason],
      field,
    })
    refusals.push({ error, doubts: refusal.doubts, requests })
  }
  const [first] = refusals
  if (first === undefined) return null
  const proven = refusals.find(({ doubts }) => doubts.length === 0)
  return proven ?? { ...first, doubts: refusals.flatMap(({ doubts }) => doubts) }
}

const OTHER = 'not_payable_child'
const REASONS: Readonly<Record<Refusal['obstacle']['reason'], CombineReason>> = {
  paid: 'already_paid',
  seen: 'request_processing',
  bridged: 'request_processing',
  sent: 'request_processing',
  attempt: 'request_processing',
  scheduled: OTHER,
  batch: OTHER,
}

function buildPage<A>(
  context: Pick<Context, 'random'>,
  facts: Facts<A> & { children: NonEmpty<Child>; now: Date },
): NewRow<'secure_payments'> & Combined['page'] {
  const { caller, children, combination, redirect, now } = facts
  const { tenantId, clientId, origin } = creatorOf(caller)
  const access = combinePolicies(
    children.map(({ page }, index) => ({
      policy: parseAccessPolicy(page.access_policy),
      field: `${combination.field}[${index}]`,
    })),
  )
  const [{ page: first }] = children
  // No payout becomes payable for longer than its own link allowed.
  const expires_at = children.map(({ page }) => page.expires_at).toSorted()[0] ?? first.expires_at
  return {
    token: createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES)),
    tenant_id: tenantId,
    client_id: clientId,
    payment_type: 'batch',
    network: first.network,
    status: 'pending',
    reference: null,
    payer_identifier: null,
    origin,
    created_at: now.toISOString(),
    expires_at,
    completed_at: null,
    flow: 'pay',
    creator_wallet: caller.credential === 'walletSession' ? caller.wallet.address : null,
    ...redirect,
    access_policy: access && JSON.stringify(access),
    fee_plan: writeFeePlan(planCombined(children)),
  }
}

/** Adds up the links' fee plans; null if a link has no plan, if their plans state different bearers, or for several currencies. */
function planCombined(children: NonEmpty<Child>): FeePlanAnswer | null {
  const [{ request: first }] = children
  const isOther = ({ request }: Child) => request.payment_currency !== first.payment_currency
  return children.some(isOther)
    ? null
    : addFeePlans(children.map(({ page }) => readFeePlan(page.fee_plan)))
}

async function moveRequests(
  tx: Tx,
  facts: {
    page: NewRow<'secure_payments'> & Combined['page']
    children: NonEmpty<Child>
    combination: Combination
    now: Date
  },
): Promise<void> {
  const { page, children, combination, now } = facts
  await tx
    .updateTable('secure_payments')
    .set({ status: 'invalidated' })
    .where('token', 'in', combination.tokens)
    .execute()
  await tx.insertInto('secure_payments').values(page).execute()
  for (const [index, { request }] of children.entries()) {
    await tx
      .updateTable('requests')
      .set({
        secure_payment_token: page.token,
        item_index: index,
        expires_at: page.expires_at,
        updated_at: now.toISOString(),
      })
      .where('id', '=', request.id)
      .execute()
  }
  const rows = children.map(({ page: child, request }, position) => ({
    child_token: child.token,
    token: page.token,
    position,
    request_id: request.id,
    is_multicall: combination.isMulticall ? 1 : 0,
    tenant_id: page.tenant_id,
  }))
  await tx.insertInto('combined_payouts').values(rows).execute()
}
