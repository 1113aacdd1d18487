import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** Provides a signal that is aborted when the element leaves the page, so that the element's pending work ends. */
export class ConnectedController implements ReactiveController {
  #ending = new AbortController()

  constructor(host: ReactiveControllerHost) {
    host.addController(this)
  }

  /** The signal that is aborted when the element next leaves the page. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  hostConnected(): void {
    if (this.#ending.signal.aborted) this.#ending = new AbortController()
  }

  hostDisconnected(): void {
    this.#ending.abort()
  }
}
