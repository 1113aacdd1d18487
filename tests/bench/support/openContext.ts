import { loadConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import { createDataSealer } from '../../../host/src/dataSealer.ts'
import { openDatabase } from '../../../host/src/db/openDatabase.ts'
import { createLogger } from '../../../host/src/log.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createRates } from '../../../host/src/rates/createRates.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { ENCRYPTION_KEY, hostSettings } from './hostSettings.ts'

/**
 * Opens a job context in this process, on an existing SQLite file and the given chains. The context formats logs as a host does, and
 * discards them.
 */
export async function openContext(
  path: string,
  chains: Context['chains'],
): Promise<Context & AsyncDisposable> {
  const databaseUrl = `sqlite:${path}`
  const loaded = loadConfig(hostSettings(databaseUrl, { PAY_ROLE: 'watcher,worker' }))
  // Confirms payments without waiting for blocks, which no setting allows on a network with real money.
  const finality = { mode: 'depth', depth: 0 } as const
  const config = { ...loaded, networks: loaded.networks.map((one) => ({ ...one, finality })) }
  const db = await openDatabase(databaseUrl)
  const edges = {
    chains,
    now: () => new Date(),
    log: createLogger(config.logLevel, { write() {} }),
  }
  return {
    ...edges,
    config,
    db,
    rates: createRates(edges),
    prices: null,
    bridge: null,
    offramp: null,
    screening: null,
    random: createRandomPool(),
    sealer: createSealer({ random: createRandomPool() }, ENCRYPTION_KEY),
    dataSealer: createDataSealer({ random: createRandomPool() }, [ENCRYPTION_KEY]),
    resolveTxt: async () => [],
    signal: new AbortController().signal,
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}
