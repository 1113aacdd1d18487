import type { Kysely } from 'kysely'
import type { Hex } from 'viem'
import { guardRole } from '../../auth/guardScope.ts'
import { findHashSpeaker, type Speaker } from '../../auth/wallet/findSpeaker.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Schema } from '../../db/schema.ts'
import {
  SigningNonceUsedError,
  WalletOfAnotherMerchantError,
  WalletSignatureRefusedError,
} from './errors.ts'

/**
 * Returns the speaker for an EVM wallet that signed a hash: its key, or its code on the chain.
 *
 * @throws WalletSignatureRefusedError, ChainUnavailableError
 */
export async function proveWallet(
  context: Pick<Context, 'chains' | 'config'>,
  { wallet, chainId, hash }: { wallet: string; chainId: number; hash: Hex },
  signature: string,
): Promise<Speaker> {
  const asked = { address: wallet, walletType: 'evm', chainId, hash } as const
  const speaker = await findHashSpeaker(context, asked, signature)
  if (speaker === null) throw new WalletSignatureRefusedError({ wallet })
  return speaker
}

/**
 * Rejects a wallet that is not a member of the merchant account. With a speaker, also rejects code on a chain other than the one where the
 * wallet signs in, because the address may have another owner there. Runs before the signature is checked, without a speaker, so that a
 * caller cannot make the host ask a chain about any address, and again in the transaction of the change.
 *
 * @throws WalletOfAnotherMerchantError, WalletSignatureRefusedError, ScopeMissingError for a role that may not manage the account
 */
export async function guardMember(
  kysely: Kysely<Schema>,
  { wallet, tenantId, speaker }: { wallet: string; tenantId: string; speaker?: Speaker },
  options: { mustManage: boolean },
): Promise<void> {
  const member = await kysely
    .selectFrom('wallets')
    .select(['role', 'code_chain_id'])
    .where('address', '=', wallet)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (member === undefined) throw new WalletOfAnotherMerchantError({ wallet })
  const codeChainId = speaker?.codeChainId ?? null
  const isSameCode = codeChainId === null || member.code_chain_id === codeChainId
  if (!isSameCode) throw new WalletSignatureRefusedError({ wallet })
  if (options.mustManage) guardRole(member.role, 'manage')
}

/**
 * Uses a nonce, in the transaction of its change.
 *
 * @throws SigningNonceUsedError
 */
export async function useNonce(
  tx: Tx,
  { id, expiresAt }: { id: string; expiresAt: string },
): Promise<void> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto('used_nonces')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (inserted !== 1n) throw new SigningNonceUsedError()
}
