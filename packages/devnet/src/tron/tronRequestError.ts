import { BaseError } from '@secure-payment/core'

/**
 * A request that a node cannot make sense of. java-tron answers those with 200 and `{"Error": "class … : …"}`, where the
 * class is its own exception's; callers read no more than that there is an `Error`.
 */
export class TronRequestError extends BaseError {
  readonly code = 'tron_request'
  readonly kind = 'invalid'
  /** What java-tron would write: `class <java class> : <problem>`. */
  readonly text: string

  constructor(facts: { javaClass: string; problem: string }) {
    super(facts.problem)
    this.text = `class ${facts.javaClass} : ${facts.problem}`
  }
}
