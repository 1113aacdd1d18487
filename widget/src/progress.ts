import type { Delivery } from './api.ts'
import { type AttemptRecord, findLive, isLive, type LiveAttempt } from './machine/attemptRecord.ts'
import type { Model } from './model.ts'
import { ProgressDatabase } from './ProgressDatabase.ts'

/** A call that has not reached the service yet. */
export type QueuedCall = {
  readonly seq: number
  readonly token: string
  readonly kind: Delivery['kind']
  readonly call: Delivery
  readonly tries: number
  /** Milliseconds since the epoch. */
  readonly nextAt: number
}

/**
 * This device's store of payments. When its promise resolves, a write is complete, as durably as the storage allows.
 */
export type Progress = {
  readonly persistence: Model['persistence']
  /** The newest attempt for a token that may still become a payment, with those that were sent before it; null if there is none. */
  live(token: string): Promise<LiveAttempt | null>
  get(id: string): Promise<AttemptRecord | null>
  /** All attempts for a token, oldest first. */
  attempts(token: string): Promise<readonly AttemptRecord[]>
  /** The attempts for every token, in no particular order. */
  all(): Promise<readonly AttemptRecord[]>
  put(record: AttemptRecord): Promise<void>
  enqueue(token: string, call: Delivery, now: number): Promise<void>
  queued(token: string): Promise<readonly QueuedCall[]>
  /** Removes calls that will not be sent again. */
  dequeue(seq: number): Promise<void>
  postpone(call: QueuedCall, nextAt: number): Promise<void>
  close(): void
}

/**
 * `on`: IndexedDB, otherwise session storage, otherwise memory. `session`: lost when this tab closes. `off`: memory only.
 */
export type Persist = 'on' | 'session' | 'off'

const RECEIPT_AFTER_MS = 24 * 60 * 60 * 1000
const DELETE_AFTER_MS = 30 * RECEIPT_AFTER_MS
const MAX_ATTEMPTS = 500
const OPEN_TIMEOUT_MS = 3_000

/**
 * Opens the best store that this page may use: IndexedDB with strict durability, so that a browser crash right after a write loses no
 * data; otherwise the tab's session storage; otherwise memory.
 */
export async function openProgress(persist: Persist, now: number): Promise<Progress> {
  if (persist === 'on') {
    const durable = await openDurable(now)
    if (durable !== null) return durable
  }
  const storage = persist === 'off' ? null : findSessionStorage()
  return createSimpleProgress(storage)
}

/** Returns null if the browser rejects IndexedDB here (private mode, blocked storage, or a frame without it). */
async function openDurable(now: number): Promise<Progress | null> {
  const database = new ProgressDatabase()
  try {
    // A blocked upgrade in another tab never responds.
    await Promise.race([database.open(), timeout(OPEN_TIMEOUT_MS)])
    await forgetOld(database, now)
  } catch {
    database.close()
    return null
  }
  return createDurableProgress(database)
}

function createDurableProgress(database: ProgressDatabase): Progress {
  const attempts = async (token: string) => {
    const records = await database.run('readonly', (transaction) =>
      transaction.objectStore('attempts').index('token').getAll(token),
    )
    return records.toSorted((a, b) => a.createdAt - b.createdAt)
  }
  return {
    persistence: 'durable',
    live: async (token) => findLive(await attempts(token)),
    async get(id) {
      const record = await database.run('readonly', (transaction) =>
        transaction.objectStore('attempts').get(id),
      )
      return record ?? null
    },
    attempts,
    all: () =>
      database.run('readonly', (transaction) =>
        transaction.objectStore('attempts').getAll(null, MAX_ATTEMPTS),
      ),
    async put(record) {
      await database.run('readwrite', (transaction) =>
        transaction.objectStore('attempts').put(record),
      )
    },
    async enqueue(token, call, now) {
      const queued = { token, kind: call.kind, call, tries: 0, nextAt: now }
      await database.run('readwrite', (transaction) =>
        // The store generates `seq`.
        transaction.objectStore('outbox').add(queued as QueuedCall),
      )
    },
    // The index returns the calls of one token in the order of their keys.
    queued: (token) =>
      database.run('readonly', (transaction) =>
        transaction.objectStore('outbox').index('token').getAll(token),
      ),
    dequeue: (seq) =>
      database.run('readwrite', (transaction) => transaction.objectStore('outbox').delete(seq)),
    async postpone({ seq, tries }, nextAt) {
      await database.run('readwrite', async (transaction) => {
        const outbox = transaction.objectStore('outbox')
        const stored = await outbox.get(seq)
        // Another tab has sent it.
        if (stored === undefined) return
        await outbox.put({ ...stored, tries: tries + 1, nextAt })
      })
    },
    close: () => database.close(),
  }
}

