import type { Context } from '../context.ts'

/** Shows on every host that a network's watcher fails repeatedly. */
export type FailureRecord = {
  failed(): Promise<void>
  succeeded(): Promise<void>
}

/** Failures in a row that are shown: with the rests between them some two seconds, longer than a dropped connection. */
const SHOWN_FROM = 4

/**
 * Creates the record of one network's watcher, in the row of its cursor. The log has each failure with its reason; here it has one line
 * when they begin to be shown and one when they end.
 */
export function createFailureRecord(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  network: string,
): FailureRecord {
  let failures = 0
  let firstFailedAt = ''
  // Another host may have left its own record.
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
      context.log.error({ network, since: firstFailedAt, failures }, 'Watching fails')
      isShown = true
      // When the database itself fails, the response of /readyz shows it.
      await save(firstFailedAt).catch(() => {})
    },
    async succeeded() {
      if (failures >= SHOWN_FROM) context.log.info({ network, failures }, 'Watching works again')
      failures = 0
      if (!isShown) return
      await save(null)
      isShown = false
    },
  }
}
