import { BaseError } from '@secure-payment/core'
import { CalldataMismatchError } from '@secure-payment/core/verify'
import type { Refusal } from '../machine/fact.ts'

/** The payment must not be signed; `refusal` is the reason, for the payer. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
  readonly refusal: Refusal

  constructor(refusal: Refusal, cause?: unknown) {
    super(`The payment was refused before any wallet call: ${refusal.code}.`, { cause })
    this.refusal = refusal
  }
}

/** Runs a check and converts its error to a PaymentRefusedError. */
export function refusing<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof CalldataMismatchError) {
      const params = { reason: error.reason }
      throw new PaymentRefusedError({ code: 'calldata_mismatch', params }, error)
    }
    if (error instanceof BaseError) {
      const params = { reason: error.code }
      throw new PaymentRefusedError({ code: 'invalid_response', params }, error)
    }
    throw error
  }
}

/** The reason for the rejection of a list with a false amount. */
export const WRONG_AMOUNT = 'wrong_amount'

/** Returns a rejection with its reason. */
export function refused(code: Refusal['code'], params: Readonly<Record<string, string>>) {
  return new PaymentRefusedError({ code, params })
}
