import { describe, expect, it } from 'vitest'
import { type FollowContext, followEvents, type ListedEvent } from './followEvents.ts'

const START_MS = Date.parse('2026-11-02T08:00:00.000Z')
const timeOf = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString()

const eventAt = (id: string, seconds: number): ListedEvent => ({
  ...{ id, event: 'payment.confirmed', requestId: null, isTest: false },
  ...{ createdAt: timeOf(seconds), body: '{}' },
})

/** A host with pages of one event, and a clock in seconds. */
function createHost(events: ListedEvent[]) {
  const host = { nowS: 0 }
  const list = async ({ query }: { query: { fromDate?: string; cursor?: string } }) => {
    const after = query.cursor ?? ''
    const found = events
      .filter(({ createdAt }) => createdAt >= (query.fromDate ?? '') && createdAt > after)
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    const nextCursor = found.length > 1 ? (found[0]?.createdAt ?? null) : null
    return { events: found.slice(0, 1), nextCursor, readAt: timeOf(host.nowS) }
  }
  // Only this operation is called.
  const client = { webhooks: { events: list } } as unknown as FollowContext['client']
  return { host, client }
}

describe('followEvents', () => {
  it('followEvents yields an event that is committed behind the cursor while a receiver is slow', async () => {
    const events = [eventAt('first', -12), eventAt('second', -4)]
    const { host, client } = createHost(events)
    let rests = 0
    const rest = async () => {
      rests += 1
      if (rests > 1) throw new Error('The host lists no further event.')
    }
    const seen: string[] = []
    for await (const { id } of followEvents({ client, rest, onOutage: () => {} }, timeOf(-60))) {
      seen.push(id)
      if (id === 'first') {
        // The receiver took two minutes; a transaction with an earlier time committed in the meantime.
        host.nowS += 120
        events.push(eventAt('late', -20))
      }
      if (id === 'late') break
    }
    expect(seen).toEqual(['first', 'second', 'late'])
  })
})
