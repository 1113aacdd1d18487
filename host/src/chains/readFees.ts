import type { Fees } from './chainClient.ts'
import type { Ask } from './createAsk.ts'
import { RpcCallError } from './errors.ts'
import { MalformedAnswerError, parseQuantity } from './wire.ts'

/** Where a node does not tell a tip of its own: 1 gwei, what geth answers on a quiet chain. */
const USUAL_TIP_UNITS = 1_000_000_000n
const CALLS = [
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
  { method: 'eth_gasPrice', params: [] },
  { method: 'eth_maxPriorityFeePerGas', params: [] },
]

/** Reads what a gas costs now, in one round trip. A block without a base fee is one of a legacy chain. @throws ChainUnavailableError */
export async function readFees(ask: Ask): Promise<Fees> {
  const { answer } = await ask(CALLS, { read: toFees, callErrors: 'keep' })
  return answer
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
