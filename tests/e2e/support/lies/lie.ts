import { type Hex, parseEther, toHex } from 'viem'
import { createStranger } from '../payer.ts'

/** A transaction of the `/pay` answer, as it is on the wire. */
export type Call = { to: Hex; data: Hex; value: unknown; chainId?: number }

/** A way in which a host may try to have something else signed than it shows. */
export type Lie = {
  name: string
  /** What the element has to say in `error.params.reason`. */
  reason: string
  /** Changes the transactions: approvals first, the payment last. */
  change(calls: Call[]): void
}

/** Who a lying host works for. */
export const THIEF = createStranger().address
/** A payment reference that nobody asked for. */
export const OTHER_REFERENCE: Hex = '0x0123456789abcdef'
/** Native base units, as on the wire. */
export const ONE_COIN = toHex(parseEther('1'))

/** What a lying host may need of the world: tokens and contracts that are real, but not the ones of the payment. */
export type Decoys = { dai: Hex; conversionProxy: Hex; erc20Proxy: Hex }

/** A lie with its name, what it is recognised by, and what it does. */
export function lie(name: string, reason: string, change: (calls: Call[]) => unknown): Lie {
  return { name, reason, change: (calls) => void change(calls) }
}
