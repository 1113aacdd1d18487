import { BaseError } from '@secure-payment/core'

/** Why a node does not take a transaction: the `response_code` of java-tron's api.proto, its spelling included. */
export type RefusalCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'SERVER_BUSY'

/** A transaction that the node does not take; the message is java-tron's. */
export class BroadcastRefusal extends BaseError {
  readonly code = 'broadcast_refused'
  readonly kind = 'invalid'
  readonly refusal: RefusalCode

  constructor(refusal: RefusalCode, sentence: string) {
    super(sentence)
    this.refusal = refusal
  }
}
