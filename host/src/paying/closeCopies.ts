import type { NotNull } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { lockPages, lockRequests } from '../payments/requestRows.ts'
import { isUntouchedCopy } from './untouchedCopy.ts'

type Facts = {
  linkToken: string
  /** ISO 8601. */
  cancelledAt: string
  now: Date
}

/** The time after which a cancelled link's copies end if payers had begun to pay them: no attempt holds a payment for longer. */
export const GRACE_MS = 3_600_000

/**
 * Cancels a reusable link's open copies that no payer is paying, in the transaction that cancels the link. The caller has locked the
 * link, so no payer opens another copy. Copies with an attempt or a reported transaction end after {@link GRACE_MS} at the latest,
 * because the merchant does not see them. A payment that arrives later is recorded as a late one.
 *
 * This function acquires locks in the same order as a change to a single link: first the requests, then the secure payments. No
 * events report these cancellations, because the merchant has never seen the copies.
 */
export async function closeCopies(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  { linkToken, cancelledAt, now }: Facts,
): Promise<void> {
  const copies = await tx
    .selectFrom('unlisted_requests')
    .select(['request_id', 'copy_token'])
    .where('link_token', '=', linkToken)
    .where('copy_token', 'is not', null)
    .where('expires_at', '>', cancelledAt)
    .orderBy('request_id')
    .execute()
  const ids = copies.map(({ request_id }) => request_id)
  if (ids.length === 0) return
  await lockRequests(tx, db.dialect, ids)
  const copyTokens = copies.flatMap(({ copy_token }) => copy_token ?? []).sort()
  await lockPages(tx, db.dialect, copyTokens)
  // This statement runs after the locks, so it sees every attempt that was committed before them.
  const untouched = await tx
    .selectFrom('secure_payments as p')
    .select('p.token')
    .where('p.token', 'in', copyTokens)
    .where(isUntouchedCopy(now))
    .execute()
  const tokens = untouched.map(({ token }) => token)
  await shorten(tx, { linkToken, until: new Date(now.getTime() + GRACE_MS).toISOString() })
  if (tokens.length === 0) return
  await tx
    .updateTable('secure_payments')
    .set({ status: 'invalidated' })
    .where('token', 'in', tokens)
    .execute()
  await tx
    .updateTable('requests')
    .set({ cancelled_at: cancelledAt, expires_at: cancelledAt, updated_at: cancelledAt })
    .where('secure_payment_token', 'in', tokens)
    .execute()
}

/** Makes a link's open copies end no later than a given time. */
async function shorten(
  tx: Tx,
  { linkToken, until }: { linkToken: string; until: string },
): Promise<void> {
  const ended = { expires_at: until }
  const longer = tx
    .selectFrom('unlisted_requests')
    .select('request_id')
    .where('link_token', '=', linkToken)
    .where('copy_token', 'is not', null)
    .where('expires_at', '>', until)
  const ids = (await longer.execute()).map(({ request_id }) => request_id)
  if (ids.length === 0) return
  await tx
    .updateTable('secure_payments')
    .set(ended)
    .where('token', 'in', (select) =>
      select
        .selectFrom('requests')
        .select('secure_payment_token')
        .where('id', 'in', ids)
        .$narrowType<{ secure_payment_token: NotNull }>(),
    )
    .execute()
  await tx.updateTable('requests').set(ended).where('id', 'in', ids).execute()
  await tx.updateTable('unlisted_requests').set(ended).where('request_id', 'in', ids).execute()
}
