import { ageMs } from '../clock/ageMs.ts'
import type { Context } from '../context.ts'

/** Tells an operator what keeps the relayer from its work, without saying it again with every look. */
export type Notices = {
  /** Something went as it should. */
  info(facts: object, msg: string): void
  /** Something went wrong once. */
  warn(facts: object, msg: string): void
  /** Something goes wrong until somebody acts: said when it begins, and again each {@link REPEAT_MS} while `key` goes on. */
  standing(key: string, facts: object, msg: string): void
  /** What stood has ended: if it comes back, it is said at once. */
  end(key: string): void
}

/** How often a standing notice is repeated. */
const REPEAT_MS = 5 * 60_000
/** Keys hold ids of schedules; more than this many at once are not told apart for longer. */
const MAX_STANDING = 10_000

/** Creates notices that know nothing yet; every line says its network. */
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
