import { BaseError } from '@secure-payment/core'

/**
 * A request that a node cannot parse. java-tron responds with 200 and `{"Error": "class … : …"}`, where the class is that of its own
 * exception. Callers only check whether there is an `Error`.
 */
export class TronRequestError extends BaseError {
  readonly code = 'tron_request'
  readonly kind = 'invalid'
  /** The text that java-tron would return: `class <java class> : <problem>`. */
  readonly text: string

  constructor(facts: { javaClass: string; problem: string }) {
    super(facts.problem)
    this.text = `class ${facts.javaClass} : ${facts.problem}`
  }
}
