import type { api, Output } from '@secure-payment/core/api'
import { addAuditEntry } from '../../audit/createAudit.ts'
import type { Passwords } from '../../auth/passwords.ts'
import { acceptInvitation, guardRegistration } from '../../auth/registration/acceptInvitation.ts'
import { type Sessions, startSession } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { AlreadySignedInError, EmailTakenError } from './errors.ts'

type Register = typeof api.auth.register

/**
 * Opens an account with a new tenant, or in the tenant of its invitation, and signs it in. The e-mail address is stored encrypted, and
 * looked up by a keyed digest. If a required invitation is missing, looks up no account, so the response does not reveal which accounts
 * exist.
 *
 * @throws AlreadySignedInError, EmailTakenError, HashingBusyError, RegistrationClosedError, InvitationRequiredError,
 * InvitationRefusedError, InvitationForAnotherError
 */
export async function register(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'> & {
    passwords: Passwords
    sessions: Sessions
  },
  { body, cookies }: Pick<Call<Register>, 'body' | 'cookies'>,
): Promise<Output<Register>> {
  const { session: presented } = cookies
  const isSignedIn = presented !== null && (await context.sessions.find(presented)) !== null
  if (isSignedIn) throw new AlreadySignedInError()
  const { email, invitation } = body
  guardRegistration(context, invitation)
  const passwordHash = await context.passwords.hash(body.password)
  const { tenantId, session } = await context.db.transaction(async (tx) => {
    const account = await openAccount(context, { email, passwordHash, invitation }, tx)
    const session = await startSession(context, { ...account, by: 'password' }, tx)
    return { ...account, session }
  })
  cookies.setSession(session.value, session.maxAgeS)
  return { email, tenantId, expiresAt: session.expiresAt }
}

async function openAccount(
  context: Pick<Context, 'config' | 'now' | 'random' | 'sealer'>,
  facts: { email: string; passwordHash: string; invitation: string | undefined },
  tx: Tx,
): Promise<{ tenantId: string; accountId: string }> {
  const { email, passwordHash, invitation } = facts
  const emailDigest = context.sealer.digest('email', email)
  const { joins, role } = await acceptInvitation(
    context,
    { invitation, guest: { emailDigest } },
    tx,
  )
  const created_at = context.now().toISOString()
  const tenantId = joins ?? createId(context)
  const accountId = createId(context)
  if (joins === null) {
    await tx.insertInto('tenants').values({ id: tenantId, name: '', created_at }).execute()
  }
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto('accounts')
    .values({
      id: accountId,
      tenant_id: tenantId,
      role,
      email_digest: emailDigest,
      sealed_email: context.sealer.seal('email', email),
      password_hash: passwordHash,
      created_at,
    })
    .onConflict((conflict) => conflict.column('email_digest').doNothing())
    .executeTakeFirst()
  // The rollback also removes the tenant, and an invitation stays valid.
  if (inserted !== 1n) throw new EmailTakenError()
  const actor = { kind: 'account', id: accountId } as const
  const joined = { tenantId, action: 'member.joined', actor, objectId: accountId } as const
  await addAuditEntry(tx, context, joined)
  return { tenantId, accountId }
}
