import Database from 'better-sqlite3'
import type { Payment } from './createPayment.ts'
import type { World } from './world.ts'

/** Moves the host's timeout for a bridge into the past, because the timeout is one day and the host uses the real clock. */
export function giveUpTransfer({ devnet }: Pick<World, 'devnet'>, { token }: Payment): void {
  const database = new Database(devnet.json.host.database.replace(/^sqlite:/, ''))
  const past = '2020-01-01T00:00:00.000Z'
  try {
    const { changes } = database
      .prepare(
        "update intents set give_up_at = ?, next_check_at = ? where token = ? and status = 'tracking'",
      )
      .run(past, past, token)
    if (changes !== 1) throw new Error(`No transfer of ${token} is followed.`)
  } finally {
    database.close()
  }
}
