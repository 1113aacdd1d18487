import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { Database } from '../db/openDatabase.ts'
import { createLagRecord } from './createLagRecord.ts'

/** A replica of the database, for reads that may come from it. */
export type Replica = AsyncDisposable & {
  /** Returns the replica if it is at most 5 s behind the primary; otherwise null. */
  current(): Database | null
  /** The measured lag in seconds; it grows while the replica does not respond. */
  lagS(): number
  /** Called after a merchant's call that may have written; `hasWritten` is true until a usable replica has this write. */
  wrote(tenantId: string): void
  hasWritten(tenantId: string): boolean
  /** Called when a read from the replica failed: it is not used again until it has responded. */
  failed(error: unknown): void
}

/** The maximum lag of a replica that is read. */
const MAX_LAG_MS = 5_000
const POLL_MS = 500
/** The maximum number of merchants whose recent writes a host remembers. */
const MAX_WRITERS = 100_000
/** The interval at which a failure that lasts is logged again. */
const SUMMARY_MS = 5 * 60_000

type ReplicaContext = Pick<Context, 'db' | 'log' | 'signal'>

/** Measures a replica's lag twice per second until the host stops. Disposal closes the replica's connections. */
export function openReplica({ db, log, signal }: ReplicaContext, replica: Database): Replica {
  const lag = createLagRecord()
  const writes = new LRUCache<string, true>({ max: MAX_WRITERS, ttl: MAX_LAG_MS })
  let isUsable = false
  let loggedAtMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function fail(error: unknown): void {
    isUsable = false
    if (performance.now() - loggedAtMs < SUMMARY_MS) return
    loggedAtMs = performance.now()
    log.warn({ err: error }, 'Cannot read from the replica; reading from the primary')
  }

  async function measure(): Promise<void> {
    const atMs = performance.now()
    lag.written(atMs, (await readPosition(db, sql`pg_current_wal_lsn()`)) ?? 0n)
    const replayed = await readPosition(replica, sql`pg_last_wal_replay_lsn()`)
    if (replayed === null)
      throw new Error('PAY_DATABASE_READ_URL names a server that is no replica')
    lag.replayed(replayed)
    if (!isUsable && loggedAtMs > Number.NEGATIVE_INFINITY) {
      loggedAtMs = Number.NEGATIVE_INFINITY
      log.info('The replica responds again')
    }
    isUsable = true
  }

  async function poll(): Promise<void> {
    await measure().catch(fail)
    if (!signal.aborted) timer = setTimeout(poll, POLL_MS).unref()
  }
  const running = poll()
  const lagMs = () => lag.lagMs(performance.now())
  return {
    current: () => (isUsable && lagMs() <= MAX_LAG_MS ? replica : null),
    lagS: () => lagMs() / 1_000,
    wrote: (tenantId) => void writes.set(tenantId, true),
    hasWritten: (tenantId) => writes.has(tenantId),
    failed: fail,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      await replica[Symbol.asyncDispose]()
    },
  }
}

/** Reads a position in the log, in bytes; null if the server has none of this kind. */
async function readPosition(
  { kysely }: Pick<Database, 'kysely'>,
  position: RawBuilder<unknown>,
): Promise<bigint | null> {
  const { rows } = await sql<{ position: bigint | null }>`
    select cast(pg_wal_lsn_diff(${position}, '0/0') as bigint) as position`.execute(kysely)
  return rows[0]?.position ?? null
}
