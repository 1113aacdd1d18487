import Database from 'better-sqlite3'
import type { World } from './world.ts'

/** Moves the quotes of a payment's request into the past, because quotes last for minutes and the host uses the real clock. */
export function expireQuotes({ devnet }: Pick<World, 'devnet'>, requestId: string): void {
  const database = new Database(devnet.json.host.database.replace(/^sqlite:/, ''))
  try {
    const { changes } = database
      .prepare('update quotes set created_at = ?, expires_at = ? where request_id = ?')
      .run('2020-01-01T00:00:00.000Z', '2020-01-01T00:10:00.000Z', requestId)
    if (changes === 0) throw new Error(`The request ${requestId} has no quote.`)
  } finally {
    database.close()
  }
}
