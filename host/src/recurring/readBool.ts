import { decodeBool } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'

/** The result of a contract's yes-or-no read; null when it reverted or returned another value. */
export function readBool(answer: Hex | null): boolean | null {
  if (answer === null) return null
  try {
    return decodeBool(answer)
  } catch {
    // Any contract may be at the address that an operator configured.
    return null
  }
}
