import { findNetwork } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { Decoys } from './lie.ts'

/** Returns tokens and contracts of the first local chain. */
export function decoys(): Decoys {
  const devnet = findNetwork('devnet')
  const hex = (text: string | undefined): Hex => `0x${(text ?? '').slice(2)}`
  return {
    dai: hex(devnet?.tokens.find(({ symbol }) => symbol === 'DAI')?.address),
    conversionProxy: hex(devnet?.contracts.Erc20ConversionProxy?.address),
    erc20Proxy: hex(devnet?.contracts.ERC20FeeProxy?.address),
  }
}
