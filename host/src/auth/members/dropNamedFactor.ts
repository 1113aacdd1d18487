import { addAuditEntry } from '../../audit/createAudit.ts'
import type { Context } from '../../context.ts'
import { isSecondFactorOn } from '../passkeys/guardConfirmed.ts'
import { switchOffFactor } from '../passkeys/switchOffFactor.ts'
import { findNamedMember, noMember } from './findNamedMember.ts'

/**
 * Switches off the second factor of the member that an operator names by wallet or e-mail address, and returns the command's output.
 * `isDone` is false if there is no such member. The command helps a member who has lost the passkeys and the recovery codes.
 */
export async function dropNamedFactor(
  context: Pick<Context, 'db' | 'now' | 'random' | 'sealer'>,
  name: string,
): Promise<{ lines: readonly string[]; isDone: boolean }> {
  const member = await findNamedMember(context, name)
  if (member === undefined) return { lines: [noMember(name)], isDone: false }
  const { id: objectId, tenantId } = member
  const wasOn = await context.db.transaction(async (tx) => {
    if (!(await isSecondFactorOn(tx, objectId))) return false
    await switchOffFactor(tx, objectId)
    const actor = { kind: 'operator', id: null } as const
    const action = 'second_factor.disabled'
    await addAuditEntry(tx, context, { tenantId, action, actor, objectId })
    return true
  })
  const state = wasOn ? 'is off now' : 'was off already'
  return {
    lines: [
      `The second factor of ${name} ${state}. The passkeys stay, and each signs in without a password.`,
    ],
    isDone: true,
  }
}
