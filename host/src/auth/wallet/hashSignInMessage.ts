import type { WalletType } from '@secure-payment/core'
import { concat, type Hex, hashMessage, keccak256, stringToBytes, toHex } from 'viem'

/**
 * The prefix of message signing v2; v1 states a length of 32 for any message, so its signatures never match this hash.
 */
const TRON_PREFIX = '\x19TRON Signed Message:\n'

/**
 * Returns the hash that a wallet's key signs for a message: keccak-256 of a prefix, the message's length in bytes, and the message. EVM:
 * EIP-191, as personal_sign does. Tron: message signing v2 (TIP-191 with Tron's prefix), as `trx.signMessageV2` does.
 */
export function hashSignInMessage(walletType: WalletType, message: string): Hex {
  if (walletType === 'evm') return hashMessage(message)
  const bytes = stringToBytes(message)
  return keccak256(concat([toHex(`${TRON_PREFIX}${bytes.length}`), toHex(bytes)]))
}
