import { sql } from 'kysely'
import type { Row } from '../db/schema.ts'
import { readOpenSlots } from '../relayer/nonceSlots.ts'
import type { RelayContext } from '../relayer/relayContext.ts'
import { workIdOf } from '../relayer/workKey.ts'

/** A stored permit, with the client ID that created its payment; null for another credential. */
export type Permit = Row<'permits'> & { client_id: string | null }

/**
 * The age after which a permit is no longer sent; the caller that submitted it waits half of this time. If that caller's host was killed
 * in the meantime, the page has already requested an approval.
 */
const MAX_DUE_MS = 20_000
/** The maximum number of permits that one run examines. */
const MAX_READ = 100

/**
 * Reads the permits that are due, oldest first: those to send now, and those to drop. Only one permit per owner and token is sent at a
 * time, because a second one with the same nonce would waste its gas.
 */
export async function readDuePermits(
  context: RelayContext,
): Promise<{ wanted: readonly Permit[]; unwanted: readonly Permit[] }> {
  const due = await selectDue(context)
  if (due.length === 0) return { wanted: [], unwanted: [] }
  const now = context.now()
  const wanted = due.filter((permit) => isWanted(permit, now))
  return {
    wanted: await leaveOutSecond(context, wanted),
    unwanted: due.filter((permit) => !isWanted(permit, now)),
  }
}

/** A permit with the facts that show whether its payer still waits for it; `lease_until` is null if the attempt is gone. */
type Due = Permit & {
  lease_until: string | null
  payment_hash: string | null
  page_status: Row<'secure_payments'>['status']
  page_expires_at: string
}

function selectDue({ db, settings }: RelayContext): Promise<Due[]> {
  return db.kysely
    .selectFrom('permits')
    .innerJoin('secure_payments as page', 'page.token', 'permits.token')
    .leftJoin('attempts', 'attempts.id', 'permits.attempt_id')
    .selectAll('permits')
    .select([
      'page.client_id',
      'attempts.lease_until',
      'attempts.tx_hash as payment_hash',
      'page.status as page_status',
      'page.expires_at as page_expires_at',
    ])
    .where('permits.network', '=', settings.network.id)
    .where(sql<boolean>`permits.status = 'due'`)
    .orderBy('permits.created_at')
    .limit(MAX_READ)
    .execute()
}

/**
 * Returns whether the payment can be paid, the attempt is open and has sent nothing, and the submitting call may still be open. An
 * attempt that was deleted has no lease.
 */
function isWanted(permit: Due, now: Date): boolean {
  const at = now.toISOString()
  const isPayable = permit.page_status === 'pending' && permit.page_expires_at > at
  const isLive = (permit.lease_until ?? at) > at && permit.payment_hash === null
  return isPayable && isLive && now.getTime() - Date.parse(permit.created_at) < MAX_DUE_MS
}

async function leaveOutSecond(
  context: RelayContext,
  due: readonly Permit[],
): Promise<readonly Permit[]> {
  const taken = await readPartiesInFlight(context)
  return due.filter((permit) => {
    const party = partyOf(permit)
    if (taken.has(party)) return false
    taken.add(party)
    return true
  })
}

async function readPartiesInFlight(context: RelayContext): Promise<Set<string>> {
  const slots = await readOpenSlots(context)
  const ids = slots
    .flatMap(({ transactions }) => transactions.map((row) => workIdOf('permit', row)))
    .filter((id) => id !== null)
  if (ids.length === 0) return new Set()
  const permits = await context.db.kysely
    .selectFrom('permits')
    .select(['owner', 'token_address'])
    .where('id', 'in', ids)
    .execute()
  return new Set(permits.map(partyOf))
}

function partyOf({ owner, token_address }: Pick<Permit, 'owner' | 'token_address'>): string {
  return `${owner} ${token_address}`
}
