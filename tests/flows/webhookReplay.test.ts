import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { getNetwork } from '@secure-payment/core/networks'
import { hostFile } from '@secure-payment/devnet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEndpoint, createRequests } from './support/createRequests.ts'
import { emitPartials } from './support/emitPartials.ts'
import { measureRetained } from './support/measureRetained.ts'
import { type Outbox, SECRET, startOutbox } from './support/startOutbox.ts'
import { waitFor } from './support/waitFor.ts'

/** The number of events in the burst; each request has ten events. */
const EVENTS = Number(process.env['BURST_EVENTS'] ?? 2_000)
const EVENTS_A_REQUEST = 10
const REQUESTS_A_TRANSACTION = 100
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Covers newly loaded code, and less than 4 kB per event for the test's own record. */
const MAX_RETAINED_BYTES = 40 * 1024 * 1024 + EVENTS * 4_096
/** `MAX_LIMIT` of one endpoint: the most deliveries that a host holds at a time, regardless of the backlog. */
const MAX_CLAIMED = 384
/** `CONNECTIONS_PER_ORIGIN` of the guarded client. */
const MAX_CONNECTIONS = 64

let outbox: Outbox

beforeEach(async () => {
  outbox = await startOutbox({ nowMs: Date.now() })
})

afterEach(() => outbox[Symbol.asyncDispose]())

type Arrival = {
  deliveryId: unknown
  eventId: unknown
  isReplay: boolean
  body: string
}

/** Starts a receiver that stores only arrivals, and the maximum number of concurrent connections. */
async function startReceiver() {
  const arrivals: Arrival[] = []
  const seen = { maxConnections: 0, connections: 0 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    arrivals.push({
      deliveryId: request.headers['x-service-delivery'],
      eventId: request.headers['webhook-id'],
      isReplay: request.headers['x-service-replay'] === 'true',
      body,
    })
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
  server.on('connection', (socket) => {
    seen.connections += 1
    seen.maxConnections = Math.max(seen.maxConnections, seen.connections)
    socket.on('close', () => {
      seen.connections -= 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  outbox.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, arrivals, seen }
}

async function emitBurst(): Promise<void> {
  const requests = EVENTS / EVENTS_A_REQUEST
  for (let done = 0; done < requests; done += REQUESTS_A_TRANSACTION) {
    const count = Math.min(REQUESTS_A_TRANSACTION, requests - done)
    const wanted = Array.from({ length: count }, () => ({ payee: PAYEE, token: null, units: 1n }))
    const rows = await createRequests(outbox.context, getNetwork('devnet'), wanted)
    const sequences = Array.from({ length: EVENTS_A_REQUEST }, (_, index) => index + 1)
    await emitPartials(
      outbox.context,
      sequences.flatMap((sequence) => rows.map((row) => ({ ...row, event_sequence: sequence }))),
    )
  }
}

/** Runs the operator's command line in a separate process, against a database. */
async function runCli(args: readonly string[], databaseUrl: string) {
  const child = spawn(
    process.execPath,
    ['--conditions=@secure-payment/source', hostFile('cli'), ...args],
    {
      env: { PATH: process.env['PATH'], PAY_DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const code = child.exitCode ?? (await once(child, 'exit'))[0]
  return { code, stdout, stderr }
}

describe('A burst of events', () => {
  test(`a burst of events arrives in order, all ${EVENTS} of them, and again unchanged after a replay by the operator`, async () => {
    const receiver = await startReceiver()
    await createEndpoint(outbox.context, { url: receiver.url, secret: SECRET })
    await emitBurst()
    const before = measureRetained()
    outbox.startWorker()
    expect(await untilEmpty()).toBeLessThanOrEqual(MAX_CLAIMED)
    expect(measureRetained() - before).toBeLessThan(MAX_RETAINED_BYTES)
    const first = receiver.arrivals.splice(0)
    expect(first).toHaveLength(EVENTS)
    expect(new Set(first.map(({ eventId }) => eventId)).size).toBe(EVENTS)
    expectOrder(first)
    expect(receiver.seen.maxConnections).toBeLessThanOrEqual(MAX_CONNECTIONS)

    const { kysely } = outbox.context.db
    await kysely.updateTable('webhook_deliveries').set({ status: 'dead' }).execute()
    const { code, stdout } = await runCli(['redeliver'], outbox.databaseUrl)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Queued ${EVENTS} dead deliveries again; 0 are left.\n`,
    })
    // The command uses the machine's clock.
    outbox.clock.nowMs = Date.now()
    outbox.wakeup.notify()
    expect(await untilEmpty()).toBeLessThanOrEqual(MAX_CLAIMED)
    const second = receiver.arrivals
    expect(second).toHaveLength(EVENTS)
    expect(second.every(({ isReplay }) => isReplay)).toBe(true)
    expect(first.some(({ isReplay }) => isReplay)).toBe(false)
    const keyOf = (one: Arrival) => `${one.deliveryId} ${one.eventId} ${one.body}`
    expect(second.map(keyOf).sort()).toEqual(first.map(keyOf).sort())
    expectOrder(second)
    expect(receiver.seen.maxConnections).toBeLessThanOrEqual(MAX_CONNECTIONS)
  }, 300_000)
})

/** Resolves with the maximum number of concurrent claims once no delivery is pending. */
async function untilEmpty(): Promise<number> {
  let mostClaimed = 0
  return waitFor('all to be sent', async () => {
    const { claimed, pending } = await outbox.context.db.kysely
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => [
        fn.count<string | number>('lease_until').as('claimed'),
        fn.countAll<string | number>().as('pending'),
      ])
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    mostClaimed = Math.max(mostClaimed, Number(claimed))
    return Number(pending) === 0 ? mostClaimed : null
  })
}

/** Expects each request's events in the order of their sequences. */
function expectOrder(arrivals: readonly Arrival[]): void {
  const last = new Map<string, number>()
  const disordered = arrivals.filter(({ body }) => {
    const { requestId, sequence } = JSON.parse(body)
    const isNext = sequence === (last.get(requestId) ?? 0) + 1
    last.set(requestId, sequence)
    return !isNext
  })
  expect(disordered).toEqual([])
}

describe('The command redeliver', () => {
  test('the command redeliver accepts one endpoint, reports an unknown endpoint, and needs no arguments', async () => {
    const { context, databaseUrl, sink } = outbox
    const url = (path: string) => sink.url.replace('/webhook', path)
    const one = await createEndpoint(context, { url: url('/one'), secret: SECRET })
    await createEndpoint(context, { url: url('/two'), secret: SECRET })
    await outbox.emitRequests(3)
    await context.db.kysely.updateTable('webhook_deliveries').set({ status: 'dead' }).execute()
    const unknown = await runCli(['redeliver', '01KB4X3F6V3M2N5P7R9T0W1X2Y'], databaseUrl)
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('no active webhook endpoint 01KB4X3F6V3M2N5P7R9T0W1X2Y')
    const taken = await runCli(['redeliver', one], databaseUrl)
    expect(taken.stdout).toBe('Queued 3 dead deliveries again; 0 are left.\n')
    const rest = await runCli(['redeliver'], databaseUrl)
    expect(rest.stdout).toBe('Queued 3 dead deliveries again; 0 are left.\n')
  })
})
