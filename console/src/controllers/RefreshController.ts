import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** The interval at which data that may change is read again. */
const REFRESH_MS = 4_000

/** Reads at intervals while its element is connected, the page is visible, and a change is pending. */
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
    // A merchant who returns from the payment's tab wants to see the result at once.
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
