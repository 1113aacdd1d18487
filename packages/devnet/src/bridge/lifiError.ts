import { BaseError } from '@secure-payment/core'

/** Error codes in LI.FI's API, from errors.ts of @lifi/types 17.86.0. */
export const lifiErrorCode = {
  noQuote: 1002,
  notFound: 1003,
  server: 1006,
  validation: 1011,
} as const

/** A request that the bridge rejects as LI.FI would: `status` is the HTTP status, `lifiCode` is LI.FI's code. */
export class LiFiError extends BaseError {
  readonly code = 'lifi_error'
  readonly kind = 'invalid'
  readonly status: number
  readonly lifiCode: number

  constructor(facts: { status: number; lifiCode: number; sentence: string }) {
    super(facts.sentence)
    this.status = facts.status
    this.lifiCode = facts.lifiCode
  }

  /** The body of LI.FI's error response. For a missing quote, LI.FI lists each bridge's reasons; the lists are empty here. */
  get body(): object {
    const body = { message: this.message, code: this.lifiCode }
    if (this.lifiCode !== lifiErrorCode.noQuote) return body
    return { ...body, errors: { filteredOut: [], failed: [] } }
  }
}

/** Returns the 404 for tokens that the bridge cannot carry between these chains. */
export function noQuoteError(): LiFiError {
  const sentence = 'No available quotes for the requested transfer'
  return new LiFiError({ status: 404, lifiCode: lifiErrorCode.noQuote, sentence })
}

/** Returns the 400 for an invalid field in the request. */
export function validationError(sentence: string): LiFiError {
  return new LiFiError({ status: 400, lifiCode: lifiErrorCode.validation, sentence })
}
