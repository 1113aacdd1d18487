import { getNetwork } from '@secure-payment/core/networks'
import { startSink } from '@secure-payment/devnet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEndpoint, createRequests, createTenant } from './support/createRequests.ts'
import { emitPartials } from './support/emitPartials.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'
import { waitFor } from './support/waitFor.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** More tenants than one claim serves while their receivers do not yet count as quick. */
const FAILING_TENANTS = 12
/** After the third event, a receiver counts as quick. */
const EVENTS = 5

let outbox: Outbox

beforeEach(async () => {
  outbox = await startOutbox()
})

afterEach(() => outbox[Symbol.asyncDispose]())

/** Emits the given number of events about a new request of a tenant, in one transaction; returns its id. */
async function emitTo(tenantId: string, events: number): Promise<string> {
  const { context, wakeup } = outbox
  const wanted = [{ payee: PAYEE, token: null, units: 1n }]
  const [row] = await createRequests(context, getNetwork('devnet'), wanted)
  if (row === undefined) throw new Error('nothing was created')
  const sequences = Array.from({ length: events }, (_, index) => index + 1)
  await emitPartials(
    context,
    sequences.map((sequence) => ({ ...row, tenant_id: tenantId, event_sequence: sequence })),
  )
  wakeup.notify()
  return row.id
}

async function addTenant(tenantId: string, url: string): Promise<void> {
  await createTenant(outbox.context, tenantId)
  await createEndpoint(outbox.context, { url, secret: SECRET, tenantId })
}

describe('Events that wait for an earlier event about their request', () => {
  test('events that wait for an earlier event about their request do not delay other merchants, and a new receiver gets its event without delay', async () => {
    const { sink } = outbox
    await using fresh = await startSink({ secret: SECRET })
    sink.setStatus(500)
    const tenants = Array.from({ length: FAILING_TENANTS }, (_, index) => `failing-${index}`)
    for (const tenantId of tenants) await addTenant(tenantId, sink.url)
    await addTenant('new', fresh.url)
    const failing = await Promise.all(tenants.map((tenantId) => emitTo(tenantId, 2)))
    outbox.startWorker()
    // The clock does not advance: the first events are paused, so the second events are due and wait for the first.
    for (const requestId of failing) await outbox.untilTried(requestId, 1)
    for (let event = 1; event <= EVENTS; event += 1) {
      await emitTo('new', 1)
      await waitFor(`event ${event} of the new receiver`, () =>
        fresh.deliveries().length === event ? true : null,
      )
    }
    expect(sink.deliveries()).toHaveLength(FAILING_TENANTS)
  })
})
