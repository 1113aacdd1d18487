import { getAddress, type Hex, toHex } from 'viem'

let wallets = 0xa0_0000n

/** A wallet that nobody has paid before, so that what it holds is what it was paid. */
export function freshWallet(): Hex {
  wallets += 1n
  return getAddress(toHex(wallets, { size: 20 }))
}
