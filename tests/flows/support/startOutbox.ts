import { getNetwork } from '@secure-payment/core/networks'
import { type Delivery, type Sink, startSink } from '@secure-payment/devnet'
import { loadConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import { createDataSealer } from '../../../host/src/dataSealer.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { createLogger } from '../../../host/src/log.ts'
import type { openSafeFetch } from '../../../host/src/outgoing/safeFetch.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createRates } from '../../../host/src/rates/createRates.ts'
import { createWakeup, type Wakeup } from '../../../host/src/scheduling/wakeup.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import {
  type DeliveryWorker,
  startDeliveryWorker,
} from '../../../host/src/webhooks/startDeliveryWorker.ts'
import { refuseTron } from '../../support/refuseTron.ts'
import { createRequests, createTenant } from './createRequests.ts'
import { emitPartials } from './emitPartials.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { waitFor } from './waitFor.ts'

export const SECRET = '7a'.repeat(32)
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const UNITS = 10n ** 18n

/** A database with a tenant that sends events, a clock that tests advance, and a receiver. The outbox has no chain and no HTTP API. */
export type Outbox = AsyncDisposable & {
  context: Context
  databaseUrl: string
  clock: { nowMs: number }
  /** A receiver with {@link SECRET}, which receives nothing until an endpoint has its URL. */
  sink: Sink
  wakeup: Wakeup
  /** The log lines so far, as text. */
  lines: string[]
  /** Starts a sender, which ends no later than the outbox. `openFetch` replaces its client for the receivers. */
  startWorker(openFetch?: typeof openSafeFetch): DeliveryWorker
  /** Creates a request and emits the given number of events about partial payments; returns its id. */
  emitEvents(count: number, options?: EmitOptions): Promise<string>
  /** Emits one event for each of the given number of new requests, in one transaction; returns their ids. */
  emitRequests(count: number): Promise<string[]>
  deliveriesOf(requestId: string): Promise<Row<'webhook_deliveries'>[]>
  /** Returns a request's first delivery, once the given number of attempts is recorded. */
  untilTried(requestId: string, tries: number): Promise<Row<'webhook_deliveries'>>
  /** Resolves when no delivery is pending. */
  untilEmpty(timeoutMs?: number): Promise<void>
  /** Moves the clock to a delivery's next attempt and wakes the sender. */
  moveTo(delivery: Row<'webhook_deliveries'>): void
  /** Disposes a resource when the outbox is disposed. */
  defer(release: () => void | Promise<void>): void
}

type EmitOptions = { clientId?: string; customerInfo?: string; isWithoutPage?: boolean }

/** Starts an outbox; by default its clock starts at 1 January 2026. */
export async function startOutbox(
  options: { nowMs?: number; allowPrivateWebhooks?: boolean } = {},
): Promise<Outbox> {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await openTestDatabase())
  const sink = stack.use(await startSink({ secret: SECRET }))
  const clock = { nowMs: options.nowMs ?? Date.UTC(2026, 0, 1) }
  const wakeup = createWakeup()
  const lines: string[] = []
  const edges = {
    chains: { ids: [], get: refuseChain, getTron: refuseTron, async [Symbol.asyncDispose]() {} },
    now: () => new Date(clock.nowMs),
    log: createLogger('info', { write: (line) => lines.push(line) }),
  }
  const context: Context = {
    ...edges,
    config: loadConfig({
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
      PAY_ALLOW_PRIVATE_WEBHOOKS: String(options.allowPrivateWebhooks ?? true),
    }),
    db: database.db,
    random: createRandomPool(),
    rates: createRates(edges),
    prices: null,
    bridge: null,
    offramp: null,
    screening: null,
    sealer: createSealer({ random: createRandomPool() }, 'a key of the tests'),
    dataSealer: createDataSealer({ random: createRandomPool() }, ['a key of the tests']),
    resolveTxt: async () => [],
    signal: new AbortController().signal,
  }
  await createTenant(context)

  async function deliveriesOf(requestId: string): Promise<Row<'webhook_deliveries'>[]> {
    return context.db.kysely
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('request_id', '=', requestId)
      .orderBy('sequence')
      .execute()
  }

  return {
    context,
    databaseUrl: database.url,
    clock,
    sink,
    wakeup,
    lines,
    startWorker: (openFetch) => stack.use(startDeliveryWorker(context, wakeup, openFetch)),
    async emitEvents(count, emitOptions = {}) {
      const [request] = await createRows(context, 1, emitOptions)
      if (request === undefined) throw new Error('nothing was created')
      const sequences = Array.from({ length: count }, (_, index) => index + 1)
      await emitPartials(
        context,
        sequences.map((sequence) => ({ ...request, event_sequence: sequence })),
      )
      wakeup.notify()
      return request.id
    },
    async emitRequests(count) {
      const requests = await createRows(context, count, {})
      await emitPartials(
        context,
        requests.map((request) => ({ ...request, event_sequence: 1 })),
      )
      wakeup.notify()
      return requests.map((request) => request.id)
    },
    deliveriesOf,
    untilTried: (requestId, tries) =>
      waitFor(`try ${tries}`, async () => {
        const [delivery] = await deliveriesOf(requestId)
        return delivery?.attempt === tries && delivery.lease_until === null ? delivery : null
      }),
    async untilEmpty(timeoutMs) {
      await waitFor('all to be sent', () => isEmpty(context), timeoutMs)
    },
    moveTo(delivery) {
      clock.nowMs = Date.parse(delivery.due_at)
      wakeup.notify()
    },
    defer: (release) => stack.defer(release),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Returns the `sequence` of a delivery's body. */
export function sequenceOf({ body }: Delivery): unknown {
  return typeof body === 'object' && body !== null && 'sequence' in body ? body.sequence : null
}

function refuseChain(): never {
  throw new Error('no chain is used here')
}

async function createRows(
  context: Context,
  count: number,
  { clientId, customerInfo, isWithoutPage = false }: EmitOptions,
): Promise<Row<'requests'>[]> {
  const wanted = Array.from({ length: count }, () => ({
    payee: PAYEE,
    token: null,
    units: UNITS,
  }))
  const rows = await createRequests(
    context,
    getNetwork('devnet'),
    wanted,
    clientId === undefined ? {} : { clientId },
  )
  return rows.map((row) => ({
    ...row,
    ...(customerInfo !== undefined && { customer_info: customerInfo }),
    ...(isWithoutPage && { secure_payment_token: null }),
  }))
}

async function isEmpty(context: Context): Promise<true | null> {
  const waiting = await context.db.kysely
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '=', 'pending')
    .limit(1)
    .execute()
  return waiting.length === 0 ? true : null
}
