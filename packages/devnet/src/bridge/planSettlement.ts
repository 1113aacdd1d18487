import { isAddressEqual, zeroAddress } from 'viem'
import type { BridgeDelivery, BridgeOrder } from './bridgeAbi.ts'
import { type BridgedChain, findBridgedToken } from './bridgedChain.ts'
import type { Switches } from './switches.ts'

/** The relayer's action for a deposit: pay out on the destination chain, return on the source chain, give up, or wait. */
export type Settlement =
  | { kind: 'fill'; delivery: BridgeDelivery }
  | { kind: 'refund' }
  | { kind: 'give_up' }
  | { kind: 'wait' }

type Tokens = Pick<BridgedChain, 'tokens'>

/** The gas limit of a call that must fail, less than any token transfer needs. */
const STARVED_GAS = 5_000n

/**
 * Chooses the action by the current mode. Any sender can place any order. The relayer returns the deposit if its order exceeds the deposit,
 * or names a chain without the bridge (`to` is null). No quote contains such an order.
 */
export function planSettlement(
  order: BridgeOrder,
  path: { from: Tokens; to: Tokens | null },
  { mode, deliver }: Switches,
): Settlement {
  const { from, to } = path
  const ordered = order.delivery
  if (mode === 'slow') return { kind: 'wait' }
  if (mode === 'failed') return { kind: 'give_up' }
  if (mode === 'refunded' || !to) return { kind: 'refund' }
  if (!findBridgedToken(from, order.token)) return { kind: 'refund' }
  if (!findBridgedToken(to, ordered.token)) return { kind: 'refund' }
  if (ordered.amount > order.amount) return { kind: 'refund' }
  // No token can be sent to the zero address.
  if (ordered.fallbackAddress === zeroAddress) return { kind: 'refund' }
  if (mode === 'partial') {
    const delivery = deliver === 'less' ? halve(ordered) : exchange(ordered, to)
    return { kind: 'fill', delivery }
  }
  if (mode === 'call_fails') {
    return { kind: 'fill', delivery: { ...ordered, gasLimit: STARVED_GAS } }
  }
  return { kind: 'fill', delivery: ordered }
}

function halve(ordered: BridgeDelivery): BridgeDelivery {
  return { ...ordered, amount: ordered.amount / 2n }
}

function exchange(ordered: BridgeDelivery, { tokens }: Tokens): BridgeDelivery {
  const other = tokens.find((token) => !isAddressEqual(token.address, ordered.token))
  return other ? { ...ordered, token: other.address } : halve(ordered)
}
