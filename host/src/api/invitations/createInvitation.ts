import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { createInvitation as makeInvitation } from '../../auth/registration/createInvitation.ts'
import { RegistrationClosedError, TooManyInvitationsError } from '../../auth/registration/errors.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { guardRecordCount } from '../guardRecordCount.ts'

type Create = typeof api.invitations.create

/** Invitations of one tenant in any 24 hours, used or not: each may become a merchant that invites others. */
const MAX_A_DAY = 20
const DAY_MS = 86_400_000

/**
 * Makes a link with which another merchant opens an account.
 *
 * @throws RegistrationClosedError, TooManyRecordsError, TooManyInvitationsError
 */
export async function createInvitation(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { caller }: Pick<Call<Create>, 'caller'>,
): Promise<Output<Create>> {
  if (context.config.registration === 'closed') throw new RegistrationClosedError()
  const { tenantId } = caller
  const { row, url } = makeInvitation(context, {
    joins: null,
    invitedBy: tenantId,
    invitedByMember: principalOf(caller),
  })
  await context.db.transaction(async (tx) => {
    await guardRecordCount(tx, { records: 'open invitations', tenantId }, () =>
      tx
        .selectFrom('invitations')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('invited_by', '=', tenantId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', row.created_at)
        .executeTakeFirstOrThrow(),
    )
    const since = new Date(context.now().getTime() - DAY_MS).toISOString()
    const { count } = await tx
      .selectFrom('invitations')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('invited_by', '=', tenantId)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_A_DAY) throw new TooManyInvitationsError({ limit: MAX_A_DAY })
    await tx.insertInto('invitations').values(row).execute()
  })
  return { id: row.id, url, createdAt: row.created_at, expiresAt: row.expires_at }
}
