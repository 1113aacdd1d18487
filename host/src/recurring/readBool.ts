import { decodeBool } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'

/** What a contract answered to a yes-or-no question; null when it reverted or answered something else. */
export function readBool(answer: Hex | null): boolean | null {
  if (answer === null) return null
  try {
    return decodeBool(answer)
  } catch {
    // Any contract may stand at the address that an operator configured.
    return null
  }
}
