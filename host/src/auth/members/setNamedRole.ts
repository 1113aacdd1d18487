import { ROLES } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { changeRole } from './changeRole.ts'
import { findNamedMember, noMember } from './findNamedMember.ts'

/**
 * Gives the member that an operator names by wallet or e-mail address another role, and returns the command's output. `isDone` is false if
 * there is no such member or role.
 *
 * @throws LastOwnerError
 */
export async function setNamedRole(
  context: Pick<Context, 'db' | 'now' | 'random' | 'sealer'>,
  { name, role }: { name: string; role: string },
): Promise<{ lines: readonly string[]; isDone: boolean }> {
  const chosen = ROLES.find((known) => known === role)
  if (chosen === undefined) {
    return {
      lines: [`There is no role ${role}. The roles are ${ROLES.join(', ')}.`],
      isDone: false,
    }
  }
  const member = await findNamedMember(context, name)
  if (member === undefined) return { lines: [noMember(name)], isDone: false }
  const { id, tenantId } = member
  await changeRole(context, { tenantId, memberId: id, by: null, role: chosen })
  return { lines: [`${name} is ${chosen} of merchant ${tenantId} now.`], isDone: true }
}
