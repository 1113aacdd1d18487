import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { createEndpoint } from './support/createRequests.ts'
import { startHostileReceivers } from './support/startHostileReceivers.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'
import { waitFor } from './support/waitFor.ts'

const HEALTHY = 40
const EVENTS = 25
/** What a try's outcome looks like, by what its receiver does; the deadline is the one of every delivery. */
const OUTCOMES: Readonly<Record<string, RegExp>> = {
  'never answers': /no complete answer within 15000 ms/,
  'drips its body': /no complete answer within 15000 ms/,
  'drips its headers': /no complete answer within 15000 ms/,
  'never shakes hands': /no complete answer within 15000 ms|timeout/i,
  'resets the connection': /ECONNRESET|other side closed|socket/i,
  'leads to the metadata of a cloud': /answered 302 to http:\/\/169\.254\.169\.254\/.*not followed/,
  'sends headers without end': /header/i,
  'speaks plainly where TLS was asked for': /SSL|TLS|wrong version/i,
  'is not there': /ECONNREFUSED/,
}
/** The first answer of this kind is a 200 whose body is cut off: that is a success. */
const ENDLESS = 'sends without end'
const MAX_GROWTH_BYTES = 150 * 1024 * 1024

let outbox: Outbox

beforeEach(async () => {
  outbox = await startOutbox()
})

afterEach(() => outbox[Symbol.asyncDispose]())

describe('hostile receivers', () => {
  test('hold up no healthy one, fill no memory, and each fails with its reason', async () => {
    await using hostile = await startHostileReceivers()
    const { context, sink } = outbox
    const kinds = new Map<string, string>()
    for (const { kind, url } of hostile.receivers) {
      kinds.set(await createEndpoint(context, { url, secret: SECRET }), kind)
    }
    expect(kinds.size).toBe(10)
    for (let index = 0; index < HEALTHY; index += 1) {
      await createEndpoint(context, { url: `${sink.url}/${index}`, secret: SECRET })
    }
    await outbox.emitRequests(EVENTS)
    const before = process.memoryUsage.rss()
    const startedMs = performance.now()
    outbox.startWorker()
    const total = HEALTHY * EVENTS
    await waitFor(
      'the healthy receivers to have everything',
      () => (sink.deliveries().length >= total ? true : null),
      14_000,
    )
    // No try to a receiver that says nothing has ended yet: nothing waited for one.
    expect(performance.now() - startedMs).toBeLessThan(14_000)
    expect(sink.deliveries()).toHaveLength(total)
    expect(sink.deliveries().every(({ verified }) => verified)).toBe(true)

    const tried = await waitFor('a try of each hostile one', () => firstTries(kinds), 40_000)
    for (const [kind, row] of tried) {
      if (kind === ENDLESS) {
        expect(row).toMatchObject({ status: 'delivered', last_response_status: 200 })
        continue
      }
      expect({ kind, status: row.status }).toEqual({ kind, status: 'pending' })
      expect({ kind, error: row.last_error }).toEqual({
        kind,
        error: expect.stringMatching(OUTCOMES[kind] ?? /never/),
      })
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_GROWTH_BYTES)
  }, 90_000)
})

/** The delivery of each kind whose first try has ended; null while one is missing. */
async function firstTries(
  kinds: ReadonlyMap<string, string>,
): Promise<Map<string, Row<'webhook_deliveries'>> | null> {
  const rows = await outbox.context.db.kysely
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', 'in', [...kinds.keys()])
    .where('attempt', '=', 1)
    .execute()
  const found = new Map(rows.map((row) => [kinds.get(row.endpoint_id) ?? '', row]))
  return found.size === kinds.size ? found : null
}
