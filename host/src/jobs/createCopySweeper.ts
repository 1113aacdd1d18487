import type { NotNull } from 'kysely'
import type { Context } from '../context.ts'
import { lockRequests } from '../payments/requestRows.ts'
import { firstIdAt } from '../requests/firstIdAt.ts'
import { findOldLinks, removeRequests, type Sweeper } from './createSweeper.ts'

/** The maximum number of copies that one step examines, so that the writer is never locked for long. */
const COPIES_A_STEP = 500
/** The interval between two passes over all copies. */
const PASS_EVERY_MS = 3_600_000
/** The time for which copies are kept after their end. A payment that arrives later is reported as a payment for a deleted request. */
const KEPT_MS = 24 * 3_600_000
/** The time for which copies with reports of unconfirmed transactions are kept: anyone with a copy can forge a report. */
const REPORTED_KEPT_MS = 14 * KEPT_MS

/**
 * Creates a sweeper that deletes the copies of reusable links that ended a day ago without a payment, regardless of the host's retention.
 * Any visitor can open copies, which must not fill the database. A copy that involves money stays, by the rule of {@link findOldLinks}.
 */
export function createCopySweeper(context: Pick<Context, 'db' | 'now'>): Sweeper {
  let cursor = ''
  let nextPassMs = Number.NEGATIVE_INFINITY
  return {
    async step() {
      const nowMs = context.now().getTime()
      if (cursor === '' && nowMs < nextPassMs) return { more: false }
      cursor = await sweepCopies(context, { after: cursor, before: nowMs - KEPT_MS })
      if (cursor === '') nextPassMs = nowMs + PASS_EVERY_MS
      return { more: cursor !== '' }
    },
  }
}

/** Returns the position from which the next step continues; empty at the end. */
async function sweepCopies(
  context: Pick<Context, 'db' | 'now'>,
  { after, before }: { after: string; before: number },
): Promise<string> {
  const page = await context.db.kysely
    .selectFrom('unlisted_requests')
    .select(['request_id', 'copy_token'])
    .where('copy_token', 'is not', null)
    .$narrowType<{ copy_token: NotNull }>()
    .where('request_id', '>', after)
    .where('request_id', '<', firstIdAt(before))
    .orderBy('request_id')
    .limit(COPIES_A_STEP)
    .execute()
  if (page.length === 0) return ''
  const byToken = new Map(page.map(({ copy_token, request_id }) => [copy_token, request_id]))
  await context.db.transaction(async (tx) => {
    // Recording a payment locks its request first, so no payment for these copies can be recorded from here on.
    await lockRequests(tx, context.db.dialect, [...byToken.values()])
    const tokens = await findOldLinks(
      tx,
      [...byToken.keys()],
      new Date(before).toISOString(),
      new Date(before + KEPT_MS - REPORTED_KEPT_MS).toISOString(),
    )
    const ids = tokens.flatMap((token) => byToken.get(token) ?? [])
    if (ids.length > 0) await removeRequests(tx, context, { ids, tokens })
  })
  return page[COPIES_A_STEP - 1]?.request_id ?? ''
}
