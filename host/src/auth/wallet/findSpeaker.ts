import { formatTronAddress } from '@secure-payment/core'
import { type Hex, hexToBytes } from 'viem'
import type { ChainClient, SignatureVerdict } from '../../chains/chainClient.ts'
import type { Context } from '../../context.ts'
import { hashSignInMessage } from './hashSignInMessage.ts'
import type { Wallet } from './recognizeWallet.ts'
import { recoverSigner } from './recoverSigner.ts'
import { unwrapSignature } from './unwrapSignature.ts'

/** A message that a wallet signs for a chain. */
export type SignedMessage = Wallet & { chainId: number; message: string }

/** The hash that a wallet signs for a chain, such as that of EIP-712 typed data. */
export type SignedHash = Wallet & { chainId: number; hash: Hex }

/**
 * The signer for a wallet: its key, or its code on one chain. `codeChainId` is null for a key, including one that delegates to code. The
 * same address may belong to another owner's contract on another chain, so code signs for a wallet on one chain only.
 */
export type Speaker = { codeChainId: bigint | null }

const KEY: Speaker = { codeChainId: null }

/**
 * Finds a message's authorised signer for a wallet; null if there is none:
 *
 * - On Tron, and on EVM chains that this host does not serve, the wallet's key must have signed.
 * - On a served chain, the account's code decides if there is any (ERC-1271, or a key's account that delegates to code, EIP-7702). The
 *   wallet's key then never decides.
 * - An account without code may include its deployment (ERC-6492), from a factory that the operator listed.
 *
 * @throws ChainUnavailableError if no node reports whether the account has code
 */
export async function findSpeaker(
  context: Pick<Context, 'config' | 'chains'>,
  asked: SignedMessage,
  signature: string,
): Promise<Speaker | null> {
  const hash = hashSignInMessage(asked.walletType, asked.message)
  return findHashSpeaker(context, { ...asked, hash }, signature)
}

/**
 * Finds a hash's authorised signer for a wallet, by the same rules; null if the signature is not the wallet's.
 *
 * @throws ChainUnavailableError if no node reports whether the account has code
 */
export async function findHashSpeaker(
  context: Pick<Context, 'config' | 'chains'>,
  asked: SignedHash,
  signature: string,
): Promise<Speaker | null> {
  const { hash } = asked
  if (asked.walletType === 'tron') {
    const signer = await recoverSigner(hash, signature)
    if (signer === null) return null
    return formatTronAddress(hexToBytes(signer)) === asked.address ? KEY : null
  }
  const chain = findChain(context, asked.chainId)
  const verdict =
    chain === null ? 'no_code' : await askAccount({ ...context, chain }, asked, signature)
  switch (verdict) {
    case 'valid':
      return { codeChainId: BigInt(asked.chainId) }
    case 'valid_delegate':
      return KEY
    case 'invalid':
      return null
    case 'no_code':
      return (await recoverSigner(hash, signature)) === asked.address ? KEY : null
    default:
      return verdict satisfies never
  }
}

function findChain(
  { config, chains }: Pick<Context, 'config' | 'chains'>,
  chainId: number,
): ChainClient | null {
  const served = config.networks.find(({ network }) => network.chainId === chainId)
  return served === undefined ? null : chains.get(served.network.id)
}

/** Returns the account code's verdict on the signature. */
async function askAccount(
  { config, chain }: Pick<Context, 'config'> & { chain: ChainClient },
  { address, hash }: SignedHash,
  signature: string,
): Promise<SignatureVerdict> {
  const unwrapped = unwrapSignature(`0x${signature.replace(/^0x/, '').toLowerCase()}`)
  if (unwrapped === null) return 'invalid'
  const factory = unwrapped.deployment?.factory.toLowerCase()
  if (factory !== undefined && !config.signInFactories.includes(factory)) return 'invalid'
  const account: Hex = `0x${address.slice(2)}`
  return chain.checkSignature({ account, hash, ...unwrapped })
}
