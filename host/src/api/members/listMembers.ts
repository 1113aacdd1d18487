import type { api, Output } from '@secure-payment/core/api'
import { parseAccessPolicy } from '../../access/accessPolicy.ts'
import { describePolicy } from '../../access/describePolicy.ts'
import { readDestinations } from '../../auth/members/readDestinations.ts'
import { readMembers } from '../../auth/members/readMembers.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type List = typeof api.members.list

/** Lists the wallets and accounts in the caller's merchant account, oldest first. */
export async function listMembers(
  context: Pick<Context, 'db' | 'sealer'>,
  { caller }: Pick<Call<List>, 'caller'>,
): Promise<Output<List>> {
  const members = await readMembers(context, context.db.kysely, caller.tenantId)
  const destinations = await readDestinations(context, caller.tenantId)
  return members.map((member) => {
    const own = destinations.get(member.id) ?? []
    return {
      ...member,
      address: member.kind === 'wallet' ? member.id : null,
      payeeDestinationIds: own.map(({ destination_id }) => destination_id),
      payeeDestinations: own.map(({ destination_id, access_policy }) => ({
        destinationId: destination_id,
        accessPolicy: describePolicy(parseAccessPolicy(access_policy)),
      })),
    }
  })
}
