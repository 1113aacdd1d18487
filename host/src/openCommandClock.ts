import type { Clock } from './clock/clock.ts'
import { openClock } from './clock/openClock.ts'
import type { Database } from './db/openDatabase.ts'
import { createLogger } from './log.ts'
import { createRandomPool } from './randomPool.ts'

/** Opens the same clock as a host's, so that commands compare and store the same times, but without log output. */
export function openCommandClock(db: Database): Promise<Clock> {
  const log = createLogger('silent')
  return openClock({ db, log, random: createRandomPool(), wallClock: () => new Date() })
}
