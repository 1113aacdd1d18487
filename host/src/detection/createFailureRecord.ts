import type { Context } from '../context.ts'

/** Records in the database that a network's watcher fails repeatedly, so that every host can report it. */
export type FailureRecord = {
  failed(): Promise<void>
  succeeded(): Promise<void>
}

/**
 * The number of consecutive failures before a report. With the pauses between polls, they take about two seconds, longer than a dropped
 * connection lasts.
 */
const SHOWN_FROM = 4

/**
 * Creates the failure record of one network's watcher, which is stored in the row of its cursor. The watcher logs each failure with its
 * reason. This record adds one line at the beginning of a series of failures and one at its end.
 */
export function createFailureRecord(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  network: string,
): FailureRecord {
  let failures = 0
  let firstFailedAt = ''
  // Another host may have left a record of its failures.
  let isShown = true

  async function save(failing_since: string | null): Promise<void> {
    await context.db.kysely
      .updateTable('chain_cursors')
      .set({ failing_since })
      .where('network', '=', network)
      .where('failing_since', failing_since === null ? 'is not' : 'is', null)
      .execute()
  }

  return {
    async failed() {
      failures += 1
      if (failures === 1) firstFailedAt = context.now().toISOString()
      if (failures !== SHOWN_FROM) return
      context.log.error({ network, since: firstFailedAt, failures }, 'The watcher fails')
      isShown = true
      // If the database fails, /readyz reports it.
      await save(firstFailedAt).catch(() => {})
    },
    async succeeded() {
      if (failures >= SHOWN_FROM) context.log.info({ network, failures }, 'The watcher recovered')
      failures = 0
      if (!isShown) return
      await save(null)
      isShown = false
    },
  }
}
