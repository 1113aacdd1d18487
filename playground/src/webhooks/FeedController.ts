import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Arrival } from '../../server/inspector.ts'

/**
 * Webhooks as they arrive at the shop, newest first: the stored webhooks, then each new webhook on arrival. A hidden tab has no stream,
 * because browsers allow six connections per host.
 */
export class FeedController implements ReactiveController {
  arrivals: readonly Arrival[] = []
  isListening = false
  readonly #host: ReactiveControllerHost
  readonly #onArrival: (arrival: Arrival) => void
  #source: EventSource | undefined

  constructor(host: ReactiveControllerHost, onArrival: (arrival: Arrival) => void = () => {}) {
    this.#host = host
    this.#onArrival = onArrival
    host.addController(this)
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#adapt)
    this.#adapt()
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#adapt)
    this.#close()
  }

  readonly #adapt = (): void => {
    if (document.visibilityState === 'hidden') this.#close()
    else this.#open()
  }

  #open(): void {
    if (this.#source !== undefined) return
    const source = new EventSource('/api/webhooks/stream')
    source.onopen = () => this.#setListening(true)
    // The browser reconnects automatically, and receives everything again.
    source.onerror = () => this.#setListening(false)
    source.onmessage = (event) => this.#add(JSON.parse(event.data))
    this.#source = source
  }

  #close(): void {
    this.#source?.close()
    this.#source = undefined
    this.#setListening(false)
  }

  #setListening(isListening: boolean): void {
    this.isListening = isListening
    this.#host.requestUpdate()
  }

  #add(arrival: Arrival): void {
    if (this.arrivals.some(({ sequence }) => sequence === arrival.sequence)) return
    this.arrivals = [arrival, ...this.arrivals]
    this.#host.requestUpdate()
    this.#onArrival(arrival)
  }
}
