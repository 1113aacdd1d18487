import { createChainClients } from './chains/createChainClients.ts'
import { openClock } from './clock/openClock.ts'
import { type Config, findServedNetwork } from './config.ts'
import type { Context } from './context.ts'
import { openExisting } from './db/databaseMark.ts'
import { migrate } from './db/migrate.ts'
import { type Rescanned, rescanNetwork } from './detection/rescanNetwork.ts'
import { COMMAND } from './folders.ts'
import { createId } from './id.ts'
import { createHolder } from './leases/leases.ts'
import { createLogger } from './log.ts'
import { createRandomPool } from './randomPool.ts'
import { RescanRefusedError } from './rescans/rescanRefusedError.ts'

/** The interval between progress lines of a long command. */
const PROGRESS_EVERY_MS = 2_000

/**
 * Runs the operator's command `rescan <network> <from block>`: rereads recorded blocks from the currently configured nodes, and
 * records missing payments. Hosts may run at the same time; they send the webhooks.
 *
 * @throws RescanRefusedError, ChainUnavailableError
 */
export async function runRescan(
  config: Config,
  [networkId = '', from = '']: readonly (string | undefined)[],
  print: (line: string) => void,
): Promise<Rescanned> {
  const settings = findServedNetwork(config, networkId)
  if (settings === undefined) {
    throw new RescanRefusedError({ network: networkId, reason: 'not_served' })
  }
  if (!/^\d{1,18}$/.test(from)) {
    throw new RescanRefusedError({ network: networkId, reason: 'no_block' })
  }

  await using db = await openExisting(config.databaseUrl)
  await migrate(db)
  await using chains = createChainClients([settings])
  const random = createRandomPool()
  using holder = createHolder(random)
  const log = createLogger(config.logLevel)
  await using clock = await openClock({ db, log, random, wallClock: () => new Date() })
  // Market prices are left to a running host, whose job counts the payments that wait for one.
  const context = { config, db, chains, log, random, clock, now: clock.now, prices: null }
  const created_at = clock.now().toISOString()
  let printedAtMs = performance.now()
  const found = await rescanNetwork(context, settings, {
    fromBlock: BigInt(from),
    holder,
    onRange(toBlock) {
      if (performance.now() - printedAtMs < PROGRESS_EVERY_MS) return
      printedAtMs = performance.now()
      print(`Read ${networkId} up to block ${toBlock}.`)
    },
  })
  await keepRescan(context, { network: networkId, found, created_at })
  print(describe(networkId, found))
  return found
}

/** Stores a completed rescan, like one that an operator requested from a host. */
async function keepRescan(
  { db, now, random }: Pick<Context, 'db' | 'now' | 'random'>,
  { network, found, created_at }: { network: string; found: Rescanned; created_at: string },
): Promise<void> {
  await db.kysely
    .insertInto('rescans')
    .values({
      id: createId({ now, random }),
      network,
      from_block: found.fromBlock,
      next_block: found.toBlock + 1n,
      to_block: found.toBlock,
      status: 'done',
      payment_count: found.paymentCount,
      unreadable_count: found.unreadableCount,
      failure: null,
      created_at,
      ended_at: now().toISOString(),
    })
    .execute()
}

function describe(network: string, found: Rescanned): string {
  const blocks = `blocks ${found.fromBlock} to ${found.toBlock} of ${network}`
  const missing =
    found.unreadableCount === 0
      ? ''
      : ` ${found.unreadableCount} payments still have no receipt: configure a node that returns it.`
  const unmatched =
    found.unmatchedCount === 0
      ? ''
      : ` Stored ${found.unmatchedCount} payments that match no request: run ${COMMAND} reconcile.`
  return `Read ${blocks} again: recorded ${found.paymentCount} payments that were missing.${unmatched}${missing}`
}
