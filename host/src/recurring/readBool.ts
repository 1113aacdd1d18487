import { decodeBool } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'

/** Reads the result of a contract's boolean read; null if it reverted or returned another value. */
export function readBool(answer: Hex | null): boolean | null {
  if (answer === null) return null
  try {
    return decodeBool(answer)
  } catch {
    // Any contract may be at the address that an operator configured.
    return null
  }
}
