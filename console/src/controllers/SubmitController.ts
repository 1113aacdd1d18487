import type { ReactiveController } from 'lit'
import { type Failure, readFailure } from '../failure.ts'
import type { ApiHost } from './LoadController.ts'

/** Runs one change at a time and stores the failure of the last one. */
export class SubmitController implements ReactiveController {
  /** The name of the running change; null if there is none. */
  pending: string | null = null
  failure: Failure | null = null
  /** The name of the change that failed; null without a failure. */
  failed: string | null = null
  readonly #host: ApiHost
  #isConnected = false

  constructor(host: ApiHost) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    this.#isConnected = true
  }

  hostDisconnected(): void {
    this.#isConnected = false
  }

  /**
   * Returns the response; null if the change failed, another change was running, or the element has left the page. `name` identifies the
   * busy button.
   */
  async run<T>(name: string, change: () => Promise<T>): Promise<T | null> {
    if (this.pending !== null) return null
    this.pending = name
    this.failure = null
    this.#host.requestUpdate()
    try {
      const answer = await change()
      return this.#isConnected ? answer : null
    } catch (error) {
      const { context } = this.#host
      context.noteError(error)
      this.refuse(name, readFailure(error, context.text))
      return null
    } finally {
      this.pending = null
      this.#host.requestUpdate()
    }
  }

  /** Shows the failure of a change, or of a form that was not sent. */
  refuse(name: string, failure: Failure): void {
    this.failed = name
    this.failure = failure
    this.#host.requestUpdate()
  }

  /**
   * Removes the corrected errors of a form that the page itself rejected; without errors, the failure disappears too. `fields`
   * contains the current errors; new errors wait for the next attempt. The service's errors remain until the next request.
   */
  recheck(name: string, fields: Failure['fields']): void {
    const failure = this.failureOf(name)
    const told = Object.keys(failure?.fields ?? {})
    if (failure === null || failure.code !== null || told.length === 0) return
    const left = told.flatMap((field) => {
      const problem = fields[field]
      return problem === undefined ? [] : [[field, problem] as const]
    })
    if (left.length === 0) this.reset()
    else this.refuse(name, { ...failure, fields: Object.fromEntries(left) })
  }

  /** Returns the failure of the change with this name; null if that change was not the last one to fail. */
  failureOf(name: string): Failure | null {
    return this.failed === name ? this.failure : null
  }

  reset(): void {
    this.failure = null
    this.failed = null
    this.#host.requestUpdate()
  }
}
