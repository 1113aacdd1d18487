import type { Network } from '@secure-payment/core/networks'
import type { Fees } from './chainClient.ts'
import { unwrap } from './createAsk.ts'
import { ChainUnavailableError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import { MalformedAnswerError, parseQuantity } from './wire.ts'

/** The priority fee if a node returns none: 1 gwei, geth's value on a quiet chain. */
const USUAL_TIP_UNITS = 1_000_000_000n
const CALLS = [
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
  { method: 'eth_gasPrice', params: [] },
  { method: 'eth_maxPriorityFeePerGas', params: [] },
]

const DEADLINE_MS = 4_000

/**
 * Queries every node for the current gas price and uses the median; of two responses, it uses the lower one. The relayer pays the priority
 * fee regardless of the market price, so a single node that overstates the fee would otherwise waste coins. A block without a base fee
 * belongs to a legacy chain. viem's `estimateFeesPerGas` reads one node and rejects legacy chains.
 *
 * @throws ChainUnavailableError when no node responded
 */
export async function readFees({
  network,
  nodes,
}: {
  network: Network
  nodes: readonly RpcNode[]
}): Promise<Fees> {
  const answers = await Promise.allSettled(
    nodes.map(async (node) => toFees(unwrap(await node.send(CALLS, DEADLINE_MS), 'keep'))),
  )
  const fees = answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    .sort((left, right) => (priceOf(left) < priceOf(right) ? -1 : 1))
  const middle = fees[Math.floor((fees.length - 1) / 2)]
  if (middle !== undefined) return middle
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  const reason = cause instanceof Error ? cause.message : 'no node is configured'
  throw new ChainUnavailableError(network.id, reason, { cause })
}

function priceOf({ baseFeeUnits, priorityFeeUnits }: Fees): bigint {
  return baseFeeUnits + priorityFeeUnits
}

function toFees([block, price, tip]: readonly unknown[]): Fees {
  for (const needed of [block, price]) {
    if (needed instanceof RpcCallError) throw needed
  }
  if (typeof block !== 'object' || block === null) {
    throw new MalformedAnswerError('the latest block is missing')
  }
  const gasPrice = parseQuantity(price, 'eth_gasPrice')
  const baseFee = 'baseFeePerGas' in block ? block.baseFeePerGas : null
  if (baseFee === null || baseFee === undefined) {
    return { baseFeeUnits: gasPrice, priorityFeeUnits: 0n, isLegacy: true }
  }
  const priorityFeeUnits =
    tip instanceof RpcCallError ? USUAL_TIP_UNITS : parseQuantity(tip, 'eth_maxPriorityFeePerGas')
  return {
    baseFeeUnits: parseQuantity(baseFee, 'block.baseFeePerGas'),
    priorityFeeUnits,
    isLegacy: false,
  }
}
