import type { Context } from '../context.ts'
import type { Clock } from './clock.ts'
import { openDatabaseClock } from './openDatabaseClock.ts'
import { openMachineClock } from './openMachineClock.ts'

/** The inputs of a clock; `wallClock` reads the clock of the machine. */
export type ClockContext = Pick<Context, 'db' | 'log' | 'random'> & { wallClock: () => Date }

/**
 * Opens the clock of a host. On PostgreSQL, where hosts of several machines share the tables, it is the server's; on
 * SQLite there is one machine, and the clock is the machine's. Disposing ends the measuring.
 *
 * @throws the database's error when its time cannot be read
 */
export async function openClock(context: ClockContext): Promise<Clock> {
  return context.db.dialect === 'postgres' ? openDatabaseClock(context) : openMachineClock(context)
}
