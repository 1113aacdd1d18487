import { isUlid } from '@secure-payment/core'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { ageMs } from '../clock/ageMs.ts'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { hashApiKey, isSameDigest } from './apiKey.ts'

/**
 * The time for which a credential is cached: a revoked one stops working on every host within this time.
 */
const CACHE_TTL_MS = 500
const MAX_CACHED = 10_000
/** `last_used_at` is written at most this often per credential. */
const TOUCH_INTERVAL_MS = 60_000

type ApiKeyRecord = Pick<
  Row<'api_keys'>,
  'id' | 'tenant_id' | 'hash' | 'status' | 'scopes' | 'expires_at' | 'last_used_at'
>
type ClientIdRecord = Row<'client_ids'> & {
  origins: ReadonlySet<string>
  /** The destination of every payment of the client ID; null if it is not bound. An inactive destination accepts no new payments. */
  payeeDestination: BoundDestination | null
}
/** The destination that a client ID is bound to, in its current state. `destinationId` is a composite id. */
type BoundDestination = { destinationId: string; isActive: boolean }

/** Reads credentials, each at most twice per second. */
export type Credentials = {
  findApiKey(key: string): Promise<ApiKeyRecord | null>
  findClientId(clientId: string): Promise<ClientIdRecord | null>
}

const selectKey = preparedRead((kysely) =>
  kysely
    .selectFrom('api_keys')
    .select(['id', 'tenant_id', 'hash', 'status', 'scopes', 'expires_at', 'last_used_at'])
    .where('hash', '=', TEXT)
    .compile(),
)
const selectClient = preparedRead((kysely) =>
  kysely
    .selectFrom('client_ids as client')
    .leftJoin('payee_destinations as followed', (join) =>
      join
        .onRef('followed.id', '=', 'client.payee_destination_id')
        .onRef('followed.tenant_id', '=', 'client.tenant_id'),
    )
    .leftJoin('payee_destinations as named', (join) =>
      join.onRef('named.destination_id', '=', 'client.payee_destination_id'),
    )
    .leftJoin('payee_destinations as current', (join) =>
      join
        .onRef('current.wallet_address', '=', 'named.wallet_address')
        .on('current.is_active', '=', sql.lit(1)),
    )
    .leftJoin('left_destinations as left', (join) =>
      join
        .onRef('left.destination_id', '=', 'client.payee_destination_id')
        .onRef('left.tenant_id', '=', 'client.tenant_id'),
    )
    .selectAll('client')
    .select([
      'followed.destination_id as followed_id',
      'followed.is_active as followed_is_active',
      'named.id as named_id',
      'current.id as current_id',
      'left.left_at',
    ])
    .where('client.client_id', '=', TEXT)
    .compile(),
)

/** Opens the store of credentials. */
export function createCredentials(context: Pick<Context, 'db' | 'now' | 'log'>): Credentials {
  const { db } = context
  const memory = memoryOf(db)
  return {
    async findApiKey(key) {
      const hash = hashApiKey(key)
      const cached = memory.keys.get(hash)
      if (isFresh(cached)) return cached.record
      const { changes } = memory
      const [found] = await selectKey(db, hash)
      const record = found !== undefined && isSameDigest(found.hash, hash) ? found : null
      // A record that was read before a change on this host is not cached.
      if (changes === memory.changes) memory.keys.set(hash, remember(record))
      if (record !== null) touch(context, 'api_keys', record)
      return record
    },
    async findClientId(clientId) {
      const cached = memory.clients.get(clientId)
      if (isFresh(cached)) return cached.record
      const { changes } = memory
      const [row] = await selectClient(db, clientId)
      const record =
        row === undefined
          ? null
          : {
              ...row,
              origins: parseOrigins(row.allowed_domains),
              payeeDestination: readDestination(row),
            }
      if (changes === memory.changes) memory.clients.set(clientId, remember(record))
      if (record !== null) touch(context, 'client_ids', record)
      return record
    },
  }
}

