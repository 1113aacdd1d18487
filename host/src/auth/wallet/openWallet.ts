import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { createId } from '../../id.ts'
import { acceptInvitation } from '../registration/acceptInvitation.ts'
import { guardJoined } from '../registration/guardJoined.ts'
import { SignInRefusedError } from './errors.ts'
import type { Wallet } from './recognizeWallet.ts'

/**
 * Finds the tenant of a wallet that proved itself. Its first sign-in opens one, or joins the one that it is invited to; of two first
 * ones at once one does. A wallet that is known uses no invitation up.
 *
 * @throws WalletTakenError, RegistrationClosedError, InvitationRequiredError, InvitationRefusedError
 */
export async function openWallet(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  { address, walletType, invitation }: Wallet & { invitation: string | undefined },
  tx: Tx,
): Promise<{ tenantId: string }> {
  const known = await findTenant(address, tx)
  if (known !== undefined) {
    if (invitation !== undefined) await guardJoined(context, { ...known, invitation }, tx)
    return known
  }
  const { joins } = await acceptInvitation(context, invitation, tx)
  const tenantId = joins ?? createId(context)
  const created_at = context.now().toISOString()
  if (joins === null) {
    await tx.insertInto('tenants').values({ id: tenantId, name: '', created_at }).execute()
  }
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto('wallets')
    .values({ address, wallet_type: walletType, tenant_id: tenantId, created_at })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirst()
  if (inserted === 1n) return { tenantId }
  if (invitation !== undefined) throw new SignInRefusedError()
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
