import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createTenantShares } from './createTenantShares.ts'
import { type Metrics, SIGNED_OFFER_OUTCOMES } from './metrics.ts'

/** A host's metrics in Prometheus's text format. */
export type MetricsRegistry = {
  metrics: Metrics
  /** Replaces the samples of a gauge, which describe a state at the time of a read. */
  set(gauge: GaugeName, samples: readonly Sample[]): void
  contentType: string
  render(): Promise<string>
}

/** A value with its labels. */
export type Sample = { labels?: Readonly<Record<string, string>>; value: number }

const PREFIX = 'secure_payment_'

/** Upper bounds in seconds, from a cached read to a call that waits for a slow node. */
const CALL_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Upper bounds in seconds, from an immediate delivery to the end of the schedule. */
const LAG_BUCKETS_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200, 86_400, 345_600]

/** The gauges: their help, and their labels. */
const GAUGES = {
  ready: ['1 if GET /readyz returns 200, otherwise 0.', []],
  finding: ['1 for each failure and warning of GET /readyz.', ['check', 'level', 'network']],
  network_head_block: ['The newest block that the watcher has seen.', ['network']],
  network_lag_blocks: ['Blocks between the head and the last recorded block.', ['network']],
  network_silent_seconds: ['Time since a watcher last read the network.', ['network']],
  webhook_deliveries_pending: ['Webhook deliveries that are not completed, up to 100000.', []],
  webhook_overdue_seconds: ['Time since the oldest due delivery should have been sent.', []],
  lease_remaining_seconds: ['Time until a lease ends; negative if no host holds it.', ['lease']],
  relayer_balance_coins: ['Native coins of the relayer’s account.', ['network']],
  relayer_pending_transactions: ['Transactions of the relayer that are not mined.', ['network']],
  relayer_oldest_pending_seconds: ['Age of the oldest of these transactions.', ['network']],
  relayer_gas_today: ['Gas limits of the transactions that the relayer signed today.', ['network']],
  signed_payments_waiting: [
    'Stored signed payments that the relayer has not sent, by reason.',
    ['network', 'reason'],
  ],
  signed_payments_cost_coins: [
    'Maximum cost of the signed payments of the last hour, in native coins.',
    ['network'],
  ],
  database_connections: ['Connections to PostgreSQL, by state.', ['state']],
  database_waiting: ['Statements and transactions that wait for a connection.', []],
  database_replica_lag_seconds: ['Time by which the replica is behind the primary.', []],
  tenant_calls: ['Calls of the busiest merchants within two minutes, by rank.', ['rank']],
  clock_skew_seconds: ['Difference of this machine’s clock from the database’s.', []],
} as const satisfies Record<string, readonly [string, readonly string[]]>

/** The name of a gauge, without its prefix. */
type GaugeName = keyof typeof GAUGES

/** The counters: their help, and their labels. */
const COUNTERS = {
  calls_total: [
    'Responses by operation and HTTP status; 499 if the caller disconnected first.',
    ['operation', 'status'],
  ],
  webhook_tries_total: [
    'Tries of webhook deliveries by outcome: delivered, retry, dead or gone.',
    ['outcome'],
  ],
  node_failures_total: [
    'Failed queries to a node; node is its position in PAY_RPC_URL_<NETWORK>.',
    ['network', 'node'],
  ],
  node_disagreements_total: [
    'Queries to which the nodes of a network gave contradictory responses.',
    ['network'],
  ],
  rows_deleted_total: ['Old rows that the cleaning job deleted, by table.', ['table']],
  replica_reads_total: [
    'Calls that may read from the replica, by the server that was chosen.',
    ['server'],
  ],
  signed_offers_total: [
    'Requests for a signed payment by outcome: offered, or the reason for which none was offered.',
    ['network', 'outcome'],
  ],
} as const satisfies Record<string, readonly [string, readonly string[]]>

/** The name of a counter, without its prefix. */
type CounterName = keyof typeof COUNTERS

/**
 * Creates the metrics of one host, together with those of its Node process, such as memory and the delay of the event loop. `networks`: the
 * ids of the networks that the host serves.
 */
export function openRegistry(networks: readonly string[]): MetricsRegistry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const shares = createTenantShares()
  const gauges = new Map(
    Object.entries(GAUGES).map(([name, [help, labelNames]]) => [
      name,
      new Gauge({ name: PREFIX + name, help, labelNames, registers }),
    ]),
  )
  const set: MetricsRegistry['set'] = (name, samples) => {
    const gauge = gauges.get(name)
    gauge?.reset()
    for (const { labels = {}, value } of samples) gauge?.set(labels, value)
    // `reset` leaves a 0 in a gauge without labels.
    if (samples.length === 0 && GAUGES[name][1].length === 0) gauge?.remove()
  }
  return {
    metrics: createCounters(registers, { networks, countTenant: shares.count }),
    set,
    contentType: registry.contentType,
    render() {
      set(
        'tenant_calls',
        shares.largest().map((value, index) => ({ labels: { rank: String(index + 1) }, value })),
      )
      return registry.metrics()
    },
  }
}

function createCounters(
  registers: Registry[],
  {
    networks,
    countTenant,
  }: { networks: readonly string[]; countTenant: (tenantId: string | null) => void },
): Metrics {
  const counter = <Name extends CounterName>(name: Name) => {
    const [help, labelNames] = COUNTERS[name]
    return new Counter({ name: PREFIX + name, help, labelNames, registers })
  }
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: PREFIX + name, help, buckets, registers })
  const calls = counter('calls_total')
  const durations = new Histogram({
    name: `${PREFIX}call_duration_seconds`,
    help: 'Time until a response was sent, by operation; without streams.',
    labelNames: ['operation'],
    buckets: CALL_BUCKETS_S,
    registers,
  })
  const createLag = histogram(
    'create_lag_seconds',
    'Time that a new payment, request or payout waits until it is durable.',
    CALL_BUCKETS_S,
  )
  const deliveries = counter('webhook_tries_total')
  const lag = histogram(
    'webhook_lag_seconds',
    'Time from an event to its successful delivery.',
    LAG_BUCKETS_S,
  )
  const nodeFailures = counter('node_failures_total')
  const disagreements = counter('node_disagreements_total')
  const deleted = counter('rows_deleted_total')
  const offers = counter('signed_offers_total')
  // Prometheus's `increase` does not count the first event of a series that begins at 1.
  for (const network of networks) {
    for (const outcome of SIGNED_OFFER_OUTCOMES) offers.inc({ network, outcome }, 0)
  }
  const replicaReads = counter('replica_reads_total')
  return {
    callEnded({ operation, status, durationS, tenantId }) {
      calls.inc({ operation, status: String(status) })
      if (durationS !== null) durations.observe({ operation }, durationS)
      countTenant(tenantId)
    },
    created: (lagS) => createLag.observe(lagS),
    deliveryTried(outcome, lagS) {
      deliveries.inc({ outcome })
      if (outcome === 'delivered') lag.observe(Math.max(0, lagS))
    },
    nodeFailed: (network, node) => nodeFailures.inc({ network, node: String(node) }),
    nodesDisagreed: (network) => disagreements.inc({ network }),
    signedOffered: (network, outcome) => offers.inc({ network, outcome }),
    replicaChosen: (isReplica) => replicaReads.inc({ server: isReplica ? 'replica' : 'primary' }),
    rowsDeleted: (table, count) => deleted.inc({ table }, count),
  }
}
