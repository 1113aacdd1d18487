import type { Hex, WalletType } from '@secure-payment/core'
import { hashOf } from '../../evm/hashOf.ts'

/**
 * The prefixes by the wallet's type. Tron's is that of message signing v2; v1 states a length of 32 for any message, so its signatures never
 * match this hash.
 */
const PREFIXES: Readonly<Record<WalletType, string>> = {
  evm: '\x19Ethereum Signed Message:\n',
  tron: '\x19TRON Signed Message:\n',
}

/**
 * Returns the hash that a wallet's key signs for a message: keccak-256 of a prefix, the message's length in bytes, and the message. EVM:
 * EIP-191, as personal_sign does. Tron: message signing v2 (TIP-191 with Tron's prefix), as `trx.signMessageV2` does.
 */
export function hashSignInMessage(walletType: WalletType, message: string): Hex {
  return hashOf(`${PREFIXES[walletType]}${Buffer.byteLength(message)}${message}`)
}
