import { getNetwork, type Network } from '@secure-payment/core/networks'
import { type Chains, type Sink, startSink } from '@secure-payment/devnet'
import { createChainClients } from '../../../host/src/chains/createChainClients.ts'
import { loadConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import { createDataSealer } from '../../../host/src/dataSealer.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { startJobs } from '../../../host/src/jobs/startJobs.ts'
import { createLogger } from '../../../host/src/log.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createRates } from '../../../host/src/rates/createRates.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { createEndpoint, createRequests, createTenant, type Wanted } from './createRequests.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { waitFor } from './waitFor.ts'

/** Running detection, recording and delivery on real chains, with a separate database and sink. */
export type World = AsyncDisposable & {
  context: Context
  chains: Chains
  sink: Sink
  network: Network
  /** Moves the host's clock; chain time is independent. */
  clock: { offsetMs: number }
  create(wanted: readonly Wanted[], options?: { expiresAt?: Date }): Promise<Row<'requests'>[]>
  request(id: string): Promise<Row<'requests'>>
  payments(requestId: string): Promise<Row<'payments'>[]>
  securePayment(request: Row<'requests'>): Promise<Row<'secure_payments'>>
  /** Waits until a request's row matches. */
  until(id: string, fits: (request: Row<'requests'>) => boolean): Promise<Row<'requests'>>
  /** Waits until the watcher's cursor has reached the chain's confirmed block, so that nothing is left to find. */
  settled(): Promise<void>
  /** Returns the bodies that the sink received for a request, in order of arrival. */
  events(requestId: string): Record<string, unknown>[]
  /** Stops watchers and deliveries; `startJobs` starts them again. */
  stopJobs(): Promise<void>
  startJobs(): void
}

const SECRET = '5e'.repeat(32)

/** Options of a world; the defaults are the devnet with payments confirmed in their own block. */
export type WorldOptions = {
  network?: string
  confirmations?: number
  env?: Record<string, string>
}

/** Starts a world over chains that several worlds may share. */
export async function startWorld(chains: Chains, options: WorldOptions = {}): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const network = getNetwork(options.network ?? 'devnet')
  const suffix = network.id.toUpperCase().replaceAll('-', '_')
  const database = stack.use(await openTestDatabase())
  const sink = stack.use(await startSink({ secret: SECRET }))
  const config = loadConfig({
    PAY_NETWORKS: network.id,
    [`PAY_RPC_URL_${suffix}`]: chains.rpcUrl(network.id),
    // A host cannot configure confirmations on Tron.
    ...(network.family === 'tron'
      ? {}
      : { [`PAY_CONFIRMATIONS_${suffix}`]: String(options.confirmations ?? 0) }),
    [`PAY_POLL_INTERVAL_MS_${suffix}`]: '50',
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    PAY_DATABASE_URL: database.url,
    ...options.env,
  })
  const clock = { offsetMs: 0 }
  const abort = new AbortController()
  stack.defer(() => abort.abort())
  const edges = {
    chains: stack.use(createChainClients(config.networks)),
    now: () => new Date(Date.now() + clock.offsetMs),
    log: createLogger(config.logLevel),
  }
  const context: Context = {
    ...edges,
    config,
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
    signal: abort.signal,
  }
  await createTenant(context)
  await createEndpoint(context, { url: sink.url, secret: SECRET })
  let jobs: AsyncDisposable | null = startJobs(context)
  stack.defer(async () => jobs?.[Symbol.asyncDispose]())
  await waitForCursor(context, network.id)
  const owned = stack.move()

  const read = async (id: string) =>
    context.db.kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  return {
    context,
    chains,
    sink,
    network,
    clock,
    create: (wanted, own) => createRequests(context, network, wanted, own),
    request: read,
    payments: (requestId) =>
      context.db.kysely
        .selectFrom('payments')
        .selectAll()
        .where('request_id', '=', requestId)
        .orderBy('id')
        .execute(),
    securePayment: (request) =>
      context.db.kysely
        .selectFrom('secure_payments')
        .selectAll()
        .where('token', '=', request.secure_payment_token ?? '')
        .executeTakeFirstOrThrow(),
    until: (id, fits) =>
      waitFor(`request ${id}`, async () => {
        const request = await read(id)
        return fits(request) ? request : null
      }),
    async settled() {
      const head = await chains.client(network.id).getBlockNumber()
      const confirmed = head - BigInt(options.confirmations ?? 0)
      await waitFor(`block ${confirmed} to be recorded`, async () => {
        const cursor = await readCursor(context, network.id)
        return cursor !== null && cursor >= confirmed ? true : null
      })
    },
    events: (requestId) =>
      sink
        .deliveries()
        .map(({ body }) => asBody(body))
        .filter((body) => body['requestId'] === requestId),
    async stopJobs() {
      const ending = jobs
      jobs = null
      await ending?.[Symbol.asyncDispose]()
    },
    startJobs() {
      jobs ??= startJobs(context)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function waitForCursor(context: Context, network: string): Promise<void> {
  await waitFor('the watcher to begin', () => readCursor(context, network))
}

async function readCursor(context: Context, network: string): Promise<bigint | null> {
  const row = await context.db.kysely
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('network', '=', network)
    .executeTakeFirst()
  return row === undefined ? null : BigInt(row.block_number)
}

function asBody(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) throw new Error('A webhook has no JSON body.')
  return { ...body }
}