/**
 * Forgets this host's cached credentials, so that a change applies here at once; other hosts follow within half a second. Call it after
 * the change is committed. Notifies all listeners.
 */
export function forgetCredentials({ db }: Pick<Context, 'db'>): void {
  const memory = memoryOf(db)
  memory.changes += 1
  memory.keys.clear()
  memory.clients.clear()
  announceCredentialsChange({ db })
}

/** Notifies all listeners that sessions have ended; no cache holds sessions. Call it after the change is committed. */
export function announceCredentialsChange({ db }: Pick<Context, 'db'>): void {
  for (const listener of memoryOf(db).listeners) listener()
}

/** Calls `listener` whenever credentials may have changed on this host; returns a function that unsubscribes. */
export function onCredentialsChange({ db }: Pick<Context, 'db'>, listener: () => void): () => void {
  const { listeners } = memoryOf(db)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** `until` is on the process's own monotonic clock, in milliseconds. */
type Remembered<R> = { record: R | null; until: number }
type Memory = {
  keys: LRUCache<string, Remembered<ApiKeyRecord>>
  clients: LRUCache<string, Remembered<ClientIdRecord>>
  /** The number of times that the caches were cleared. */
  changes: number
  listeners: Set<() => void>
}

/**
 * One cache per database, for its lifetime. Authentication fills the cache, and the actions that change credentials clear it.
 */
const memories = new WeakMap<Context['db'], Memory>()

function memoryOf(db: Context['db']): Memory {
  let memory = memories.get(db)
  if (memory === undefined) {
    const options = { max: MAX_CACHED }
    memory = {
      keys: new LRUCache(options),
      clients: new LRUCache(options),
      changes: 0,
      listeners: new Set(),
    }
    memories.set(db, memory)
  }
  return memory
}

/**
 * The expiry of the cache itself would set a timer every millisecond, which would be the largest cost of checking a credential.
 */
function remember<R>(record: R | null): Remembered<R> {
  return { record, until: performance.now() + CACHE_TTL_MS }
}

function isFresh<R>(remembered: Remembered<R> | undefined): remembered is Remembered<R> {
  return remembered !== undefined && performance.now() < remembered.until
}

function parseOrigins(json: string): ReadonlySet<string> {
  const parsed: unknown = JSON.parse(json)
  return new Set(Array.isArray(parsed) ? parsed.map(String) : [])
}

/**
 * A composite id is used unchanged and needs no record. If a record exists, the destination accepts no payments while its wallet has no
 * active record, or once the merchant has moved away from it. The id of a record leads to its current destination; a deleted record accepts no payments.
 */
function readDestination(row: {
  payee_destination_id: string | null
  followed_id: string | null
  followed_is_active: number | null
  named_id: string | null
  current_id: string | null
  left_at: string | null
}): BoundDestination | null {
  if (row.payee_destination_id === null) return null
  if (row.followed_id !== null) {
    return { destinationId: row.followed_id, isActive: row.followed_is_active === 1 }
  }
  return {
    destinationId: row.payee_destination_id,
    isActive:
      row.left_at === null &&
      !isUlid(row.payee_destination_id) &&
      (row.named_id === null || row.current_id !== null),
  }
}

/** Records the use of a credential after the response; no call waits for it or fails because of it. */
function touch(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  table: 'api_keys' | 'client_ids',
  record: { id: string; last_used_at: string | null },
): void {
  const now = context.now()
  const last = record.last_used_at === null ? 0 : Date.parse(record.last_used_at)
  if (ageMs(now.getTime(), last) < TOUCH_INTERVAL_MS) return
  context.db.kysely
    .updateTable(table)
    .set({ last_used_at: now.toISOString() })
    .where('id', '=', record.id)
    // Of several hosts and calls, only one writes.
    .where('last_used_at', 'is not distinct from', record.last_used_at)
    .execute()
    .catch((err: unknown) =>
      context.log.warn({ err, table }, 'Failed to record the use of a credential'),
    )
}
