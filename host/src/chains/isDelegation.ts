import type { Hex } from 'viem'

const DELEGATION = '0xef0100'
const DELEGATION_BYTES = 23

/** Whether code is that of an account which delegates to a contract (EIP-7702): it keeps signing with its own key. */
export function isDelegation(code: Hex): boolean {
  return code.startsWith(DELEGATION) && code.length === 2 + DELEGATION_BYTES * 2
}
