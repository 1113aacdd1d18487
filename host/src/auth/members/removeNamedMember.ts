import { checksumAddress, isEvmAddress } from '@secure-payment/core/evm'
import type { Context } from '../../context.ts'
import { readDestinations } from './readDestinations.ts'
import { removeMember } from './removeMember.ts'

/**
 * Removes the member that an operator names by its wallet or its e-mail address, and returns what the command prints; `isDone` false:
 * there is none.
 *
 * @throws LastMemberError
 */
export async function removeNamedMember(
  context: Pick<Context, 'db' | 'now' | 'sealer'>,
  name: string,
): Promise<{ lines: readonly string[]; isDone: boolean }> {
  const member = await findNamed(context, name)
  if (member === undefined) {
    const line = `There is no member ${name}. Pass the wallet or the e-mail address that signs in.`
    return { lines: [line], isDone: false }
  }
  const { id, tenantId } = member
  const kept = (await readDestinations(context, tenantId)).get(id) ?? []
  await removeMember(context, { tenantId, memberId: id })
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

async function findNamed({ db, sealer }: Pick<Context, 'db' | 'sealer'>, name: string) {
  const wallet = await db.kysely
    .selectFrom('wallets')
    .select(['address as id', 'tenant_id as tenantId'])
    .where('address', '=', isEvmAddress(name) ? checksumAddress(name) : name)
    .executeTakeFirst()
  if (wallet !== undefined) return wallet
  return db.kysely
    .selectFrom('accounts')
    .select(['id', 'tenant_id as tenantId'])
    .where('email_digest', '=', sealer.digest('email', name.trim().toLowerCase()))
    .executeTakeFirst()
}
