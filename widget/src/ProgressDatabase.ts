import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { AttemptRecord } from './machine/attemptRecord.ts'
import type { QueuedCall } from './progress.ts'

/** The published schema. Releases up to 0.1 used Dexie, which stores ten times the version that its caller names. */
const VERSION = 10

interface Schema extends DBSchema {
  attempts: {
    key: string
    value: AttemptRecord
    indexes: { token: string; '[token+phase]': [string, string]; updatedAt: number }
  }
  outbox: {
    key: number
    value: QueuedCall
    indexes: { token: string; kind: string; nextAt: number }
  }
  /** Unused; the last wallet is in localStorage, where the first screen can read it. */
  prefs: { key: string; value: { readonly key: string } }
}

type Stores = ['attempts', 'outbox']
type Mode = 'readonly' | 'readwrite'
type Transaction<M extends Mode> = IDBPTransaction<Schema, Stores, M>

/**
 * This device's database of payments. It opens at its first use, and again if the browser has closed the connection, as Safari does to
 * pages in the background.
 */
export class ProgressDatabase {
  #opened: Promise<IDBPDatabase<Schema>> | null = null
  #isClosed = false

  async open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isClosed) throw new Error('The database is closed.')
    this.#opened ??= openDB<Schema>('secure-payment', VERSION, {
      upgrade: createStores,
      // Another tab deletes the database, or upgrades it to a later release.
      blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(),
    })
    return this.#opened
  }

  /** Resolves with the result of `work` once its transaction is complete, as durably as the storage allows; rejects if it aborts. */
  async run<M extends Mode, Result>(
    mode: M,
    work: (transaction: Transaction<M>) => Promise<Result>,
  ): Promise<Result> {
    const transaction = await this.#begin(mode)
    const [result] = await Promise.all([work(transaction), transaction.done])
    return result
  }

  close(): void {
    this.#isClosed = true
    void this.#opened?.then(
      (database) => database.close(),
      // It never opened.
      () => undefined,
    )
  }

  async #begin<M extends Mode>(mode: M): Promise<Transaction<M>> {
    const begin = async (): Promise<Transaction<M>> => {
      const database = await this.open()
      return database.transaction(['attempts', 'outbox'], mode, { durability: 'strict' })
    }
    try {
      return await begin()
    } catch {
      this.#opened = null
      return begin()
    }
  }
}

/** Creates the stores on a device that has no database yet. */
function createStores(database: IDBPDatabase<Schema>): void {
  const attempts = database.createObjectStore('attempts', { keyPath: 'id' })
  attempts.createIndex('token', 'token')
  attempts.createIndex('[token+phase]', ['token', 'phase'])
  attempts.createIndex('updatedAt', 'updatedAt')
  const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  outbox.createIndex('token', 'token')
  outbox.createIndex('kind', 'kind')
  outbox.createIndex('nextAt', 'nextAt')
  database.createObjectStore('prefs', { keyPath: 'key' })
}
