import { addAuditEntry } from '../../audit/createAudit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { createId } from '../../id.ts'
import { acceptInvitation } from '../registration/acceptInvitation.ts'
import { guardJoined } from '../registration/guardJoined.ts'
import { SignInRefusedError } from './errors.ts'
import type { Speaker } from './findSpeaker.ts'
import type { Wallet } from './recognizeWallet.ts'

/** The wallet that signs in, with its invitation. */
type Opener = Wallet & Speaker & { invitation: string | undefined }

/**
 * Finds the tenant of a wallet that proved its identity. The wallet's first sign-in opens a tenant, or joins the inviting one; of two
 * concurrent first sign-ins, only one does so. A known wallet consumes no invitation. For a contract account, the chain whose code signed
 * first is stored, because its address on another chain may hold another owner's code.
 *
 * @throws SignInRefusedError for code on another chain, WalletTakenError, RegistrationClosedError, InvitationRequiredError,
 * InvitationRefusedError, InvitationForAnotherError
 */
export async function openWallet(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  { address, walletType, codeChainId, invitation }: Opener,
  tx: Tx,
): Promise<{ tenantId: string }> {
  const known = await findTenant(address, tx)
  if (known !== undefined) {
    await keepChain(tx, { address, codeChainId })
    if (invitation !== undefined) await guardJoined(context, { ...known, invitation }, tx)
    return known
  }
  const { joins, role } = await acceptInvitation(
    context,
    { invitation, guest: { wallet: address } },
    tx,
  )
  const tenantId = joins ?? createId(context)
  const created_at = context.now().toISOString()
  if (joins === null) {
    await tx.insertInto('tenants').values({ id: tenantId, name: '', created_at }).execute()
  }
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto('wallets')
    .values({
      address,
      wallet_type: walletType,
      tenant_id: tenantId,
      role,
      created_at,
      code_chain_id: codeChainId,
    })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirst()
  if (inserted === 1n) {
    const actor = { kind: 'wallet', id: address } as const
    const joined = { tenantId, action: 'member.joined', actor, objectId: address } as const
    await addAuditEntry(tx, context, joined)
    return { tenantId }
  }
  if (invitation !== undefined) throw new SignInRefusedError()
  // Another sign-in committed first, so the wallet belongs to that sign-in's tenant.
  await keepChain(tx, { address, codeChainId })
  await tx.deleteFrom('tenants').where('id', '=', tenantId).execute()
  const opened = await findTenant(address, tx)
  if (opened === undefined) throw new TypeError('A conflicting wallet does not exist')
  return opened
}

/** @throws SignInRefusedError when code on another chain has signed before */
async function keepChain(
  tx: Tx,
  { address, codeChainId }: Pick<Opener, 'address' | 'codeChainId'>,
): Promise<void> {
  if (codeChainId === null) return
  const { numUpdatedRows } = await tx
    .updateTable('wallets')
    .set({ code_chain_id: codeChainId })
    .where('address', '=', address)
    .where(({ or, eb }) =>
      or([eb('code_chain_id', 'is', null), eb('code_chain_id', '=', codeChainId)]),
    )
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new SignInRefusedError()
}

async function findTenant(address: string, tx: Tx): Promise<{ tenantId: string } | undefined> {
  return tx
    .selectFrom('wallets')
    .select('tenant_id as tenantId')
    .where('address', '=', address)
    .executeTakeFirst()
}
