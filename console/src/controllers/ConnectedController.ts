import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** A signal that aborts when its element leaves the page, so that its pending work ends. */
export class ConnectedController implements ReactiveController {
  #ending = new AbortController()

  constructor(host: ReactiveControllerHost) {
    host.addController(this)
  }

  /** The signal of the element's current time in the page. */
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
