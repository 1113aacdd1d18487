import type { Role } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'

/** A way to sign in to a merchant account: a wallet, or an account with an e-mail address and a password. */
export type Member = {
  /** The address of a wallet, or the id of an account. */
  id: string
  kind: 'wallet' | 'account'
  role: Role
  walletType: 'evm' | 'tron' | null
  email: string | null
  createdAt: string
  lastSignInAt: string | null
}

/** Returns a merchant account's members, oldest first. */
export async function readMembers(
  { sealer }: Pick<Context, 'sealer'>,
  kysely: Context['db']['kysely'] | Tx,
  tenantId: string,
): Promise<readonly Member[]> {
  const wallets = await kysely
    .selectFrom('wallets')
    .select(['address as id', 'wallet_type as walletType', 'created_at as createdAt'])
    .select(['role', 'last_sign_in_at as lastSignInAt'])
    .where('tenant_id', '=', tenantId)
    .execute()
  const accounts = await kysely
    .selectFrom('accounts')
    .select(['id', 'sealed_email', 'created_at as createdAt'])
    .select(['role', 'last_sign_in_at as lastSignInAt'])
    .where('tenant_id', '=', tenantId)
    .execute()
  const members: Member[] = [
    ...wallets.map((wallet) => ({ ...wallet, kind: 'wallet' as const, email: null })),
    ...accounts.map(({ sealed_email, ...account }) => ({
      ...account,
      kind: 'account' as const,
      walletType: null,
      email: sealer.open('email', sealed_email),
    })),
  ]
  return members.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
}

function orderOf({ createdAt, id }: Member): string {
  return `${createdAt} ${id}`
}
