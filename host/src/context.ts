import type { Bridge } from './bridges/bridge.ts'
import type { ChainClients } from './chains/chainClient.ts'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config.ts'
import type { ContractLook } from './contracts/createContractLook.ts'
import type { DataSealer } from './dataSealer.ts'
import type { Database } from './db/openDatabase.ts'
import type { ResolveTxt } from './domains/findProof.ts'
import type { Logger } from './log.ts'
import type { Offramp } from './offramps/offramp.ts'
import type { Rates } from './rates/createRates.ts'
import type { Sealer } from './sealer.ts'

/** Everything an action may use. An action names what it needs: `Pick<Context, 'db' | 'now'>`. */
export type Context = {
  config: Config
  db: Database
  log: Logger
  /** The one clock: the database's time on PostgreSQL, for any time of the machine's clock. See docs/design/time.md. */
  now(): Date
  /** The source of `now`; absent where the time was given, as in tests. */
  clock?: Clock
  /** Cryptographically random bytes from a pool; the caller owns the array. */
  random(bytes: number): Uint8Array
  chains: ChainClients
  /** The faults of the contracts of each network; absent where a host does not look. */
  contracts?: ContractLook
  /** The present worth of one currency in another. */
  rates: Rates
  /** Brings payments from other chains; null when this host accepts none. */
  bridge: Bridge | null
  /** Turns payments into money in bank accounts; null when this host does not. */
  offramp: Offramp | null
  /** Keeps secrets and e-mail addresses unreadable in the database. */
  sealer: Sealer
  /** Keeps data about payers and bank accounts unreadable in the database. */
  dataSealer: DataSealer
  /** Reads TXT records, where merchants prove their domains. */
  resolveTxt: ResolveTxt
  /** Aborted when the host stops; long work ends on it. */
  signal: AbortSignal
}
