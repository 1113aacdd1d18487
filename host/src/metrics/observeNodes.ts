import type { NodeObserver } from '../chains/nodeObserver.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from './metrics.ts'

/** The interval at which the failures of a node, or the contradictions on a network, are summed up in one line. */
const SUMMARY_MS = 5 * 60_000

/** A series of failures that has not ended. */
type Series = { count: number; startedMs: number; loggedMs: number }

/**
 * Counts the failures of nodes and logs them: a line at the first failure, a summary every five minutes while the failures last, and a line
 * at the first response after them. `nowMs` is a monotonic clock.
 */
export function observeNodes(
  { log, metrics }: { log: Pick<Logger, 'info' | 'warn'>; metrics?: Metrics | undefined },
  nowMs: () => number = () => performance.now(),
): NodeObserver {
  const failing = new Map<string, Series>()
  const contradictory = new Map<string, Series>()
  return {
    answered(network, node) {
      if (failing.size === 0) return
      const key = `${network} ${node}`
      const series = failing.get(key)
      if (series === undefined) return
      failing.delete(key)
      const facts = { network, node, failures: series.count, durationMs: ageOf(series, nowMs()) }
      log.info(facts, 'A node responds again')
    },
    failed(network, node, error) {
      metrics?.nodeFailed(network, node)
      const { series, isDue } = extend(failing, `${network} ${node}`, nowMs())
      const facts = { network, node, reason: error.message, failures: series.count }
      if (series.count === 1) log.warn(facts, 'A node fails')
      else if (isDue)
        log.warn({ ...facts, durationMs: ageOf(series, nowMs()) }, 'A node still fails')
    },
    disagreed(network) {
      metrics?.nodesDisagreed(network)
      const { series, isDue } = extend(contradictory, network, nowMs())
      if (series.count === 1 || isDue) {
        log.warn({ network, contradictions: series.count }, 'The nodes contradict each other')
      }
    },
  }
}

/** Adds a failure to its series; `isDue`: the series' last line is older than {@link SUMMARY_MS}. */
function extend(
  all: Map<string, Series>,
  key: string,
  nowMs: number,
): { series: Series; isDue: boolean } {
  const series = all.get(key) ?? { count: 0, startedMs: nowMs, loggedMs: nowMs }
  all.set(key, series)
  series.count += 1
  const isDue = nowMs - series.loggedMs >= SUMMARY_MS
  if (isDue) series.loggedMs = nowMs
  return { series, isDue }
}

function ageOf({ startedMs }: Series, nowMs: number): number {
  return Math.round(nowMs - startedMs)
}
