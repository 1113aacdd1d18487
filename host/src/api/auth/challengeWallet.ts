import { formatSignInMessage, InvalidInputError, type WalletType } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findNetworkByChainId, getNetwork } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { createRandomText } from '../../auth/randomText.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import { storeChallenge } from '../../auth/wallet/storeChallenge.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'

type Challenge = typeof api.auth.challenge

/** The time within which a challenge can be signed. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000
/** 130 random bits. */
const NONCE_LENGTH = 22
/** The text that the user reads in the wallet. */
const STATEMENT = 'Sign in to manage your payments.'
const DEFAULT_CHAIN_IDS: Readonly<Record<WalletType, number>> = {
  evm: getNetwork('mainnet').chainId,
  tron: getNetwork('tron').chainId,
}

/**
 * Returns the message that a wallet signs to sign in. The domain and the URI come from PAY_AUTH_URL, regardless of the call's `Host`
 * header. A signature is therefore valid only for the service that requested it.
 *
 * @throws InvalidInputError naming `address` or `chainId`
 */
export async function challengeWallet(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { body }: Pick<Call<Challenge>, 'body'>,
): Promise<Output<Challenge>> {
  const wallet = atField('address', () => recognizeWallet(body.address))
  const chainId = body.chainId ?? DEFAULT_CHAIN_IDS[wallet.walletType]
  guardChain(wallet.walletType, chainId)
  const { authUrl } = context.config
  const now = context.now()
  const issuedAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS).toISOString()
  const nonce = createRandomText(context, NONCE_LENGTH)
  const message = formatSignInMessage({
    ...wallet,
    domain: new URL(authUrl).host,
    statement: STATEMENT,
    uri: authUrl,
    chainId,
    nonce,
    issuedAt,
    expiresAt,
  })
  const challengeId = createId(context)
  await storeChallenge(context, {
    id: challengeId,
    address: wallet.address,
    wallet_type: wallet.walletType,
    chain_id: BigInt(chainId),
    nonce,
    message,
    created_at: issuedAt,
    expires_at: expiresAt,
  })
  return { challengeId, nonce, message, expiresAt }
}

/** Accepts an unknown chain, because the key of an EVM address signs for any chain. */
function guardChain(walletType: WalletType, chainId: number): void {
  const family = findNetworkByChainId(chainId)?.family ?? walletType
  if (family === walletType) return
  const message = `does not match the address, which is ${walletType === 'evm' ? 'an EVM' : 'a Tron'} address`
  throw new InvalidInputError([{ field: 'chainId', code: 'chain_mismatch', message }])
}
