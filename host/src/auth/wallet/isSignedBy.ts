import { formatTronAddress } from '@secure-payment/core'
import { type Hex, hexToBytes } from 'viem'
import type { ChainClient } from '../../chains/chainClient.ts'
import type { Context } from '../../context.ts'
import { hashSignInMessage } from './hashSignInMessage.ts'
import type { Wallet } from './recognizeWallet.ts'
import { recoverSigner } from './recoverSigner.ts'
import { unwrapSignature } from './unwrapSignature.ts'

/** A message that a wallet was asked to sign for a chain. */
export type SignedMessage = Wallet & { chainId: number; message: string }

/**
 * Whether a wallet signed a message. On Tron, and on EVM chains that this host does not serve, its key must have. On a
 * served chain the account's code decides where there is any (ERC-1271; also a key's account that delegates to code,
 * EIP-7702), and its key never does; an account without code may bring its deployment (ERC-6492), from a factory that
 * the operator listed.
 *
 * @throws ChainUnavailableError when the chain cannot be asked whether the account has code
 */
export async function isSignedBy(
  context: Pick<Context, 'config' | 'chains'>,
  asked: SignedMessage,
  signature: string,
): Promise<boolean> {
  const hash = hashSignInMessage(asked.walletType, asked.message)
  if (asked.walletType === 'tron') {
    const signer = await recoverSigner(hash, signature)
    return signer !== null && formatTronAddress(hexToBytes(signer)) === asked.address
  }
  const chain = findChain(context, asked.chainId)
  const isCodes =
    chain === null ? null : await askAccount({ ...context, chain }, asked, hash, signature)
  return isCodes ?? (await recoverSigner(hash, signature)) === asked.address
}

function findChain(
  { config, chains }: Pick<Context, 'config' | 'chains'>,
  chainId: number,
): ChainClient | null {
  const served = config.networks.find(({ network }) => network.chainId === chainId)
  return served === undefined ? null : chains.get(served.network.id)
}

/** What the account's code says; null when it has none, so that its key speaks for it. */
async function askAccount(
  { config, chain }: Pick<Context, 'config'> & { chain: ChainClient },
  { address }: SignedMessage,
  hash: Hex,
  signature: string,
): Promise<boolean | null> {
  const unwrapped = unwrapSignature(`0x${signature.replace(/^0x/, '').toLowerCase()}`)
  if (unwrapped === null) return false
  const factory = unwrapped.deployment?.factory.toLowerCase()
  if (factory !== undefined && !config.signInFactories.includes(factory)) return false
  const account: Hex = `0x${address.slice(2)}`
  const verdict = await chain.checkSignature({ account, hash, ...unwrapped })
  return verdict === 'no_code' ? null : verdict === 'valid'
}
