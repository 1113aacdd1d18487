import Database from 'better-sqlite3'
import type { World } from './world.ts'

/**
 * Postpones the pending deliveries of an endpoint for hours, like the schedule's late attempts; returns false while a delivery is being
 * sent.
 */
export function putOffDeliveries({ devnet }: Pick<World, 'devnet'>, url: string): boolean {
  const database = new Database(devnet.json.host.database.replace(/^sqlite:/, ''))
  try {
    const dueAt = new Date(Date.now() + HOURS_MS).toISOString()
    const { changes } = database
      .prepare(
        `update webhook_deliveries set due_at = ? where status = 'pending' and lease_until is null
          and endpoint_id in (select id from webhook_endpoints where url = ?)`,
      )
      .run(dueAt, url)
    return changes > 0
  } finally {
    database.close()
  }
}

const HOURS_MS = 5 * 3_600_000
