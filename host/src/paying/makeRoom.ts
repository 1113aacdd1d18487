import { type SelectQueryBuilder, sql } from 'kysely'
import { SITE_DIGITS } from '../auth/digestAddress.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { lockPages, lockRequests } from '../payments/requestRows.ts'
import { TooManyOpenCopiesError } from './errors.ts'
import { isUnprovenCopy, isUntouchedCopy } from './untouchedCopy.ts'

/** The maximum number of a link's copies that are open and unpaid. */
export const MAX_OPEN_COPIES = 1_000
/** The minimum age at which a copy is ended for another payer. */
const LEAST_AGE_MS = 10 * 60_000

/** The maximum number of tries, because a payer may begin to pay a copy just before it is ended. */
const MAX_TRIES = 3

/** `ended` if a copy was ended, `none` if there was no copy, and `lost` if the copy no longer qualified once it was locked. */
type Outcome = 'ended' | 'none' | 'lost'

type Victim = { request_id: string; token: string }

/**
 * Ends a copy if a link has the maximum number, so that payers who never come back do not close the link to others. The ended copy is the
 * oldest one that no payer is paying. Without such a copy, the oldest copy without proven money ends, from the address that has the most
 * such copies. Reports and attempts are free, so one visitor could otherwise use them to close the link. A payment that still arrives for
 * the ended copy is recorded as late.
 *
 * @throws TooManyOpenCopiesError if all copies are young, or have money
 */
export async function makeRoom(
  tx: Tx,
  dialect: Context['db']['dialect'],
  { linkToken, now }: { linkToken: string; now: Date },
): Promise<void> {
  const at = now.toISOString()
  const open = tx
    .selectFrom('unlisted_requests as u')
    .where('u.link_token', '=', linkToken)
    .where('u.copy_token', 'is not', null)
    .where('u.expires_at', '>', at)
  const { count } = await open
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < MAX_OPEN_COPIES) return
  const old = open
    .innerJoin('secure_payments as p', 'p.token', 'u.copy_token')
    .select(['u.request_id', 'p.token'])
    .where('p.created_at', '<=', new Date(now.getTime() - LEAST_AGE_MS).toISOString())
  const untouched = old.where(isUntouchedCopy(now)).orderBy('u.request_id')
  const unproven = old
    .where(isUnprovenCopy)
    .innerJoin('requests as q', 'q.id', 'u.request_id')
    // Copies that servers opened have no address, so each counts separately.
    .orderBy(
      sql`case when q.address_digest is null then 1
        else count(*) over (partition by substr(q.address_digest, 1, ${sql.lit(SITE_DIGITS)})) end`,
      'desc',
    )
    .orderBy('u.request_id')
  let outcome: Outcome = 'lost'
  for (let tries = 0; tries < MAX_TRIES && outcome === 'lost'; tries += 1) {
    outcome = await endFirst(tx, dialect, { from: untouched, at })
  }
  if (outcome === 'none') outcome = await endFirst(tx, dialect, { from: unproven, at })
  if (outcome !== 'ended') throw new TooManyOpenCopiesError({ limit: MAX_OPEN_COPIES })
}

/** Ends the first copy that a query returns. */
async function endFirst<Schema, Table extends keyof Schema>(
  tx: Tx,
  dialect: Context['db']['dialect'],
  { from, at }: { from: SelectQueryBuilder<Schema, Table, Victim>; at: string },
): Promise<Outcome> {
  const first = await from.limit(1).executeTakeFirst()
  if (first === undefined) return 'none'
  const { token, request_id: id } = first
  await lockRequests(tx, dialect, [id])
  await lockPages(tx, dialect, [token])
  // A payer may have begun to pay before these locks were acquired.
  const isStill = await from.where(sql<boolean>`u.request_id = ${id}`).limit(1).executeTakeFirst()
  if (isStill === undefined) return 'lost'
  const ended = { expires_at: at }
  await tx.updateTable('requests').set(ended).where('id', '=', id).execute()
  await tx.updateTable('secure_payments').set(ended).where('token', '=', token).execute()
  await tx.updateTable('unlisted_requests').set(ended).where('request_id', '=', id).execute()
  return 'ended'
}
