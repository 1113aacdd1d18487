import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { hashInvitation } from './createInvitation.ts'
import {
  InvitationRefusedError,
  InvitationRequiredError,
  RegistrationClosedError,
} from './errors.ts'

/** The result of an invitation: the tenant that the guest joins or, with null, a new tenant for the guest. */
export type Admission = { joins: string | null }

type RegistrationContext = Pick<Context, 'config' | 'now'>

/**
 * Admits an unknown caller, and uses the invitation up with the transaction: of any number of concurrent calls, one
 * succeeds.
 *
 * @throws RegistrationClosedError, InvitationRequiredError, InvitationRefusedError
 */
export async function acceptInvitation(
  context: RegistrationContext,
  invitation: string | undefined,
  tx: Tx,
): Promise<Admission> {
  if (invitation === undefined) return admitUninvited(context)
  const now = context.now().toISOString()
  const accepted = await tx
    .updateTable('invitations')
    .set({ used_at: now })
    .where('hash', '=', hashInvitation(invitation))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(context.config.registration === 'closed', (query) => query.where('invited_by', 'is', null))
    .returning('joins_tenant_id as joins')
    .executeTakeFirst()
  if (accepted === undefined) throw new InvitationRefusedError()
  return accepted
}

/**
 * Refuses a caller without a required invitation, before anything costly is done.
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
      return { joins: null }
    case 'invite':
      throw new InvitationRequiredError()
    case 'closed':
      throw new RegistrationClosedError()
    default:
      return config.registration satisfies never
  }
}
