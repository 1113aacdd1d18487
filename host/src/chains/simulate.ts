import type { Simulation, UnsignedCall } from './chainClient.ts'
import type { Ask } from './createAsk.ts'
import { RpcCallError } from './errors.ts'
import { revertOf } from './revertOf.ts'
import { parseQuantity } from './wire.ts'

/** Simulates a transaction on a node, and returns the gas that it needs, or its revert data. @throws ChainUnavailableError */
export async function simulate(ask: Ask, { value, ...sent }: UnsignedCall): Promise<Simulation> {
  const { from, to, data } = sent
  const paid = value === undefined ? {} : { value: `0x${value.toString(16)}` }
  const call = { method: 'eth_estimateGas', params: [{ from, to, data, ...paid }] }
  const { answer } = await ask([call], { read: toSimulation, callErrors: 'keep' })
  return answer
}

function toSimulation([result]: readonly unknown[]): Simulation {
  if (!(result instanceof RpcCallError)) return { gas: parseQuantity(result, 'eth_estimateGas') }
  const revert = revertOf(result)
  if (revert === null) throw result
  return { revert }
}
