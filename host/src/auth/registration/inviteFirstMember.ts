import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { BOOTSTRAP_TENANT_ID } from '../bootstrap.ts'
import { createInvitation } from './createInvitation.ts'

/** The inputs for creating a link. */
export type InviteContext = Pick<Context, 'config' | 'db' | 'now' | 'random'>

/** The fixed id of the first link. Its row is never deleted, so only one start of one host creates the link. */
export const FIRST_INVITATION_ID = '00000000000000000000000001'

/**
 * Creates the link that admits a wallet or account as the first member of the tenant of PAY_BOOTSTRAP_API_KEY, at the first start on a
 * database. Returns null at every later start, and if the tenant already has a member.
 */
export async function inviteFirstMember(context: InviteContext): Promise<string | null> {
  const facts = { joins: BOOTSTRAP_TENANT_ID, invitedBy: null, id: FIRST_INVITATION_ID }
  const { row, url } = createInvitation(context, facts)
  return context.db.transaction(async (tx) => {
    if (await hasMember(tx)) return null
    const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
      .insertInto('invitations')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return inserted === 1n ? url : null
  })
}

/** Creates another link into the tenant of PAY_BOOTSTRAP_API_KEY; earlier unused links become void. */
export async function inviteMember(context: InviteContext): Promise<string> {
  const { row, url } = createInvitation(context, { joins: BOOTSTRAP_TENANT_ID, invitedBy: null })
  await context.db.transaction(async (tx) => {
    await tx
      .updateTable('invitations')
      .set({ expires_at: row.created_at })
      .where('joins_tenant_id', '=', BOOTSTRAP_TENANT_ID)
      .where('used_at', 'is', null)
      .where('expires_at', '>', row.created_at)
      .execute()
    await tx.insertInto('invitations').values(row).execute()
  })
  return url
}

/** Creates, on behalf of the operator, a link that lets a merchant open an account; it is valid under any PAY_REGISTRATION. */
export async function inviteMerchant(context: InviteContext): Promise<string> {
  const { row, url } = createInvitation(context, { joins: null, invitedBy: null })
  await context.db.kysely.insertInto('invitations').values(row).execute()
  return url
}

/** Returns whether the tenant of PAY_BOOTSTRAP_API_KEY has a member. */
export async function hasMember(tx: Pick<Tx, 'selectFrom'>): Promise<boolean> {
  for (const table of ['wallets', 'accounts'] as const) {
    const member = await tx
      .selectFrom(table)
      .select('tenant_id')
      .where('tenant_id', '=', BOOTSTRAP_TENANT_ID)
      .limit(1)
      .executeTakeFirst()
    if (member !== undefined) return true
  }
  return false
}
