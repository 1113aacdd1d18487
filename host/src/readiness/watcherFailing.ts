import type { ReadinessCheck } from './readinessCheck.ts'

/** A watcher's polls fail repeatedly: some payments may be recorded, while others wait. */
export const watcherFailing: ReadinessCheck = {
  name: 'watcher_failing',
  level: 'warning',
  async run({ context: { config, db } }) {
    const rows = await db.kysely
      .selectFrom('chain_cursors')
      .select(['network', 'failing_since'])
      .where('failing_since', 'is not', null)
      .execute()
    return config.networks.flatMap(({ network: { id } }) => {
      const since = rows.find(({ network }) => network === id)?.failing_since ?? null
      if (since === null) return []
      const message = `The watcher of ${id} has failed at every poll since ${since}: payments on it may wait. See the log of the watcher's host for the reason.`
      return [{ network: id, message }]
    })
  },
}
