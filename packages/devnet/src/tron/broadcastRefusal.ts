import { BaseError } from '@secure-payment/core'

/** The reason for a rejected transaction: the `response_code` in java-tron's api.proto, with its spelling. */
export type RefusalCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'SERVER_BUSY'

/** A transaction that the node rejects; the message is java-tron's. */
export class BroadcastRefusal extends BaseError {
  readonly code = 'broadcast_refused'
  readonly kind = 'invalid'
  readonly refusal: RefusalCode

  constructor(refusal: RefusalCode, sentence: string) {
    super(sentence)
    this.refusal = refusal
  }
}
