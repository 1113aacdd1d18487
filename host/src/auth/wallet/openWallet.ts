import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { createId } from '../../id.ts'
import type { Wallet } from './recognizeWallet.ts'

/** Finds the tenant of a wallet that proved itself; its first sign-in opens one. Of two first ones at once one opens it. */
export async function openWallet(
  context: Pick<Context, 'now' | 'random'>,
  { address, walletType }: Wallet,
  tx: Tx,
): Promise<{ tenantId: string }> {
  const known = await findTenant(address, tx)
  if (known !== undefined) return known
  const tenantId = createId(context)
  const created_at = context.now().toISOString()
  await tx.insertInto('tenants').values({ id: tenantId, name: '', created_at }).execute()
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto('wallets')
    .values({ address, wallet_type: walletType, tenant_id: tenantId, created_at })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirst()
  if (inserted === 1n) return { tenantId }
  // Another sign-in committed first: its tenant is the wallet's.
  await tx.deleteFrom('tenants').where('id', '=', tenantId).execute()
  const opened = await findTenant(address, tx)
  if (opened === undefined) throw new TypeError('A wallet that is in the way is there')
  return opened
}

async function findTenant(address: string, tx: Tx): Promise<{ tenantId: string } | undefined> {
  return tx
    .selectFrom('wallets')
    .select('tenant_id as tenantId')
    .where('address', '=', address)
    .executeTakeFirst()
}
