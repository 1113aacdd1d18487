import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openProgress } from './progress.ts'
import { aRecord } from './testing/examples.ts'
import { forget } from './testing/openPayment.ts'

const DAY_MS = 86_400_000
const NOW = 100 * DAY_MS
const CALL = { kind: 'attempt_end', attemptId: 'A' } as const

beforeEach(forget)
afterEach(() => {
  vi.restoreAllMocks()
  return forget()
})

/** Opens IndexedDB without the element's code; `upgrade` creates the stores. */
function openRaw(version: number, upgrade?: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open('secure-payment', version)
  request.onupgradeneeded = () => upgrade?.(request.result)
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}

/** Creates the stores as the releases with Dexie 4.4.7 did, which named version 1: a dump of such a database. */
function createDexieStores(database: IDBDatabase): void {
  const attempts = database.createObjectStore('attempts', { keyPath: 'id' })
  attempts.createIndex('[token+phase]', ['token', 'phase'])
  attempts.createIndex('token', 'token')
  attempts.createIndex('updatedAt', 'updatedAt')
  const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  for (const name of ['kind', 'nextAt', 'token']) outbox.createIndex(name, name)
  database.createObjectStore('prefs', { keyPath: 'key' })
}

/** Describes the stores, their keys and their indexes. */
function describeStores(database: IDBDatabase) {
  const names = [...database.objectStoreNames]
  const transaction = database.transaction(names)
  return names.map((name) => {
    const store = transaction.objectStore(name)
    const indexes = [...store.indexNames].map((index) => [index, store.index(index).keyPath])
    return { name, keyPath: store.keyPath, isCounted: store.autoIncrement, indexes }
  })
}

describe('progress in IndexedDB', () => {
  test('the database of an earlier release opens, and its attempts and calls continue', async () => {
    const sent = aRecord({ phase: 'broadcast', updatedAt: NOW })
    const earlier = await openRaw(10, createDexieStores)
    const transaction = earlier.transaction(['attempts', 'outbox'], 'readwrite')
    transaction.objectStore('attempts').add(sent)
    transaction
      .objectStore('outbox')
      .add({ token: 't', kind: CALL.kind, call: CALL, tries: 2, nextAt: 7 })
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    earlier.close()

    const progress = await openProgress('on', NOW)
    expect(progress.persistence).toBe('durable')
    expect(await progress.live(sent.token)).toEqual(sent)
    await progress.enqueue('t', CALL, 9)
    expect(await progress.queued('t')).toEqual([
      { seq: 1, token: 't', kind: CALL.kind, call: CALL, tries: 2, nextAt: 7 },
      { seq: 2, token: 't', kind: CALL.kind, call: CALL, tries: 0, nextAt: 9 },
    ])
    progress.close()
  })

  test('a new database has the stores, keys and indexes of earlier releases', async () => {
    const progress = await openProgress('on', NOW)
    progress.close()
    const created = await openRaw(10)
    const stores = describeStores(created)
    created.close()
    await forget()
    const earlier = await openRaw(10, createDexieStores)
    expect(stores).toEqual(describeStores(earlier))
    earlier.close()
  })

  test('a write requests strict durability', async () => {
    const progress = await openProgress('on', NOW)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await progress.put(aRecord())
    expect(transaction.mock.lastCall?.slice(1)).toEqual(['readwrite', { durability: 'strict' }])
    progress.close()
  })

  test('the store works again after the browser closed its connection', async () => {
    const opened: IDBDatabase[] = []
    const open = IDBFactory.prototype.open
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
      const request = open.apply(this, args)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    })
    const progress = await openProgress('on', NOW)
    for (const database of opened) database.close()
    await progress.put(aRecord())
    expect(await progress.get(aRecord().id)).toEqual(aRecord())
    progress.close()
    await expect(progress.put(aRecord())).rejects.toThrow('closed')
  })

  test('an open store does not prevent the deletion of the database', async () => {
    const progress = await openProgress('on', NOW)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request = indexedDB.deleteDatabase('secure-payment')
    request.onsuccess = () => resolve()
    request.onblocked = () => reject(new Error('The open store blocks the deletion.'))
    await promise
    progress.close()
  })

  test('a postponed call keeps its content, and a sent call does not return', async () => {
    const progress = await openProgress('on', NOW)
    await progress.enqueue('t', CALL, 5)
    const [queued] = await progress.queued('t')
    if (queued === undefined) throw new Error('The call must be queued.')
    await progress.postpone(queued, 9)
    expect(await progress.queued('t')).toEqual([{ ...queued, tries: 1, nextAt: 9 }])
    await progress.dequeue(queued.seq)
    await progress.postpone(queued, 11)
    expect(await progress.queued('t')).toEqual([])
    progress.close()
  })

  test('ended attempts lose their calldata after one day and are deleted after 30, live ones never', async () => {
    const before = await openProgress('on', NOW)
    const ended = { phase: 'done', data: '0x01' } as const
    await before.put(aRecord({ id: 'today', ...ended, updatedAt: NOW - DAY_MS / 2 }))
    await before.put(aRecord({ id: 'receipt', ...ended, updatedAt: NOW - 2 * DAY_MS }))
    await before.put(aRecord({ id: 'old', ...ended, updatedAt: NOW - 31 * DAY_MS }))
    await before.put(aRecord({ id: 'live', phase: 'broadcast', data: '0x01', updatedAt: 0 }))
    before.close()
    const after = await openProgress('on', NOW)
    const left = (await after.all()).map(({ id, data }) => [id, data])
    expect(left.sort()).toEqual([
      ['live', '0x01'],
      ['receipt', null],
      ['today', '0x01'],
    ])
    after.close()
  })

  test('attempts of one payment are returned oldest first', async () => {
    const progress = await openProgress('on', NOW)
    await progress.put(aRecord({ id: 'a', createdAt: 3 }))
    await progress.put(aRecord({ id: 'b', createdAt: 1 }))
    await progress.put(aRecord({ id: 'c', createdAt: 2, token: 'other' }))
    expect((await progress.attempts(aRecord().token)).map(({ id }) => id)).toEqual(['b', 'a'])
    progress.close()
  })
})
