import type { Context } from '../../context.ts'
import { findNamedMember, noMember } from './findNamedMember.ts'
import { readDestinations } from './readDestinations.ts'
import { removeMember } from './removeMember.ts'

/**
 * Removes the member that an operator names by wallet or e-mail address, and returns the command's output. `isDone` is false if there is no
 * such member.
 *
 * @throws LastMemberError, LastOwnerError
 */
export async function removeNamedMember(
  context: Pick<Context, 'db' | 'now' | 'random' | 'sealer'>,
  name: string,
): Promise<{ lines: readonly string[]; isDone: boolean }> {
  const member = await findNamedMember(context, name)
  if (member === undefined) {
    return { lines: [noMember(name)], isDone: false }
  }
  const { id, tenantId } = member
  const destinations = (await readDestinations(context, tenantId)).get(id) ?? []
  const kept = destinations.map(({ destination_id }) => destination_id)
  await removeMember(context, { tenantId, memberId: id, by: null })
  return {
    lines: [
      `Removed ${name} from merchant ${tenantId}, with all sessions. API keys, client IDs and schedules stay.`,
      ...kept.map(
        (destination) => `Payments of client IDs that name ${destination} still go there.`,
      ),
    ],
    isDone: true,
  }
}
