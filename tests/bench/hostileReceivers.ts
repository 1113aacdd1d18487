import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startHostileReceivers } from '../flows/support/startHostileReceivers.ts'
import type { OutboxWorkerCalls } from './children/outboxWorker.ts'
import { percentile } from './measure.ts'
import { atMost, type Row, within } from './report.ts'
import { listen } from './support/listen.ts'
import { startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const HEALTHY = 40
/** The seconds per measurement; `HOSTILE_SECONDS=300` is the long run. */
const SECONDS = Number(process.env['HOSTILE_SECONDS'] ?? 20)
const EVENTS_A_SECOND = 10
/** The timeout for the last deliveries to healthy receivers. */
const DRAIN_MS = 10_000
const MAX_P99_MS = 1_000
const MAX_RATIO = 1.5
const MAX_GROWTH_MB = 50

/**
 * Sends ten events per second to each of forty honest receivers, first alone and then together with ten hostile receivers.
 * Measures the time from the commit of an event to its arrival, and the sender's memory.
 */
export async function benchHostileReceivers(): Promise<Row[]> {
  const alone = await measure([])
  await using hostile = await startHostileReceivers()
  const beside = await measure(hostile.receivers.map(({ url }) => url))
  const p99 = { value: percentile(beside.latenciesMs, 99), unit: 'ms' }
  const grown = (beside.peakRssBytes - alone.peakRssBytes) / 2 ** 20
  return [
    within('webhook to 40 healthy receivers next to 10 hostile ones, p99', p99, MAX_P99_MS),
    atMost(
      'webhook to 40 healthy receivers next to 10 hostile ones, p99, compared with no hostile ones',
      p99,
      { value: percentile(alone.latenciesMs, 99), name: 'alone' },
      MAX_RATIO,
    ),
    within('memory that 10 hostile receivers add', { value: grown, unit: 'MB' }, MAX_GROWTH_MB),
  ]
}

async function measure(
  hostileUrls: readonly string[],
): Promise<{ latenciesMs: number[]; peakRssBytes: number }> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const latenciesMs: number[] = []
  const urls = await startHealthy(stack, (latencyMs) => latenciesMs.push(latencyMs))
  const worker = stack.use(
    await startChild<OutboxWorkerCalls>('outboxWorker', {
      BENCH_DATABASE_PATH: join(folder.path, 'outbox.db'),
    }),
  )
  // The hostile endpoints come first: a sender that handles endpoints in turn would reach them before the others.
  await worker.call('addEndpoints', [...hostileUrls, ...urls])
  await worker.call('emit', EVENTS_A_SECOND)
  await untilCount(latenciesMs, HEALTHY * EVENTS_A_SECOND)
  // The warm-up events are discarded, so that the measurement excludes new connections and compilation.
  latenciesMs.length = 0
  const startedAt = performance.now()
  const events = SECONDS * EVENTS_A_SECOND
  for (let event = 0; event < events; event += 1) {
    const dueInMs = startedAt + (event * 1_000) / EVENTS_A_SECOND - performance.now()
    await delay(Math.max(0, dueInMs))
    await worker.call('emit', 1)
  }
  await untilCount(latenciesMs, HEALTHY * events)
  return { latenciesMs, peakRssBytes: await worker.call('peakRssBytes') }
}

async function startHealthy(
  stack: AsyncDisposableStack,
  onArrival: (latencyMs: number) => void,
): Promise<string[]> {
  const urls: string[] = []
  for (let index = 0; index < HEALTHY; index += 1) {
    const server = createServer(async (request, response) => {
      const { timestamp } = JSON.parse(await text(request))
      onArrival(Date.now() - Date.parse(timestamp))
      response.writeHead(200, { 'content-length': 2 }).end('ok')
    })
    urls.push(`http://127.0.0.1:${await listen(server)}/hook`)
    stack.defer(() => {
      server.closeAllConnections()
      server.close()
    })
  }
  return urls
}

async function untilCount(arrived: readonly unknown[], count: number): Promise<void> {
  const deadline = performance.now() + DRAIN_MS
  while (arrived.length < count) {
    if (performance.now() > deadline) throw new Error(`${arrived.length} of ${count} arrived.`)
    await delay(10)
  }
}
