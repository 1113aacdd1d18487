import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { getNetwork } from '@secure-payment/core/networks'
import { createWakeup } from '../../../host/src/scheduling/wakeup.ts'
import { startDeliveryWorker } from '../../../host/src/webhooks/startDeliveryWorker.ts'
import { createEndpoint, createRequests, createTenant } from '../../flows/support/createRequests.ts'
import { emitPartials } from '../../flows/support/emitPartials.ts'
import { SECRET, startOutbox } from '../../flows/support/startOutbox.ts'
import { waitFor } from '../../flows/support/waitFor.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The timeout for a thousand deliveries on a machine that is busy with other suites. */
const SENT_WITHIN_MS = 120_000
/** A number counts as steady when it does not grow over this number of polls of 20 ms. */
const STEADY_POLLS = 25

/** Merchants over one database, the senders of several hosts, and their receivers. */
export type FairWorld = AsyncDisposable & {
  /** Adds a merchant with endpoints whose receivers respond at once. */
  addHealthy(tenantId: string, endpoints: number): Promise<void>
  /** Adds a merchant with endpoints whose receivers return 200, each after `holdMs()`. */
  addHostile(tenantId: string, endpoints: number, holdMs: () => number): Promise<void>
  /** Starts the senders for the given number of hosts. */
  startHosts(count: number): void
  /** Commits the given number of a merchant's events in one transaction, each for all of its endpoints. */
  emit(tenantId: string, count: number): Promise<void>
  /** Emits sequential events with pauses; returns the duration of each delivery to each endpoint, in ms. */
  measure(tenantId: string, events: number, restMs: number): Promise<number[]>
  /** Resolves when no delivery is pending. */
  untilSent(): Promise<void>
  /** Returns the number of attempts without a response from hostile receivers. */
  held(): number
  /**
   * Resolves once hostile receivers have held at least `least` attempts and their number is steady.
   */
  untilSteady(least: number): Promise<void>
}

/** The precision of the world's clock, in ms. */
const TICK_MS = 20

/** Starts the world on the database in `TEST_DATABASE`; its clock is the machine's. */
export async function startFairWorld(): Promise<FairWorld> {
  const stack = new AsyncDisposableStack()
  const outbox = stack.use(await startOutbox({ nowMs: Date.now() }))
  const { context, clock } = outbox
  const ticking = setInterval(() => {
    clock.nowMs = Date.now()
  }, TICK_MS)
  stack.defer(() => clearInterval(ticking))
  const wakeups: ReturnType<typeof createWakeup>[] = []
  const endpointsOf = new Map<string, number>()
  const arrivals = new Map<string, number[]>()
  const holds = new Map<string, () => number>()
  const hostiles: { close(): void }[] = []
  let held = 0

  const healthy = await listen(stack, async (request, response) => {
    const { requestId } = JSON.parse(await text(request))
    arrivals.get(requestId)?.push(performance.now())
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
  const listenHostile = () =>
    listen(stack, (request, response) => {
      request.resume()
      held += 1
      const timer = setTimeout(
        () => response.writeHead(200, { 'content-length': 2 }).end('ok'),
        holds.get((request.url ?? '').split('/')[1] ?? '')?.() ?? 0,
      )
      response.once('close', () => {
        clearTimeout(timer)
        held -= 1
      })
    })

  async function addEndpoints(tenantId: string, url: string, endpoints: number): Promise<void> {
    await createTenant(context, tenantId)
    endpointsOf.set(tenantId, endpoints)
    for (let index = 0; index < endpoints; index += 1) {
      await createEndpoint(context, { url: `${url}${tenantId}/${index}`, secret: SECRET, tenantId })
    }
  }

  async function emit(tenantId: string, count: number): Promise<string[]> {
    const wanted = Array.from({ length: count }, () => ({ payee: PAYEE, token: null, units: 1n }))
    const rows = await createRequests(context, getNetwork('devnet'), wanted)
    for (const row of rows) arrivals.set(row.id, [])
    await emitPartials(
      context,
      rows.map((row) => ({ ...row, tenant_id: tenantId, event_sequence: 1 })),
    )
    for (const wakeup of wakeups) wakeup.notify()
    return rows.map((row) => row.id)
  }

  return {
    addHealthy: (tenantId, endpoints) => addEndpoints(tenantId, healthy.url, endpoints),
    async addHostile(tenantId, endpoints, holdMs) {
      holds.set(tenantId, holdMs)
      // Each tenant has a separate receiver, because a sender opens at most 64 connections to one host.
      const hostile = await listenHostile()
      hostiles.push(hostile)
      await addEndpoints(tenantId, hostile.url, endpoints)
    },
    startHosts(count) {
      for (let host = 0; host < count; host += 1) {
        const wakeup = createWakeup()
        wakeups.push(wakeup)
        stack.use(startDeliveryWorker(context, wakeup))
      }
      // The receivers are disposed before the senders, so the attempts end and the senders stop at once.
      stack.defer(() => {
        for (const { close } of hostiles) close()
      })
    },
    async emit(tenantId, count) {
      await emit(tenantId, count)
    },
    async measure(tenantId, events, restMs) {
      const latencies: number[] = []
      const all: Promise<void>[] = []
      for (let event = 0; event < events; event += 1) {
        const [id = ''] = await emit(tenantId, 1)
        const emittedAt = performance.now()
        all.push(
          waitFor(`an event of ${tenantId}`, () => {
            const times = arrivals.get(id) ?? []
            if (times.length < (endpointsOf.get(tenantId) ?? 0)) return null
            latencies.push(...times.map((time) => time - emittedAt))
            return true
          }).then(() => undefined),
        )
        await delay(restMs)
      }
      await Promise.all(all)
      return latencies
    },
    held: () => held,
    untilSent: () => outbox.untilEmpty(SENT_WITHIN_MS),
    async untilSteady(least) {
      let most = 0
      let polls = 0
      await waitFor('hostile receivers to hold their attempts', () => {
        polls = held <= most && most >= least ? polls + 1 : 0
        most = Math.max(most, held)
        return polls >= STEADY_POLLS ? true : null
      })
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Listens on loopback until the stack ends or `close` is called. */
async function listen(
  stack: AsyncDisposableStack,
  answer: RequestListener,
): Promise<{ url: string; close(): void }> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  stack.defer(close)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close }
}
