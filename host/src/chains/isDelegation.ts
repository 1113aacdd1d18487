import type { Hex } from 'viem'

const DELEGATION = '0xef0100'
const DELEGATION_BYTES = 23

/** Returns whether code delegates an account to a contract (EIP-7702), so that its own key still signs. */
export function isDelegation(code: Hex): boolean {
  return code.startsWith(DELEGATION) && code.length === 2 + DELEGATION_BYTES * 2
}
