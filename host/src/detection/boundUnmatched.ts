import { createUlid } from '@secure-payment/core'
import type { Context } from '../context.ts'
import { UNREADABLE, type UnmatchedPayment } from '../settlement/detectedPayment.ts'

/**
 * The maximum number of unmatched payments with known references that are kept per kind, merchant and hour, because any sender can create
 * more.
 */
const MAX_UNMATCHED_AN_HOUR = 50

const HOUR_MS = 3_600_000
const ULID_RANDOM_BYTES = 10

/**
 * Omits cheap unmatched payments with known references above a limit per merchant and hour. Anyone who sees a reference on chain can repeat
 * it thousands of times in a transaction, at almost no cost. Notable payments have a separate limit, so that payments in an invented token
 * do not use up the share of listed tokens.
 */
export async function boundUnmatched(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  unmatched: readonly UnmatchedPayment[],
): Promise<readonly UnmatchedPayment[]> {
  const cheap = Map.groupBy(unmatched.filter(isCheap), kindOf)
  if (cheap.size === 0) return unmatched
  const earlier = await countEarlier(context, unmatched.filter(isCheap))
  const dropped = new Set<UnmatchedPayment>()
  for (const [kind, ofKind] of cheap) {
    const room = Math.max(0, MAX_UNMATCHED_AN_HOUR - (earlier.get(kind) ?? 0))
    const over = ofKind.slice(room)
    for (const payment of over) dropped.add(payment)
    const [first] = over
    if (first === undefined) continue
    const { tenantId, network } = first
    context.log.warn(
      { tenantId, network, count: over.length },
      'Stored only the first of many rejected payments',
    )
  }
  return unmatched.filter((payment) => !dropped.has(payment))
}

const unreadable: readonly string[] = UNREADABLE

function isCheap({ requestId, reason, isNotable, worthUsd }: UnmatchedPayment): boolean {
  if (requestId === '' || unreadable.includes(reason)) return false
  return !isNotable || worthUsd === null
}

function kindOf({ tenantId, isNotable }: Pick<UnmatchedPayment, 'tenantId' | 'isNotable'>): string {
  return `${tenantId} ${isNotable}`
}

/** Returns the number of payments of each kind that were kept within the last hour. */
async function countEarlier(
  { db, now }: Pick<Context, 'db' | 'now'>,
  cheap: readonly UnmatchedPayment[],
): Promise<ReadonlyMap<string, number>> {
  const since = createUlid(now().getTime() - HOUR_MS, new Uint8Array(ULID_RANDOM_BYTES))
  const rows = await db.kysely
    .selectFrom('unmatched_payments')
    .select(({ fn }) => ['tenant_id', 'is_notable', fn.countAll().as('count')])
    .where('tenant_id', 'in', [...new Set(cheap.map(({ tenantId }) => tenantId))])
    .where('id', '>=', since)
    .where('request_id', '!=', '')
    .where('reason', 'not in', unreadable)
    .where(({ or, eb }) => or([eb('is_notable', '=', 0), eb('worth_usd', 'is', null)]))
    .groupBy(['tenant_id', 'is_notable'])
    .execute()
  return new Map(
    rows.map(({ tenant_id, is_notable, count }) => [
      kindOf({ tenantId: tenant_id, isNotable: is_notable === 1 }),
      Number(count),
    ]),
  )
}
