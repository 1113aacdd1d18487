import type { Role } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import {
  InvitationForAnotherError,
  InvitationRefusedError,
  InvitationRequiredError,
  RegistrationClosedError,
} from './errors.ts'
import { isAcceptable } from './isAcceptable.ts'

/**
 * The result of an invitation: the tenant that the guest joins (null for a new tenant), and the guest's role in it.
 */
export type Admission = { joins: string | null; role: Role }

/** The address that joins: a wallet in canonical form, or the digest of an account's e-mail address. */
export type Guest = { wallet: string } | { emailDigest: string }

type RegistrationContext = Pick<Context, 'config' | 'now'>

/**
 * Admits an unknown caller and consumes the invitation in the transaction, so exactly one of several concurrent calls succeeds. An
 * invitation for another address stays unused.
 *
 * @throws RegistrationClosedError, InvitationRequiredError, InvitationRefusedError, InvitationForAnotherError
 */
export async function acceptInvitation(
  context: RegistrationContext,
  { invitation, guest }: { invitation: string | undefined; guest: Guest },
  tx: Tx,
): Promise<Admission> {
  if (invitation === undefined) return admitUninvited(context)
  const accepted = await tx
    .updateTable('invitations')
    .set({ used_at: context.now().toISOString() })
    .where((eb) => isAcceptable(eb, context, invitation))
    .returning(['joins_tenant_id as joins', 'role', 'bound_wallet', 'bound_email_digest'])
    .executeTakeFirst()
  if (accepted === undefined) throw new InvitationRefusedError()
  const { joins, role, ...bound } = accepted
  // The rollback leaves the invitation unused.
  if (!isFor(bound, guest)) throw new InvitationForAnotherError()
  return { joins, role }
}

function isFor(
  {
    bound_wallet,
    bound_email_digest,
  }: Pick<Row<'invitations'>, 'bound_wallet' | 'bound_email_digest'>,
  guest: Guest,
): boolean {
  if (bound_wallet !== null) return 'wallet' in guest && guest.wallet === bound_wallet
  if (bound_email_digest === null) return true
  return 'emailDigest' in guest && guest.emailDigest === bound_email_digest
}

/**
 * Rejects a caller without a required invitation, before any expensive work.
 *
 * @throws RegistrationClosedError, InvitationRequiredError
 */
export function guardRegistration(
  context: Pick<Context, 'config'>,
  invitation: string | undefined,
): void {
  if (invitation === undefined) admitUninvited(context)
}

function admitUninvited({ config }: Pick<Context, 'config'>): Admission {
  switch (config.registration) {
    case 'open':
      return { joins: null, role: 'owner' }
    case 'invite':
      throw new InvitationRequiredError()
    case 'closed':
      throw new RegistrationClosedError()
    default:
      return config.registration satisfies never
  }
}
