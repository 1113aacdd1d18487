import type { ChainClient, LogFilter } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { Lease } from '../scheduling/leases.ts'
import { recordRange } from './recordRange.ts'

/**
 * Reads recorded blocks a second time, some minutes later and from another node where there is one: a node whose log
 * index lags behind its blocks answers a range without the logs that are in it, and no error tells.
 */
export type BlockAudit = {
  /** Does at most one range, when it is time. Returns how many webhook events came of it, normally none. */
  run(lease: Lease, recordedTo: bigint): Promise<{ eventCount: number }>
  /** Begins anew: after a revocation, blocks of old heights are new ones. */
  restart(): void
}

export const AUDIT_INTERVAL_MS = 5 * 60_000
/** Blocks before the first cursor of this process that are read again: the previous process did not get to them. */
const FIRST_AUDIT_BLOCKS = 2_000n

/** Starts with nothing audited. */
export function createBlockAudit(
  context: Pick<Context, 'db' | 'now' | 'random' | 'config' | 'log'>,
  client: ChainClient,
  filter: LogFilter,
): BlockAudit {
  let auditedTo: bigint | null = null
  /** What was recorded an interval ago; blocks of an earlier process are old enough at once. */
  let dueTo: bigint | null = null
  let nextRunMs = Number.NEGATIVE_INFINITY

  return {
    async run(lease, recordedTo) {
      const nowMs = context.now().getTime()
      if (nowMs < nextRunMs) return { eventCount: 0 }
      dueTo ??= recordedTo
      const before = auditedTo ?? max(recordedTo - FIRST_AUDIT_BLOCKS, 0n)
      const end = min(dueTo, before + BigInt(client.network.maxLogRange))
      if (end <= before) {
        dueTo = recordedTo
        nextRunMs = nowMs + AUDIT_INTERVAL_MS
        return { eventCount: 0 }
      }
      const { logs } = await client.getLogs({ fromBlock: before + 1n, toBlock: end }, filter, {
        isSecondLook: true,
      })
      const recorded = await recordRange(context, client, { lease, logs, cursor: null })
      if (recorded.paymentCount > 0) {
        context.log.error(
          { network: client.network.id, paymentCount: recorded.paymentCount },
          'Found payments that a node had left out',
        )
      }
      auditedTo = end
      return { eventCount: recorded.eventCount }
    },
    restart() {
      auditedTo = null
      dueTo = null
      nextRunMs = context.now().getTime() + AUDIT_INTERVAL_MS
    },
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
