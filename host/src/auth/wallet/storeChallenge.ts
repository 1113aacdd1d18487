import type { Context } from '../../context.ts'
import type { NewRow } from '../../db/schema.ts'

/**
 * Challenges kept for one address; a new one drops the oldest. Anyone may request a challenge of any address, so a
 * stranger who tries to void an owner's must make this many while the owner signs. One client makes 10 per minute
 * (PAY_RATE_LIMIT_SIGN_IN), 50 in a challenge's life: the attack needs several clients, without a pause.
 */
export const MAX_CHALLENGES_AN_ADDRESS = 200
/** The maximum number of challenges that one call deletes. */
const MAX_DROPPED = 100

/** Stores a challenge. Expired ones are deleted by the clean-up job. */
export async function storeChallenge(
  context: Pick<Context, 'db'>,
  row: NewRow<'challenges'>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.insertInto('challenges').values(row).execute()
    // Ids are time ordered.
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
