import { BaseError } from '../errors.ts'

/** The raw data of a Tron transaction is not the one canonical encoding of exactly one contract call. `problem` is for people. */
export class MalformedTronTransactionError extends BaseError {
  readonly code = 'malformed_tron_transaction'
  readonly kind = 'invalid'
  readonly problem: string

  constructor(problem: string) {
    super(`The Tron transaction is malformed: ${problem}.`, {
      hint: 'Build it again; sign and send it unchanged.',
      field: 'raw_data_hex',
    })
    this.problem = problem
  }
}
