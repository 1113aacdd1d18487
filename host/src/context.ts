import type { Audit } from './audit/createAudit.ts'
import type { Bridge } from './bridges/bridge.ts'
import type { ChainClients } from './chains/chainClient.ts'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config.ts'
import type { ContractMonitor } from './contracts/createContractMonitor.ts'
import type { DataSealer } from './dataSealer.ts'
import type { Database } from './db/openDatabase.ts'
import type { ResolveTxt } from './domains/findProof.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Offramp } from './offramps/offramp.ts'
import type { Prices } from './prices/prices.ts'
import type { Rates } from './rates/createRates.ts'
import type { Replica } from './replica/openReplica.ts'
import type { Screener } from './screening/screener.ts'
import type { Sealer } from './sealer.ts'
import type { Tracing } from './tracing/tracing.ts'

/** All dependencies that an action may use. An action declares those that it needs: `Pick<Context, 'db' | 'now'>`. */
export type Context = {
  config: Config
  db: Database
  log: Logger
  /** The only clock. On PostgreSQL it is the database's time, regardless of the machine's clock. See docs/design/time.md. */
  now(): Date
  /** The source of `now`; absent if the time is injected, as in tests. */
  clock?: Clock
  /** Cryptographically random bytes from a pool; the caller owns the array. */
  random(bytes: number): Uint8Array
  chains: ChainClients
  /** The results of checking each network's contracts; absent if the host does not check them. */
  contracts?: ContractMonitor
  /** The current value of one currency in another. */
  rates: Rates
  /** Market prices from feeds and public APIs; null if this host quotes no prices. */
  prices: Prices | null
  /** Brings payments from other chains; null if this host accepts none. */
  bridge: Bridge | null
  /** Pays money into bank accounts; null if this host makes no such payouts. */
  offramp: Offramp | null
  /** Screens payers' wallets; null if this host screens none. */
  screening: Screener | null
  /** Encrypts secrets and e-mail addresses in the database. */
  sealer: Sealer
  /** Encrypts data about payers and bank accounts in the database. */
  dataSealer: DataSealer
  /** Reads TXT records, which prove merchants' domains. */
  resolveTxt: ResolveTxt
  /** Counts the host's work; absent if the host serves no metrics. */
  metrics?: Metrics
  /** A replica for reads; absent without PAY_DATABASE_READ_URL. */
  replica?: Replica
  /** Records traces; absent if the host exports none. */
  tracing?: Tracing
  /** Writes a call's audit entry; absent in jobs, in calls from pages, and for endpoints that name no action. */
  audit?: Audit
  /** Aborted when the host stops, so that long-running work ends. */
  signal: AbortSignal
}
