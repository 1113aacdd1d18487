import { describe, expect, it } from 'vitest'
import { createSimpleProgress } from './progress.ts'
import { aRecord } from './testing/examples.ts'

/** Returns a fake session storage, which is full for values longer than `limit`. */
function aStorage(limit = Number.POSITIVE_INFINITY) {
  const lines = new Map<string, string>()
  return {
    lines,
    getItem: (key: string) => lines.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError')
      lines.set(key, value)
    },
  }
}
const call = { kind: 'attempt_end', attemptId: 'A' } as const

describe('progress without IndexedDB', () => {
  it('progress without IndexedDB survives a reload in the session storage', async () => {
    const storage = aStorage()
    const before = createSimpleProgress(storage)
    await before.put(aRecord({ phase: 'broadcast' }))
    await before.enqueue('t', call, 5)
    const after = createSimpleProgress(storage)
    expect(after.persistence).toBe('session')
    expect(await after.live(aRecord().token)).toEqual(aRecord({ phase: 'broadcast' }))
    expect(await after.queued('t')).toMatchObject([{ call, tries: 0, nextAt: 5 }])
  })

  it('progress without IndexedDB finds the newest attempt that may still become a payment', async () => {
    const progress = createSimpleProgress(null)
    await progress.put(aRecord({ id: 'b', createdAt: 2, phase: 'signing' }))
    await progress.put(aRecord({ id: 'a', createdAt: 1, phase: 'approved' }))
    await progress.put(aRecord({ id: 'c', createdAt: 3, phase: 'abandoned' }))
    await progress.put(aRecord({ id: 'd', createdAt: 4, token: 'other' }))
    expect((await progress.live(aRecord().token))?.id).toBe('b')
    expect((await progress.attempts(aRecord().token)).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(await progress.get('nobody')).toBeNull()
  })

  it('progress without IndexedDB finds earlier sent attempts that may still become payments too', async () => {
    const progress = createSimpleProgress(null)
    const txHash = `0x${'a1'.repeat(32)}`
    const sent = aRecord({ id: 'b', createdAt: 2, phase: 'broadcast', txHash })
    await progress.put(aRecord({ id: 'a', createdAt: 1, phase: 'reverted', txHash }))
    await progress.put(sent)
    await progress.put(aRecord({ id: 'c', createdAt: 3, phase: 'signing' }))
    await progress.put(aRecord({ id: 'd', createdAt: 4, phase: 'created' }))
    expect(await progress.live(aRecord().token)).toMatchObject({ id: 'd', others: [sent] })
    // The stored value remains a separate record.
    expect(await progress.get('d')).not.toHaveProperty('others')
  })

  it('progress without IndexedDB replaces a row and drops a call', async () => {
    const progress = createSimpleProgress(null)
    await progress.put(aRecord({ phase: 'created' }))
    await progress.put(aRecord({ phase: 'done' }))
    expect(await progress.live(aRecord().token)).toBeNull()
    await progress.enqueue('t', call, 5)
    const [queued] = await progress.queued('t')
    if (queued === undefined) throw new Error('The call must be queued.')
    await progress.postpone(queued, 9)
    expect(await progress.queued('t')).toMatchObject([{ tries: 1, nextAt: 9 }])
    await progress.dequeue(queued.seq)
    expect(await progress.queued('t')).toEqual([])
  })

  it('progress without IndexedDB stays in memory when the storage is full, and reports `memory`', async () => {
    const progress = createSimpleProgress(aStorage(10))
    await progress.put(aRecord())
    expect(await progress.get(aRecord().id)).toEqual(aRecord())
    expect(progress.persistence).toBe('memory')
  })

  it.each(['nonsense', '{}', 'null', '{"seq":1,"attempts":5,"outbox":[]}'])(
    'progress without IndexedDB starts empty if the stored value is %j',
    async (text) => {
      const storage = aStorage()
      storage.setItem('secure-payment:progress', text)
      expect(await createSimpleProgress(storage).attempts('t')).toEqual([])
    },
  )
})
