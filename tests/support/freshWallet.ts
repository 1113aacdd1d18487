import { getAddress, type Hex, toHex } from 'viem'

let wallets = 0xa0_0000n

/** Creates an unused wallet, whose balance is exactly the sum of the payments to it. */
export function freshWallet(): Hex {
  wallets += 1n
  return getAddress(toHex(wallets, { size: 20 }))
}
