import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ConsoleContext } from '../context.ts'
import type { Change } from '../live/change.ts'

/** The interval between reads of data that may change, while there is no stream of changes. */
const REFRESH_MS = 4_000
/** The interval while the stream reports changes, which include neither a link's expiry nor the end of a day. */
const LIVE_REFRESH_MS = 60_000
/** The minimum time between the starts of two reads. */
const MIN_GAP_MS = 1_000

/** One element's reads. */
export type RefreshOptions = {
  /** Whether a change is expected, for the reads at intervals. */
  isNeeded: () => boolean
  refresh: () => Promise<void>
  /** Whether the last read failed, so that the next read follows sooner. */
  isStale?: () => boolean
  /** Whether changes that the service does not report are expected. */
  isUnreported?: () => boolean
  /** Whether a reported change concerns the data. Without this function, only intervals cause reads. */
  hears?: (change: Change) => boolean
}

/**
 * Reads data again while its element is connected and the page is visible. The controller reads after each change that the service reports.
 * If the service reports none, it reads at short intervals while a change is expected.
 */
export class RefreshController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly context: ConsoleContext }
  readonly #options: RefreshOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #unfollow: () => void = () => undefined
  #isConnected = false
  #isRunning = false
  /** Whether a change was reported after the last read began. */
  #isChanged = false
  #lastRunMs = Number.NEGATIVE_INFINITY

  constructor(
    host: ReactiveControllerHost & { readonly context: ConsoleContext },
    options: RefreshOptions,
  ) {
    this.#host = host
    this.#options = options
    host.addController(this)
  }

  hostConnected(): void {
    this.#isConnected = true
    document.addEventListener('visibilitychange', this.#onVisible)
    // The element itself reads its data when it appears.
    this.#lastRunMs = performance.now()
    const { hears } = this.#options
    if (hears !== undefined) {
      this.#unfollow = this.#host.context.live.follow({
        onState: () => this.#plan(),
        onChange: (change) => {
          if (!hears(change)) return
          this.#isChanged = true
          this.#plan()
        },
      })
    }
    this.#plan()
  }

  hostDisconnected(): void {
    this.#isConnected = false
    document.removeEventListener('visibilitychange', this.#onVisible)
    this.#unfollow()
    clearTimeout(this.#timer)
    this.#isChanged = false
  }

  readonly #onVisible = (): void => {
    // A merchant who returns from the payment's tab expects to see the result at once.
    if (document.visibilityState === 'visible') void this.#run()
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#isRunning) return
    const isVisible = document.visibilityState === 'visible'
    if (isVisible && (this.#isChanged || this.#options.isNeeded())) {
      this.#isRunning = true
      this.#isChanged = false
      this.#lastRunMs = performance.now()
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
    // The next read is planned when the current one ends, unless the element was removed in the meantime.
    if (this.#isRunning || !this.#isConnected) return
    this.#timer = setTimeout(() => void this.#run(), this.#findWait())
  }

  #findWait(): number {
    const { hears, isStale, isUnreported } = this.#options
    if (this.#isChanged) {
      return Math.max(0, this.#lastRunMs + MIN_GAP_MS - performance.now())
    }
    const isLive = hears !== undefined && this.#host.context.live.state === 'live'
    const isSlow = isLive && isStale?.() !== true && isUnreported?.() !== true
    return isSlow ? LIVE_REFRESH_MS : REFRESH_MS
  }
}
