import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** How often something that may change by itself is read again. */
const REFRESH_MS = 4_000

/** Reads again and again while its element is there, the page is looked at, and there is something to wait for. */
export class RefreshController implements ReactiveController {
  readonly #options: { isNeeded: () => boolean; refresh: () => Promise<void> }
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRunning = false

  constructor(
    host: ReactiveControllerHost,
    options: { isNeeded: () => boolean; refresh: () => Promise<void> },
  ) {
    this.#options = options
    host.addController(this)
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onVisible)
    this.#plan()
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisible)
    clearTimeout(this.#timer)
  }

  readonly #onVisible = (): void => {
    // Whoever comes back from the payment's tab wants to see what became of it at once.
    if (document.visibilityState === 'visible') void this.#run()
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    const isDue = !this.#isRunning && document.visibilityState === 'visible'
    if (isDue && this.#options.isNeeded()) {
      this.#isRunning = true
      try {
        await this.#options.refresh()
      } finally {
        this.#isRunning = false
      }
    }
    this.#plan()
  }

  #plan(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), REFRESH_MS)
  }
}
