import Database from 'better-sqlite3'
import type { Payment } from './createPayment.ts'
import type { World } from './world.ts'

/** Moves a payment's expiry into the past, because links are valid for days and the host uses the real clock. */
export function expirePayment({ devnet }: Pick<World, 'devnet'>, { token }: Payment): void {
  const database = new Database(devnet.json.host.database.replace(/^sqlite:/, ''))
  try {
    const { changes } = database
      .prepare('update secure_payments set expires_at = ? where token = ?')
      .run('2020-01-01T00:00:00.000Z', token)
    if (changes !== 1) throw new Error(`There is no payment ${token}.`)
  } finally {
    database.close()
  }
}
