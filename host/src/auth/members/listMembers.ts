import type { Context } from '../../context.ts'
import { findMerchant, noMerchant } from '../findMerchant.ts'
import { readDestinations } from './readDestinations.ts'
import { readMembers } from './readMembers.ts'

/** Returns the output of the operator's command `members` for a merchant; `isDone` is false if there is no such merchant. */
export async function listMembers(
  context: Pick<Context, 'db' | 'sealer'>,
  merchant: string,
): Promise<{ lines: readonly string[]; isDone: boolean }> {
  const tenantId = await findMerchant(context, merchant)
  if (tenantId === null) return { lines: [noMerchant(merchant)], isDone: false }
  const members = await readMembers(context, context.db.kysely, tenantId)
  const destinations = await readDestinations(context, tenantId)
  const lines = members.flatMap(({ id, kind, role, email, createdAt, lastSignInAt }) => [
    `${kind} ${email ?? id}, ${role}, since ${createdAt}, last sign-in ${lastSignInAt ?? 'not known'}`,
    ...(destinations.get(id) ?? []).map(({ destination_id }) => `  receives at ${destination_id}`),
  ])
  return { lines: lines.length === 0 ? ['There is no member yet.'] : lines, isDone: true }
}
