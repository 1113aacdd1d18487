import { tronAddressBody, type WalletType } from '@secure-payment/core'
import { checksumAddress } from '@secure-payment/core/evm'

/** A wallet under its canonical name: the EIP-55 text of an EVM address, or Tron's base58. */
export type Wallet = { address: string; walletType: WalletType }

/**
 * Recognises a wallet's kind by its address. An EVM address is accepted in lower, upper or checksummed case. A Tron address is
 * accepted only in base58, because its hex form (`41…`) has no checksum and resembles an EVM address.
 *
 * @throws InvalidAddressError when the text is neither, or its checksum is wrong
 */
export function recognizeWallet(text: string): Wallet {
  if (!text.startsWith('T')) return { address: checksumAddress(text), walletType: 'evm' }
  tronAddressBody(text)
  return { address: text, walletType: 'tron' }
}
