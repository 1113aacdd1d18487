import type { ReactiveController, ReactiveElement } from 'lit'
import type { Model } from '../model.ts'

/** Updates the countdown while a time is shown. */
export class ClockController implements ReactiveController {
  readonly #host: ReactiveElement
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: ReactiveElement) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
  }

  /** Called after an update. */
  follow({ state, unavailable, payment }: Model): void {
    clearTimeout(this.#timer)
    const last = payment?.lastAttempt
    const leaseEnd = state === 'locked' && last ? Date.parse(last.leaseUntil) : 0
    const isCounting = (unavailable?.retryAt ?? leaseEnd) > Date.now()
    if (!isCounting && !payment) return
    this.#timer = setTimeout(() => this.#host.requestUpdate(), isCounting ? 1_000 : 30_000)
  }
}
