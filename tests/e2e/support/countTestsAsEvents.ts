import Database from 'better-sqlite3'
import type { World } from './world.ts'

/**
 * Makes an endpoint's failed test events count as abandoned events. A test event fails at once. A real event is abandoned only after days,
 * and the host uses the real clock.
 */
export function countTestsAsEvents({ devnet }: Pick<World, 'devnet'>, url: string): void {
  const database = new Database(devnet.json.host.database.replace(/^sqlite:/, ''))
  try {
    const { changes } = database
      .prepare(
        `update events set is_test = 0 where id in (
          select delivery.event_id from webhook_deliveries delivery
          join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id
          where endpoint.url = ? and delivery.status = 'dead'
        )`,
      )
      .run(url)
    if (changes === 0) throw new Error(`No test to ${url} has failed.`)
  } finally {
    database.close()
  }
}
