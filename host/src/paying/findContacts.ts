import type { Caller } from '../auth/caller.ts'
import { type Contacts, contactsOf } from '../branding/branding.ts'
import type { Context } from '../context.ts'

/** Finds the contacts of a page's merchant, for a payer whose payment does not exist; undefined if the caller is not a merchant's page. */
export async function findContacts(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
): Promise<Contacts | undefined> {
  if (caller.credential !== 'clientId' || caller.isFirstParty) return undefined
  const row = await db.kysely
    .selectFrom('brandings')
    .select(['support_url', 'support_email'])
    .where('tenant_id', '=', caller.tenantId)
    .where('client_id', 'in', ['', caller.clientId])
    .orderBy('client_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return contactsOf(row ?? null)
}
