import { type Hex, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

/** A transaction in the response from `/pay`, as on the wire. */
export type Call = { to: Hex; data: Hex; value: unknown; chainId?: number }

/** A host's attempt to get the wallet to sign a transaction other than the displayed one. */
export type Lie = {
  name: string
  /** The expected `error.params.reason` of the element. */
  reason: string
  /** Changes the transactions: approvals first, the payment last. */
  change(calls: Call[]): void
}

/** The address that a lying host redirects payments to. */
export const THIEF = privateKeyToAddress(generatePrivateKey())
/** A payment reference that belongs to no request. */
export const OTHER_REFERENCE: Hex = '0x0123456789abcdef'
/** The sent amount of native coins in base units, as on the wire. */
export const ONE_COIN = toHex(parseEther('1'))

/** Real tokens and contracts for a lying host that do not belong to the payment. */
export type Decoys = { dai: Hex; conversionProxy: Hex; erc20Proxy: Hex }

/** Creates a lie from its name, the expected reason and the change. */
export function lie(name: string, reason: string, change: (calls: Call[]) => unknown): Lie {
  return { name, reason, change: (calls) => void change(calls) }
}
