import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { SilenceWatch } from './createSilenceWatch.ts'

/** A held lease. The next holder gets a higher fencing number. */
export type Lease = { name: string; holder: string; fencing: bigint }

/**
 * An acquired lease. `formerEnd` is the time at which the previous holder would have lost it, or null if the lease was renewed.
 */
export type TakenLease = Lease & { formerEnd: string | null }

/** Another host has taken over the lease, so this host must no longer commit under it. */
export class StaleLeaseError extends Error {
  override readonly name = 'StaleLeaseError'

  constructor(lease: Lease) {
    super(`The lease ${lease.name} with the fencing number ${lease.fencing} was taken over.`)
  }
}

/** The time after which another holder may acquire a silent holder's lease. */
export const LEASE_MS = 15_000

/** The name of a lease holder; disposing of it declares that the holder no longer holds a lease. */
export type Holder = Disposable & { readonly name: string }

/** Names a holder by machine, process id and a random part, so that every start of a host is a new holder. */
export function createHolder(random: Context['random']): Holder {
  const name = `${PLACE}:${process.pid}:${Buffer.from(random(8)).toString('hex')}`
  liveHolders.add(name)
  return { name, [Symbol.dispose]: () => liveHolders.delete(name) }
}

/** The stored end of a released lease. */
const GIVEN_UP = new Date(0).toISOString()

/**
 * Acquires or renews a lease; `null` while another holder has it. Another holder can acquire a lease
 * - at once, if it was released or its holder's process has ended;
 * - after its end, if the hosts share a clock or `silence` is absent, because a single check cannot observe silence;
 * - when `silence` has found it unchanged for a lease's whole duration, regardless of its end, because clocks may be wrong.
 *
 * If the previous holder is still running, the fencing number makes its commits fail.
 */
export async function acquireLease(
  context: Pick<Context, 'db' | 'now' | 'clock'>,
  name: string,
  holder: string,
  silence?: SilenceWatch,
): Promise<TakenLease | null> {
  const { db, now, clock } = context
  const hasSharedClock = clock === undefined || clock.isShared
  return db.transaction(async (tx) => {
    const endOf = (at: Date) => new Date(at.getTime() + LEASE_MS).toISOString()
    await tx
      .insertInto('leases')
      .values({ name, holder, fencing: 1n, expires_at: endOf(now()) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const row = await readLease(tx, db.dialect, name)
    if (row === undefined) return null
    // The clock may have been corrected while this call waited for the row.
    const readAt = now()
    const isOwn = row.holder === holder
    const latestEnd = hasSharedClock || silence === undefined ? readAt.toISOString() : GIVEN_UP
    // This check always runs, so that the silence is measured from the first call.
    const isSilent = silence?.isSilent(`${row.holder} ${row.fencing} ${row.expires_at}`) ?? false
    const isFree = row.expires_at <= latestEnd || isSilent || isDeadNeighbour(row.holder)
    if (!isOwn && !isFree) return null
    const fencing = isOwn ? row.fencing : row.fencing + 1n
    await tx
      .updateTable('leases')
      .set({ holder, fencing, expires_at: endOf(readAt) })
      .where('name', '=', name)
      .execute()
    return { name, holder, fencing, formerEnd: isOwn ? null : row.expires_at }
  })
}

/** Releases a lease, so that another host can acquire it without waiting. */
export async function releaseLease(context: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  await context.db.kysely
    .updateTable('leases')
    .set({ expires_at: GIVEN_UP })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .where('fencing', '=', lease.fencing)
    .execute()
}

/**
 * Releases a lease on one-time work, such as work on a record, and deletes the lease's row. The next call that acquires the lease
 * counts as a new holder.
 */
export async function dropLease(context: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  await context.db.kysely
    .deleteFrom('leases')
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .where('fencing', '=', lease.fencing)
    .execute()
}

/**
 * Throws unless the lease is still held. Every transaction that the lease guards must call this function first. On PostgreSQL the row
 * stays locked until the commit, so another holder waits for that commit.
 * @throws StaleLeaseError
 */
export async function assertLease(
  tx: Tx,
  dialect: Context['db']['dialect'],
  lease: Lease,
): Promise<void> {
  const row = await readLease(tx, dialect, lease.name)
  if (row?.holder !== lease.holder || row.fencing !== lease.fencing) {
    throw new StaleLeaseError(lease)
  }
}

function readLease(tx: Tx, dialect: Context['db']['dialect'], name: string) {
  const query = tx.selectFrom('leases').selectAll().where('name', '=', name)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Holders of this process; several if tests run several hosts in one process. */
const liveHolders = new Set<string>()

/**
 * The scope within which process ids are unique. Two containers may have the same host name but separate process ids. On Linux, the name
 * therefore includes the boot id and the namespace of process ids.
 */
const PLACE = [
  hostname(),
  readIfAny(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  readIfAny(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')),
].join('/')

function readIfAny(read: () => string): string {
  try {
    return read()
  } catch {
    // Other systems have no such namespaces.
    return ''
  }
}

/**
 * Returns whether a holder ran on this machine and its process has ended, including a holder whose process id the current process now
 * has.
 */
function isDeadNeighbour(holder: string): boolean {
  const [place, pidText = ''] = holder.split(':')
  if (place !== PLACE || !/^\d+$/.test(pidText)) return false
  const pid = Number(pidText)
  if (pid === process.pid) return !liveHolders.has(holder)
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
