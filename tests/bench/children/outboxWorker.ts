import { getNetwork } from '@secure-payment/core/networks'
import { migrate } from '../../../host/src/db/migrate.ts'
import { createWakeup } from '../../../host/src/scheduling/wakeup.ts'
import { startDeliveryWorker } from '../../../host/src/webhooks/startDeliveryWorker.ts'
import { createEndpoint, createRequests, createTenant } from '../../flows/support/createRequests.ts'
import { emitPartials } from '../../flows/support/emitPartials.ts'
import { createMemoryChain } from '../support/memoryChain.ts'
import { openContext } from '../support/openContext.ts'
import { serveParent } from './serveParent.ts'

/**
 * A webhook sender with a separate database at `BENCH_DATABASE_PATH`. The sender is notified of events as if the watcher ran in the same
 * process.
 */
export type OutboxWorkerCalls = {
  addEndpoints(urls: readonly string[]): Promise<void>
  /** Commits `count` events, each for every endpoint. */
  emit(count: number): Promise<void>
  /** Returns the highest memory use so far, in bytes. */
  peakRssBytes(): number
}

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SAMPLE_MS = 50

const opened = await openContext(
  process.env['BENCH_DATABASE_PATH'] ?? '',
  createMemoryChain().clients,
)
await migrate(opened.db)
const context = { ...opened, config: { ...opened.config, allowPrivateWebhooks: true } }
await createTenant(context)
const wakeup = createWakeup()
const worker = startDeliveryWorker(context, wakeup)
let peak = 0
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, SAMPLE_MS)

serveParent(
  { addEndpoints, emit, peakRssBytes: () => peak } satisfies OutboxWorkerCalls,
  async () => {
    clearInterval(sampling)
    await worker[Symbol.asyncDispose]()
    await opened[Symbol.asyncDispose]()
  },
)

async function addEndpoints(urls: readonly string[]): Promise<void> {
  for (const url of urls) await createEndpoint(context, { url, secret: '5e'.repeat(32) })
}

async function emit(count: number): Promise<void> {
  const wanted = Array.from({ length: count }, () => ({ payee: PAYEE, token: null, units: 1n }))
  const rows = await createRequests(context, getNetwork('devnet'), wanted)
  await emitPartials(
    context,
    rows.map((row) => ({ ...row, event_sequence: 1 })),
  )
  wakeup.notify()
}
