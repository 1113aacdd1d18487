import { BaseError } from '@secure-payment/core'

/** Error codes of LI.FI's API, from errors.ts of @lifi/types 17.86.0. */
export const lifiErrorCode = {
  noQuote: 1002,
  notFound: 1003,
  server: 1006,
  validation: 1011,
} as const

/** The bridge refuses a request as LI.FI would: `status` is HTTP's, `lifiCode` is LI.FI's. */
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

  /** What LI.FI answers with. An answer without quotes says, empty here, what each bridge had against it. */
  get body(): object {
    const body = { message: this.message, code: this.lifiCode }
    if (this.lifiCode !== lifiErrorCode.noQuote) return body
    return { ...body, errors: { filteredOut: [], failed: [] } }
  }
}

/** 404: the tokens cannot be carried from here to there. */
export function noQuoteError(): LiFiError {
  const sentence = 'No available quotes for the requested transfer'
  return new LiFiError({ status: 404, lifiCode: lifiErrorCode.noQuote, sentence })
}

/** 400: a field of the request has no meaning. */
export function validationError(sentence: string): LiFiError {
  return new LiFiError({ status: 400, lifiCode: lifiErrorCode.validation, sentence })
}
