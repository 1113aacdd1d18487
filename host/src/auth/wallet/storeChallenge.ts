import type { Context } from '../../context.ts'
import type { NewRow } from '../../db/schema.ts'

/**
 * The maximum number of challenges per address; a new one drops the oldest. Anyone may request a challenge for any address. A stranger
 * who wants to void an owner's challenge must request this many before the owner has signed. One client can request 10 per minute
 * (PAY_RATE_LIMIT_SIGN_IN), or 50 within a challenge's lifetime, so the attack needs several clients.
 */
export const MAX_CHALLENGES_AN_ADDRESS = 200
/** The maximum number of challenges that one call deletes. */
const MAX_DROPPED = 100

/** Stores a challenge. The clean-up job deletes expired challenges. */
export async function storeChallenge(
  context: Pick<Context, 'db'>,
  row: NewRow<'challenges'>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.insertInto('challenges').values(row).execute()
    // Ids are ordered by time.
    const surplus = await tx
      .selectFrom('challenges')
      .select('id')
      .where('address', '=', row.address)
      .orderBy('id', 'desc')
      .limit(MAX_DROPPED)
      .offset(MAX_CHALLENGES_AN_ADDRESS)
      .execute()
    if (surplus.length === 0) return
    const ids = surplus.map(({ id }) => id)
    await tx.deleteFrom('challenges').where('id', 'in', ids).execute()
  })
}
