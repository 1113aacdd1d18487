import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import { principalOf } from '../../auth/caller.ts'
import { guardTeam, lockMembers } from '../../auth/members/lockMembers.ts'
import {
  type Bound,
  createInvitation as makeInvitation,
} from '../../auth/registration/createInvitation.ts'
import { RegistrationClosedError, TooManyInvitationsError } from '../../auth/registration/errors.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { isMailAddress } from '../../mail/mailMessage.ts'
import { guardRecordCount } from '../guardRecordCount.ts'
import { sendInvitation } from './sendInvitation.ts'

type Create = typeof api.invitations.create

/** The maximum number of invitations of one tenant in any 24 hours, used or not: each guest may become a merchant who invites others. */
const MAX_A_DAY = 20
const DAY_MS = 86_400_000

/**
 * Creates a link that adds a member in a role, or, without a role, lets another merchant open an account.
 *
 * An invitation for a new member may name the only wallet or e-mail address that may accept it.
 *
 * @throws InvalidInputError, ScopeMissingError, OwnerOnlyError, RegistrationClosedError, TooManyRecordsError, TooManyInvitationsError
 */
export async function createInvitation(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { body, caller }: Pick<Call<Create>, 'body' | 'caller'>,
): Promise<Output<Create>> {
  const role = body?.role
  if (role === undefined && context.config.registration === 'closed') {
    throw new RegistrationClosedError()
  }
  const { tenantId } = caller
  const by = principalOf(caller)
  const { row, url } = makeInvitation(context, {
    ...(role === undefined ? { joins: null } : { joins: tenantId, role }),
    invitedBy: tenantId,
    invitedByMember: by,
    bound: bindTo(context, body ?? {}),
  })
  const email = body?.email ?? null
  let isSent = false
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
    guardTeam(await lockMembers(tx, tenantId), by, [role])
    const since = new Date(context.now().getTime() - DAY_MS).toISOString()
    const { count } = await tx
      .selectFrom('invitations')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('invited_by', '=', tenantId)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_A_DAY) throw new TooManyInvitationsError({ limit: MAX_A_DAY })
    await tx.insertInto('invitations').values(row).execute()
    if (email !== null) isSent = await sendInvitation(tx, context, { email, url, row, caller })
    await context.audit?.write(tx, row.id)
  })
  return { id: row.id, url, createdAt: row.created_at, expiresAt: row.expires_at, isSent }
}

type Body = NonNullable<Call<Create>['body']>

/** @throws InvalidInputError for a wallet with a wrong checksum, or an e-mail address that cannot receive mail */
function bindTo({ sealer }: Pick<Context, 'sealer'>, { wallet, email }: Body): Bound {
  if (email !== undefined && !isMailAddress(email)) {
    const message = 'must be an e-mail address to which mail can be sent, such as "ana@example.com"'
    throw new InvalidInputError([{ field: 'email', code: 'invalid_email', message }])
  }
  return {
    bound_wallet:
      wallet === undefined ? null : atField('wallet', () => recognizeWallet(wallet).address),
    bound_email_digest: email === undefined ? null : sealer.digest('email', email),
    sealed_email: email === undefined ? null : sealer.seal('email', email),
  }
}
