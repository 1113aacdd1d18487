import type { Context } from '../../context.ts'
import { lockTenant } from '../../db/lockTenant.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { LastMemberError, MemberNotFoundError } from './errors.ts'

type Facts = { tenantId: string; memberId: string }

/**
 * Removes a wallet or an account from a merchant account, and ends all its sessions. Open invitation links end too: the
 * member's own, and those into this merchant account, which the member may have. The member's other records stay with
 * the merchant.
 */
export async function removeMember(
  context: Pick<Context, 'db' | 'now'>,
  facts: Facts,
): Promise<void> {
  // Other texts name no member, and PostgreSQL rejects some of them.
  if (!MEMBER_ID.test(facts.memberId)) throw new MemberNotFoundError()
  await context.db.transaction(async (tx) => {
    // Of two members who remove each other one stays.
    await lockTenant(tx, facts.tenantId)
    if (!(await hasMember(tx, facts))) throw new MemberNotFoundError()
    if ((await countMembers(tx, facts)) <= 1) throw new LastMemberError()
    await tx
      .deleteFrom('wallets')
      .where('tenant_id', '=', facts.tenantId)
      .where('address', '=', facts.memberId)
      .execute()
    await tx
      .deleteFrom('accounts')
      .where('tenant_id', '=', facts.tenantId)
      .where('id', '=', facts.memberId)
      .execute()
    // Runs after the member's deletion: the session of an earlier sign-in is deleted, and a later sign-in finds no
    // member.
    await tx
      .deleteFrom('sessions')
      .where('tenant_id', '=', facts.tenantId)
      .where(({ or, eb }) =>
        or([eb('wallet_address', '=', facts.memberId), eb('account_id', '=', facts.memberId)]),
      )
      .execute()
    await endInvitations(tx, facts, context.now().toISOString())
  })
}

/** An address of either family, or the id of an account. */
const MEMBER_ID = /^[0-9A-Za-z]{1,64}$/

async function hasMember(tx: Tx, { tenantId, memberId }: Facts): Promise<boolean> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('address')
    .where('tenant_id', '=', tenantId)
    .where('address', '=', memberId)
    .executeTakeFirst()
  if (wallet !== undefined) return true
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .executeTakeFirst()
  return account !== undefined
}

async function countMembers(tx: Tx, { tenantId }: Facts): Promise<number> {
  let total = 0
  for (const table of ['wallets', 'accounts'] as const) {
    const { count } = await tx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow()
    total += Number(count)
  }
  return total
}

/** A link whose maker is not known may be the member's. */
async function endInvitations(tx: Tx, { tenantId, memberId }: Facts, now: string): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ expires_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ or, and, eb }) =>
      or([
        eb('joins_tenant_id', '=', tenantId),
        and([
          eb('invited_by', '=', tenantId),
          or([eb('invited_by_member', 'is', null), eb('invited_by_member', '=', memberId)]),
        ]),
      ]),
    )
    .execute()
}
