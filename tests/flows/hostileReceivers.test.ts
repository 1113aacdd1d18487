import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { openSafeFetch } from '../../host/src/outgoing/safeFetch.ts'
import { createEndpoint } from './support/createRequests.ts'
import { measureRetained } from './support/measureRetained.ts'
import { startHostileReceivers } from './support/startHostileReceivers.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'
import { waitFor } from './support/waitFor.ts'

const HEALTHY = 40
/** The backlog of each hostile receiver before the first healthy receiver exists: more than an endpoint's slots. */
const BACKLOG = 25
const EVENTS = 5
/** The outcome of an attempt by the receiver's behaviour; the deadline is the same for every delivery. */
const OUTCOMES: Readonly<Record<string, RegExp>> = {
  'never answers': /no complete response within 15000 ms/,
  'drips its body': /no complete response within 15000 ms/,
  'drips its headers': /no complete response within 15000 ms/,
  'never shakes hands': /no complete response within 15000 ms|timeout/i,
  'resets the connection': /ECONNRESET|other side closed|socket/i,
  'leads to cloud metadata': /returned 302 to http:\/\/169\.254\.169\.254\/.*not followed/,
  'sends headers without end': /header/i,
  'speaks plain HTTP where TLS is expected': /SSL|TLS|wrong version/i,
  'is not there': /ECONNREFUSED/,
}
/** This receiver's first response is a 200 with an endless body: the host truncates the body, and counts a success. */
const ENDLESS = 'sends without end'
/** These receivers complete no response, so each attempt lasts until the deadline. */
const SILENT = ['never answers', 'drips its body', 'drips its headers']
/** The host disconnects after 64 kB of a response; the rest of the accepted bytes was in socket buffers. */
const MAX_TAKEN_BYTES = 16 * 1024 * 1024
/** Includes the test's own records of the arrivals. */
const MAX_RETAINED_BYTES = 50 * 1024 * 1024

let outbox: Outbox

beforeEach(async () => {
  outbox = await startOutbox()
})

afterEach(() => outbox[Symbol.asyncDispose]())

describe('Hostile receivers', () => {
  test('hostile receivers do not delay healthy receivers or fill the memory, and each delivery fails with its reason', async () => {
    await using hostile = await startHostileReceivers()
    const { context, sink } = outbox
    const kinds = new Map<string, string>()
    for (const { kind, url } of hostile.receivers) {
      kinds.set(await createEndpoint(context, { url, secret: SECRET }), kind)
    }
    expect(kinds.size).toBe(10)
    await outbox.emitRequests(BACKLOG)
    for (let index = 0; index < HEALTHY; index += 1) {
      await createEndpoint(context, { url: `${sink.url}/${index}`, secret: SECRET })
    }
    await outbox.emitRequests(EVENTS)
    const before = measureRetained()
    const silent = hostile.receivers.filter(({ kind }) => SILENT.includes(kind))
    expect(silent).toHaveLength(SILENT.length)
    const healthyDone = Promise.withResolvers<void>()
    outbox.startWorker(
      openFetchThatHolds(new Set(silent.map(({ url }) => url)), healthyDone.promise),
    )
    const total = HEALTHY * EVENTS
    await waitFor('the healthy receivers to have everything', () =>
      sink.deliveries().length >= total ? true : null,
    )
    healthyDone.resolve()
    expect(sink.deliveries()).toHaveLength(total)
    expect(sink.deliveries().every(({ verified }) => verified)).toBe(true)

    const tried = await waitFor('an attempt at each hostile receiver', async () => {
      const ended = await firstTries(kinds)
      return ended.size === kinds.size ? ended : null
    })
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
    expect(hostile.mostTaken()).toBeLessThan(MAX_TAKEN_BYTES)
    expect(measureRetained() - before).toBeLessThan(MAX_RETAINED_BYTES)
  })
})

/**
 * Returns a client whose attempts to the given receivers end only after `released`. A slow machine thus cannot reach their deadline first,
 * and any delivery that waited for such an attempt would never be sent.
 */
function openFetchThatHolds(
  urls: ReadonlySet<string>,
  released: Promise<void>,
): typeof openSafeFetch {
  return (options) => {
    const client = openSafeFetch(options)
    return {
      ...client,
      async post(request) {
        const [outcome] = await Promise.allSettled([
          client.post(request),
          urls.has(request.url) ? released : null,
        ])
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      },
    }
  }
}

/** Returns, per kind of receiver, a delivery whose first attempt has ended. */
async function firstTries(
  kinds: ReadonlyMap<string, string>,
): Promise<Map<string, Row<'webhook_deliveries'>>> {
  const rows = await outbox.context.db.kysely
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', 'in', [...kinds.keys()])
    .where('attempt', '=', 1)
    .execute()
  return new Map(rows.map((row) => [kinds.get(row.endpoint_id) ?? '', row]))
}
