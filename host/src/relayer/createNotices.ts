import { ageMs } from '../clock/ageMs.ts'
import type { Context } from '../context.ts'

/** Logs the relayer's obstacles for the operator, without repeating them in every run. */
export type Notices = {
  /** Logs a success. */
  info(facts: object, msg: string): void
  /** Logs a single failure. */
  warn(facts: object, msg: string): void
  /**
   * Logs a fault that lasts until an operator acts: at its beginning, and again every {@link REPEAT_MS} while `key`
   * persists.
   */
  standing(key: string, facts: object, msg: string): void
  /** Ends a fault; if the fault returns, it is logged at once. */
  end(key: string): void
}

/** The interval at which a standing notice is repeated. */
const REPEAT_MS = 5 * 60_000
/** The maximum number of keys that are tracked separately, because keys contain schedule ids. */
const MAX_STANDING = 10_000

/** Creates notices without any history; every line names its network. */
export function createNotices(
  { log, now }: Pick<Context, 'log' | 'now'>,
  network: string,
): Notices {
  const saidAtMs = new Map<string, number>()
  return {
    info: (facts, msg) => log.info({ network, ...facts }, msg),
    warn: (facts, msg) => log.warn({ network, ...facts }, msg),
    standing(key, facts, msg) {
      const nowMs = now().getTime()
      const saidAt = saidAtMs.get(key)
      if (saidAt !== undefined && ageMs(nowMs, saidAt) < REPEAT_MS) return
      if (saidAtMs.size >= MAX_STANDING) saidAtMs.clear()
      saidAtMs.set(key, nowMs)
      log.warn({ network, ...facts }, msg)
    },
    end: (key) => void saidAtMs.delete(key),
  }
}