/** After one day, ended attempts keep only a receipt's data; after one month they are deleted. */
function forgetOld(database: ProgressDatabase, now: number): Promise<void> {
  return database.run('readwrite', async (transaction) => {
    const attempts = transaction.objectStore('attempts')
    const before = IDBKeyRange.upperBound(now - RECEIPT_AFTER_MS, true)
    const old = await attempts.index('updatedAt').getAll(before, MAX_ATTEMPTS)
    for (const record of old) {
      if (isLive(record)) continue
      if (record.updatedAt < now - DELETE_AFTER_MS) await attempts.delete(record.id)
      else if (record.data !== null) await attempts.put({ ...record, data: null })
    }
  })
}

/** Creates the same interface without IndexedDB: one JSON text in session storage, or memory only. */
export function createSimpleProgress(
  storage: Pick<Storage, 'getItem' | 'setItem'> | null,
): Progress {
  const memory = readMemory(storage)
  let persistence: Progress['persistence'] = storage === null ? 'memory' : 'session'

  function save(): void {
    try {
      storage?.setItem(KEY, JSON.stringify(memory))
    } catch {
      // The storage is full or revoked: the data in memory still protects this page.
      persistence = 'memory'
    }
  }
  const ofToken = (token: string) => memory.attempts.filter((record) => record.token === token)

  return {
    get persistence() {
      return persistence
    },
    live: async (token) => findLive(ofToken(token)),
    get: async (id) => memory.attempts.find((record) => record.id === id) ?? null,
    attempts: async (token) => ofToken(token),
    all: async () => memory.attempts,
    async put(record) {
      const others = memory.attempts.filter((known) => known.id !== record.id)
      memory.attempts = [...others, record].slice(-MAX_ATTEMPTS)
      memory.attempts.sort((a, b) => a.createdAt - b.createdAt)
      save()
    },
    async enqueue(token, call, now) {
      memory.seq += 1
      const queued = { seq: memory.seq, token, kind: call.kind, call, tries: 0, nextAt: now }
      memory.outbox = [...memory.outbox, queued]
      save()
    },
    queued: async (token) => memory.outbox.filter((one) => one.token === token),
    async dequeue(seq) {
      memory.outbox = memory.outbox.filter((one) => one.seq !== seq)
      save()
    },
    async postpone(call, nextAt) {
      const changed = { ...call, tries: call.tries + 1, nextAt }
      memory.outbox = memory.outbox.map((one) => (one.seq === call.seq ? changed : one))
      save()
    },
    close: () => undefined,
  }
}

const KEY = 'secure-payment:progress'

type Memory = { seq: number; attempts: AttemptRecord[]; outbox: QueuedCall[] }

/** Reads the stored text, which was written by an earlier load of this page, or by code that could write anything here anyway. */
function readMemory(storage: Pick<Storage, 'getItem'> | null): Memory {
  const empty = { seq: 0, attempts: [], outbox: [] }
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null')
    return isMemory(stored) ? stored : empty
  } catch {
    return empty
  }
}

function isMemory(value: unknown): value is Memory {
  if (typeof value !== 'object' || value === null) return false
  const { seq, attempts, outbox } = value as { seq?: unknown; attempts?: unknown; outbox?: unknown }
  return typeof seq === 'number' && Array.isArray(attempts) && Array.isArray(outbox)
}

function findSessionStorage(): Storage | null {
  try {
    const { sessionStorage } = globalThis
    sessionStorage.setItem(`${KEY}:probe`, '1')
    sessionStorage.removeItem(`${KEY}:probe`)
    return sessionStorage
  } catch {
    return null
  }
}

function timeout(ms: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  setTimeout(() => reject(new Error('IndexedDB did not open.')), ms)
  return promise
}
