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
  /** The one clock: what the database says on PostgreSQL, whatever the machine's clock says. See docs/design/time.md. */
  now(): Date
  /** Where `now` comes from; absent where the time was given, as tests do. */
  clock?: Clock
  /** Cryptographically random bytes from a pool; the caller owns the array. */
  random(bytes: number): Uint8Array
  chains: ChainClients
  /** What is wrong with the contracts of each network; absent where a host does not look. */
  contracts?: ContractLook
  /** What one currency is worth in another, now. */
  rates: Rates
  /** Brings payments from other chains; null when this host takes none. */
  bridge: Bridge | null
  /** Turns payments into money in bank accounts; null when this host does not. */
  offramp: Offramp | null
  /** Keeps secrets and e-mail addresses unreadable in the database. */
  sealer: Sealer
  /** Keeps what is known of payers and bank accounts unreadable in the database. */
  dataSealer: DataSealer
  /** Reads TXT records, where merchants prove their domains. */
  resolveTxt: ResolveTxt
  /** Aborted when the host stops; long work ends on it. */
  signal: AbortSignal
}
