import type { Context } from '../context.ts'
import type { Clock } from './clock.ts'
import { openDatabaseClock } from './openDatabaseClock.ts'
import { openMachineClock } from './openMachineClock.ts'

/** The inputs of a clock; `wallClock` reads the machine's clock. */
export type ClockContext = Pick<Context, 'db' | 'log' | 'random'> & { wallClock: () => Date }

/**
 * Opens a host's clock. On PostgreSQL, which hosts on several machines share, the host uses the server's clock; on SQLite, its own
 * machine's clock. Disposing stops the measurements.
 *
 * @throws the database's error if its time cannot be read
 */
export async function openClock(context: ClockContext): Promise<Clock> {
  return context.db.dialect === 'postgres' ? openDatabaseClock(context) : openMachineClock(context)
}
