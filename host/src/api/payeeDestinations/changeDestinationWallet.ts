import type { api, Output } from '@secure-payment/core/api'
import { type Destination, formatDestinationId } from '@secure-payment/core/destinations'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { absorbOlder } from './absorbOlder.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'
import {
  PayeeDestinationNotFoundError,
  SigningNonceInvalidError,
  WalletHasDestinationError,
} from './errors.ts'
import { findActive } from './findActive.ts'
import { noteLeft, returnTo } from './leftDestinations.ts'
import { lockWallet } from './lockWallet.ts'
import { nextRevision } from './nextRevision.ts'
import { guardMember, proveWallet, useNonce } from './proveWallet.ts'
import { readSigningNonce } from './signingData.ts'

type Change = typeof api.payeeDestinations.changeWallet

/**
 * Moves the signed-in wallet's active destination to another wallet of the merchant account, after both signed. The record keeps its id
 * and its policy, so client IDs that are bound to it pay the new wallet. Payments that exist already keep their payee. The current wallet
 * keeps an inactive record, and its composite id stays closed for this merchant until the merchant returns to it.
 *
 * @throws SigningNonceInvalidError, SigningNonceUsedError, WalletSignatureRefusedError, WalletOfAnotherMerchantError,
 * WalletHasDestinationError, PayeeDestinationNotFoundError, ChainUnavailableError
 */
export async function changeDestinationWallet(
  context: Pick<Context, 'audit' | 'chains' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { body, caller }: Call<Change>,
): Promise<Output<Change>> {
  const { nonce } = body
  const { tenantId, wallet } = caller
  const { change, hash } = readSigningNonce(context, { nonce, tenantId })
  if (change.action !== 'change_wallet' || change.walletAddress !== wallet.address) {
    throw new SigningNonceInvalidError()
  }
  const { chainId, newWalletAddress, tokenAddress } = change
  const signer = { wallet: wallet.address, chainId, hash }
  const successor = { wallet: newWalletAddress, chainId, hash }
  await guardMember(context.db.kysely, { ...signer, tenantId }, { mustManage: true })
  await guardMember(context.db.kysely, { ...successor, tenantId }, { mustManage: false })
  const speaker = await proveWallet(context, signer, body.signature)
  const newSpeaker = await proveWallet(context, successor, body.newWalletSignature)
  const route = formatDestinationId({ walletAddress: newWalletAddress, chainId, tokenAddress })
  const moved = await context.db.transaction(async (tx) => {
    // Two wallets are locked in the same order, regardless of which of them moves its destination.
    for (const address of [wallet.address, newWalletAddress].toSorted()) {
      await lockWallet(tx, address)
    }
    await useNonce(tx, change)
    await guardMember(tx, { ...signer, tenantId, speaker }, { mustManage: true })
    await guardMember(tx, { ...successor, tenantId, speaker: newSpeaker }, { mustManage: false })
    const active = await findActive(tx, wallet.address)
    const isSigned =
      active?.tenant_id === tenantId && active.destination_id === change.destinationId
    if (active === undefined || !isSigned) {
      throw new PayeeDestinationNotFoundError({ which: 'active' })
    }
    if ((await findActive(tx, newWalletAddress)) !== undefined) {
      throw new WalletHasDestinationError({ wallet: newWalletAddress })
    }
    const now = context.now().toISOString()
    // The signatures of both wallets confirm a return to a wallet that the merchant left.
    await returnTo(tx, { tenantId, destinationId: route.destinationId, isConfirmed: true })
    await noteLeft(tx, { tenantId, destinationId: active.destination_id, now })
    await absorbOlder(tx, { active, route, now })
    await context.audit?.write(tx, route.destinationId)
    return moveRecord(context, tx, { active, route, now })
  })
  forgetCredentials(context)
  return describePayeeDestination(moved)
}

async function moveRecord(
  context: Pick<Context, 'now' | 'random'>,
  tx: Tx,
  { active, route, now }: { active: Row<'payee_destinations'>; route: Destination; now: string },
): Promise<Row<'payee_destinations'>> {
  const moved = await tx
    .updateTable('payee_destinations')
    .set({
      wallet_address: route.walletAddress,
      destination_id: route.destinationId,
      revision: Math.max(active.revision + 1, await nextRevision(tx, route.walletAddress)),
      updated_at: now,
    })
    .where('id', '=', active.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Without this record, calls and client IDs with the previous wallet's composite id would still pay that wallet, without the policy.
  const left = { ...active, id: createId(context), is_active: 0, updated_at: now } as const
  await tx.insertInto('payee_destinations').values(left).execute()
  return moved
}
