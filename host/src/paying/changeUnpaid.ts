import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { lockSecurePayment } from '../db/lockSecurePayment.ts'
import type { Tx } from '../db/openDatabase.ts'
import { type NonEmpty, nonEmpty } from '../nonEmpty.ts'
import { lockRequests } from '../payments/requestRows.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { Obstacle } from './cancelErrors.ts'
import { findObstacle, type Refusal } from './cancelObstacles.ts'
import { findUnsent } from './findUnsent.ts'

/** The requests that change together, in the order of their ids, and their page; `token` is null without a page. */
export type Found = { token: string | null; requestIds: readonly string[] }

/** The inputs of a change to an unpaid payment. */
export type UnpaidContext = Pick<Context, 'chains' | 'config' | 'db' | 'log' | 'now'>

/** Locked requests, with their page. */
type Locked = { token: string | null; requests: NonEmpty<WholeRequest>; now: Date }

/** A change that a merchant may make only while no payer pays. */
type UnpaidChange<T> = {
  caller: Pick<Caller, 'tenantId'>
  find: (tx: Tx) => Promise<Found | null>
  /** Returns the result if no change is needed, otherwise null. Throws if the change is not possible at all. */
  check: (tx: Tx, locked: Locked) => Promise<T | null>
  /** Returns the error for an obstacle. */
  refuse: (obstacle: Obstacle) => Error
  change: (tx: Tx, locked: Locked) => Promise<T>
}

/**
 * Changes all requests of a secure payment, or one request without a page, in one transaction, if no payer has begun to pay them. Returns
 * null if the caller has no such payment or request.
 *
 * Locks the requests first, as recording a payment does, and then the secure payment, as beginning an attempt does. If the payment
 * or attempt comes first, the change is rejected; otherwise the payer's next read shows the change.
 *
 * Anyone with the link can report transactions. If only such reports prevent the change, the host queries the nodes without a
 * lock. It then tries again, and ignores the transactions that no node has.
 *
 * @throws the errors of `check`, and the error that `refuse` returns
 */
export async function changeUnpaid<T extends object>(
  context: UnpaidContext,
  change: UnpaidChange<T>,
): Promise<T | null> {
  const first = await tryChange(context, change, new Set())
  if (first === null || 'result' in first) return first?.result ?? null
  const unsent = await findUnsent(context, first)
  if (unsent.size === 0) throw change.refuse(first.obstacle)
  const second = await tryChange(context, change, unsent)
  if (second === null || 'result' in second) return second?.result ?? null
  throw change.refuse(second.obstacle)
}

type Refused = Refusal & { requests: readonly WholeRequest[] }

async function tryChange<T>(
  context: UnpaidContext,
  { caller, find, check, change }: UnpaidChange<T>,
  unsent: ReadonlySet<string>,
): Promise<{ result: T } | Refused | null> {
  return context.db.transaction(async (tx) => {
    const found = await find(tx)
    if (found === null) return null
    const rows = await lockRequests(tx, context.db.dialect, found.requestIds)
    const { token } = found
    if (token !== null) await lockSecurePayment(tx, token)
    const [first, ...others] = found.requestIds.flatMap((id) => rows.get(id) ?? [])
    if (first === undefined || first.tenant_id !== caller.tenantId) return null
    const requests = nonEmpty([first, ...others])
    const now = context.now()
    const locked = { token, requests, now }
    const settled = await check(tx, locked)
    if (settled !== null) return { result: settled }
    const refusal = await findObstacle(tx, { ...locked, unsent })
    if (refusal !== null) return { ...refusal, requests }
    return { result: await change(tx, locked) }
  })
}
