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

/**
 * Cancels the open copies of a reusable link that no payer is paying, in the transaction that cancels the link. The caller has locked
 * the link, so no payer opens another copy. Copies with an attempt, a reported transaction or a payment continue until they end.
 *
 * It locks like a change of a single link: first the requests, then the secure payments. No events report it, because the merchant
 * has never seen these copies.
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
  // A later statement sees the attempts that were committed before these locks.
  const untouched = await tx
    .selectFrom('secure_payments as p')
    .select('p.token')
    .where('p.token', 'in', copyTokens)
    .where(isUntouchedCopy(now))
    .execute()
  const tokens = untouched.map(({ token }) => token)
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
