import { events } from '@secure-payment/core/webhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { UNWRITABLE_BODY } from '../../host/src/webhooks/emit.ts'
import { startTestHost } from '../support/testHost.ts'

const test = await startTestHost()
afterAll(() => test[Symbol.asyncDispose]())

const list = async (query: Record<string, string> = {}, headers = {}) =>
  test.call('GET', `/v1/webhook/events?${new URLSearchParams(query)}`, { headers })

/** Stores test events without an endpoint, one per millisecond, and returns the time of the first. */
async function trigger(count: number): Promise<string> {
  test.clock.advance(60_000)
  const from = test.clock.now().toISOString()
  for (let at = 0; at < count; at++) {
    const body = { eventType: events[at % events.length]?.type, allowsNoEndpoint: true }
    const answer = await test.call('POST', '/v1/webhook/test', { body })
    expect(answer).toMatchObject({ status: 201, json: { sent: 0, failed: 0 } })
    test.clock.advance(1)
  }
  return from
}

describe('GET /v1/webhook/events', () => {
  it('the list returns events oldest first, with the bodies that endpoints receive', async () => {
    const fromDate = await trigger(2)
    const { status, json } = await list({ fromDate })
    expect(status).toBe(200)
    expect(json.events.map(({ event }: { event: string }) => event)).toEqual(
      events.slice(0, 2).map(({ type }) => type),
    )
    expect(json.readAt).toBe(test.clock.now().toISOString())
    const [first] = json.events
    expect(first).toMatchObject({
      isTest: true,
      createdAt: fromDate,
      requestId: expect.any(String),
    })
    expect(JSON.parse(first.body)).toMatchObject({ eventId: first.id, event: first.event })
  })

  it('the list returns every event once in pages', async () => {
    const fromDate = await trigger(5)
    const found: string[] = []
    const query: Record<string, string> = { fromDate, limit: '2' }
    for (let pages = 0; pages < 4; pages++) {
      const { json } = await list(query)
      found.push(...json.events.map(({ id }: { id: string }) => id))
      if (json.nextCursor === null) break
      query['cursor'] = json.nextCursor
    }
    const whole = (await list({ fromDate })).json.events.map(({ id }: { id: string }) => id)
    expect(whole).toHaveLength(5)
    expect(found).toEqual(whole)
  })

  it('the list returns events of the same millisecond in pages', async () => {
    const fromDate = await trigger(3)
    await test.host.context.db.kysely
      .updateTable('events')
      .set({ created_at: fromDate })
      .where('created_at', '>', fromDate)
      .execute()
    const first = (await list({ fromDate, limit: '2' })).json
    const second = (await list({ fromDate, limit: '2', cursor: first.nextCursor })).json
    const ids = [...first.events, ...second.events].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(second.nextCursor).toBeNull()
  })

  it('the list omits retracted events and those without a body', async () => {
    const fromDate = await trigger(3)
    const [one, two, three] = (await list({ fromDate })).json.events
    const change = (id: string, values: { retracted_at: string } | { body: string }) =>
      test.host.context.db.kysely.updateTable('events').set(values).where('id', '=', id).execute()
    await change(one.id, { retracted_at: fromDate })
    await change(two.id, { body: UNWRITABLE_BODY })
    expect((await list({ fromDate })).json.events).toEqual([three])
  })

  it('the list names no request for an event about a payer', async () => {
    const fromDate = await trigger(1)
    const [{ id }] = (await list({ fromDate })).json.events
    const { kysely } = test.host.context.db
    const payer = { request_id: '01KB4X3F6V3M2N5P7R9T0W1X2Y' }
    await kysely.updateTable('events').set(payer).where('id', '=', id).execute()
    expect((await list({ fromDate })).json.events).toMatchObject([{ id, requestId: null }])
  })

  it('the list contains only the events of the caller’s merchant', async () => {
    const fromDate = await trigger(1)
    const { apiKey } = await test.createTenant()
    expect((await list({ fromDate })).json.events).toHaveLength(1)
    expect((await list({}, { 'x-api-key': apiKey })).json.events).toEqual([])
  })

  it('the list rejects a cursor from another list and an invalid time', async () => {
    for (const query of [{ cursor: 'abc' }, { fromDate: 'yesterday' }, { limit: '101' }]) {
      expect(await list(query)).toMatchObject({ status: 400 })
    }
  })

  it('a test event without an active endpoint returns 404 unless the caller allows it', async () => {
    const body = { eventType: 'payment.confirmed' }
    expect(await test.call('POST', '/v1/webhook/test', { body })).toMatchObject({ status: 404 })
  })
})
