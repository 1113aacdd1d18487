import type { Hex } from 'viem'
import type { RpcCallError } from './errors.ts'

/** EIP-1474 does not define this code; geth, erigon, nethermind and anvil use 3 for a call that the contract reverted. */
const REVERTED = 3
/** The messages of nodes that use another code: besu, forks of OpenEthereum, hardhat, and gateways. */
const WORDINGS = /revert|vm (execution|exception)|invalid opcode|out of gas|gas required exceeds/i

/**
 * Returns a contract's revert data, from a node's error to `eth_call` or `eth_estimateGas`. Returns `0x` if the node omits the data, null
 * if the error comes from the node itself.
 */
export function revertOf(error: RpcCallError): Hex | null {
  const data = hexIn(error.rpcData)
  if (error.rpcCode === REVERTED || data !== null || WORDINGS.test(error.rpcMessage)) {
    return data ?? '0x'
  }
  return null
}

/** Nodes return the bytes alone, after a word ("Reverted 0x…"), or in a nested `data` member. */
function hexIn(data: unknown): Hex | null {
  if (typeof data === 'object' && data !== null && 'data' in data) return hexIn(data.data)
  if (typeof data !== 'string') return null
  const digits = /^(?:reverted )?0x((?:[0-9a-f]{2})*)$/i.exec(data)?.[1]
  return digits === undefined ? null : `0x${digits.toLowerCase()}`
}
