import type { RequestListener } from 'node:http'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import { listen } from '../http/listen.ts'
import { NotReadyError, type ShownFinding } from '../http/notReadyError.ts'
import { createBalances } from './createBalances.ts'
import type { MetricsRegistry, Sample } from './openRegistry.ts'
import { readSponsored } from './readSponsored.ts'
import { readState } from './readState.ts'

type Readiness = Output<typeof api.health.readyz>
type Served = {
  context: Pick<Context, 'config' | 'db' | 'now' | 'chains' | 'log' | 'replica'>
  registry: MetricsRegistry
  /** Throws NotReadyError while the host is not ready. */
  readReadiness: () => Promise<Readiness>
}

/** The running server; disposal closes it. */
export type MetricsServer = AsyncDisposable & { port: number }

/** Serves `GET /metrics`, `/livez` and `/readyz` on a separate port, which only the operator's monitoring may reach. */
export async function serveMetrics(served: Served): Promise<MetricsServer> {
  const { config, log } = served.context
  const { bind } = config.metrics
  const server = await listen({ port: config.metrics.port ?? 0, bind }, log)
  const render = createRenderer(served)
  const handler: RequestListener = (request, response) => {
    const send = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    const fail = (error: unknown) => {
      log.error({ err: error }, 'Failed to read the metrics')
      if (!response.headersSent) send(500, 'text/plain', 'The metrics could not be read.\n')
    }
    const path = request.url?.split('?', 1)[0]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && path === '/metrics') {
      render().then((text) => send(200, served.registry.contentType, text), fail)
    } else if (isRead && path === '/livez') send(200, 'application/json', '{"status":"ok"}')
    else if (isRead && path === '/readyz') {
      readHealth(served).then(({ isReady, findings }) => {
        const body = { status: isReady ? 'ready' : 'not_ready', findings }
        send(isReady ? 200 : 503, 'application/json', JSON.stringify(body))
      }, fail)
    } else send(404, 'text/plain', 'This port serves GET /metrics, /livez and /readyz.\n')
  }
  server.serve(handler, ({ socket }) => socket.destroy())
  log.info({ port: server.port }, 'Serving metrics')
  return { port: server.port, [Symbol.asyncDispose]: server.drain }
}

/** Reads the state once for concurrent scrapes. If the database fails, the text still has the other metrics. */
function createRenderer(served: Served): () => Promise<string> {
  const readBalances = createBalances(served.context)
  let running: Promise<string> | null = null
  const render = async (): Promise<string> => {
    try {
      await Promise.all([setHealth(served), setQueues(served), setSponsored(served)])
      const { registry, context } = served
      registry.set('relayer_balance_coins', readBalances())
      const use = context.db.poolUse?.()
      registry.set('database_connections', use === undefined ? [] : poolSamples(use))
      const { replica } = context
      registry.set('database_replica_lag_seconds', sampleOf(replica?.lagS()))
      registry.set('database_waiting', use === undefined ? [] : [{ value: use.waiting }])
      return await registry.render()
    } finally {
      running = null
    }
  }
  return () => {
    running ??= render()
    return running
  }
}

function poolSamples({ open, idle }: { open: number; idle: number }): Sample[] {
  return [
    { labels: { state: 'busy' }, value: open - idle },
    { labels: { state: 'idle' }, value: idle },
  ]
}

async function setQueues({ context, registry }: Served): Promise<void> {
  const state = await readState(context).catch(() => null)
  // If the read failed, the samples are removed, because an old value could look healthy.
  registry.set('webhook_deliveries_pending', sampleOf(state?.deliveriesPending))
  registry.set('webhook_overdue_seconds', sampleOf(state?.deliveriesOverdueS))
  registry.set(
    'lease_remaining_seconds',
    (state?.leases ?? []).map(({ lease, remainsS }) => ({ labels: { lease }, value: remainsS })),
  )
  registry.set(
    'relayer_gas_today',
    byNetwork(state?.gasToday, ({ gas }) => gas),
  )
  registry.set(
    'relayer_pending_transactions',
    byNetwork(state?.relayed, ({ pending }) => pending),
  )
  registry.set(
    'relayer_oldest_pending_seconds',
    byNetwork(state?.relayed, (row) => row.oldestS),
  )
  registry.set(
    'network_silent_seconds',
    byNetwork(state?.watched, ({ silentS }) => silentS),
  )
}

async function setSponsored({ context, registry }: Served): Promise<void> {
  const state = await readSponsored(context).catch(() => null)
  registry.set(
    'signed_payments_waiting',
    (state?.waiting ?? []).map(({ network, reason, count }) => ({
      labels: { network, reason },
      value: count,
    })),
  )
  registry.set(
    'signed_payments_cost_coins',
    byNetwork(state?.costs, ({ coins }) => coins),
  )
}

function sampleOf(value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ value }]
}

function byNetwork<T extends { network: string }>(
  rows: readonly T[] | undefined,
  read: (row: T) => number,
): Sample[] {
  return (rows ?? []).map((row) => ({ labels: { network: row.network }, value: read(row) }))
}

async function setHealth(served: Served): Promise<void> {
  const { registry } = served
  const { isReady, findings, networks, skewMs } = await readHealth(served)
  registry.set('ready', [{ value: isReady ? 1 : 0 }])
  registry.set(
    'finding',
    findings.map(({ check, level, network }) => ({
      labels: { check, level, network: network ?? 'none' },
      value: 1,
    })),
  )
  registry.set(
    'network_head_block',
    networks.flatMap(({ network, headBlock }) =>
      headBlock === null ? [] : [{ labels: { network }, value: headBlock }],
    ),
  )
  registry.set(
    'network_lag_blocks',
    networks.flatMap(({ network, lagBlocks }) =>
      lagBlocks === null ? [] : [{ labels: { network }, value: lagBlocks }],
    ),
  )
  registry.set('clock_skew_seconds', skewMs === null ? [] : [{ value: skewMs / 1_000 }])
}

type Health = {
  isReady: boolean
  findings: readonly (ShownFinding & { level: 'failure' | 'warning' })[]
  networks: Readiness['networks']
  skewMs: number | null
}

async function readHealth({ readReadiness }: Served): Promise<Health> {
  try {
    const { warnings, networks, clock } = await readReadiness()
    const findings = warnings.map((warning) => ({ ...warning, level: 'warning' as const }))
    return { isReady: true, findings, networks, skewMs: clock.skewMs }
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error
    const findings = [
      ...error.failures.map((failure) => ({ ...failure, level: 'failure' as const })),
      ...error.warnings.map((warning) => ({ ...warning, level: 'warning' as const })),
    ]
    return { isReady: false, findings, networks: [...error.networks], skewMs: null }
  }
}
