import { type Change, readChange } from './change.ts'
import { RefusedStreamError, readEvents } from './readEvents.ts'

/**
 * The stream's state:
 *
 * - `closed`: no screen needs the stream, or the stream is being opened.
 * - `live`: it reports changes.
 * - `polling`: it is refused or blocked, so screens read at intervals.
 * - `offline`: the device has no connection.
 */
type LiveState = 'closed' | 'live' | 'polling' | 'offline'

/** A part of the page that shows the merchant's records. */
type Follower = { onChange(change: Change): void; onState(): void }

/** The feed's inputs. */
type LiveFeedOptions = {
  /** Called when the service no longer accepts the session. */
  onSignedOut: () => void
  /** Called when the state has changed. */
  onState: () => void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** The maximum delay that a response may request. */
const MAX_ASKED_MS = 600_000
/** The stream is requested again after this time if the service does not offer it, or the role may not read it. */
const REFUSED_MS = 300_000
/** The time for which the stream stays open without a follower, for example between two screens. */
const LINGER_MS = 2_000
const ID = /^[\x21-\x7e]{1,200}$/

/**
 * The tab's single stream of the merchant's changes, which all screens share. The stream is open while any screen follows it, the tab is
 * visible and the device is online.
 */
export class LiveFeed {
  readonly #options: LiveFeedOptions
  readonly #followers = new Set<Follower>()
  #running: AbortController | null = null
  #state: LiveState = 'closed'
  #lastId: string | null = null
  #linger: ReturnType<typeof setTimeout> | undefined

  constructor(options: LiveFeedOptions) {
    this.#options = options
  }

  get state(): LiveState {
    return this.#state
  }

  /** Follows the changes from now on; returns a function that ends the subscription. */
  follow(follower: Follower): () => void {
    clearTimeout(this.#linger)
    if (this.#followers.size === 0) {
      document.addEventListener('visibilitychange', this.#adapt)
      addEventListener('online', this.#adapt)
      addEventListener('offline', this.#adapt)
    }
    this.#followers.add(follower)
    this.#adapt()
    return () => {
      if (!this.#followers.delete(follower) || this.#followers.size > 0) return
      clearTimeout(this.#linger)
      this.#linger = setTimeout(() => this.#leave(), LINGER_MS)
    }
  }

  /** Without followers, the feed keeps no state: the next screen may belong to another session. */
  #leave(): void {
    document.removeEventListener('visibilitychange', this.#adapt)
    removeEventListener('online', this.#adapt)
    removeEventListener('offline', this.#adapt)
    this.#adapt()
    this.#lastId = null
  }

  /** Opens or closes the stream as the page needs it. */
  readonly #adapt = (): void => {
    const isNeeded = this.#followers.size > 0 && document.visibilityState === 'visible'
    const isOpen = isNeeded && navigator.onLine
    if (isOpen && this.#running === null) {
      this.#running = new AbortController()
      void this.#run(this.#running.signal)
    }
    if (!isOpen && this.#running !== null) {
      this.#running.abort()
      this.#running = null
    }
    if (!isOpen) this.#show(isNeeded ? 'offline' : 'closed')
    else if (this.#state === 'offline') this.#show('closed')
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0
    // Without followers, for example after the sign-out, an ended stream is not opened again.
    while (!signal.aborted && this.#followers.size > 0) {
      const { wasAlive, waitMs } = await this.#read(signal)
      if (signal.aborted) return
      failures = wasAlive ? 0 : failures + 1
      this.#show(failures === 0 ? 'closed' : 'polling')
      await pause(Math.max(waitMs, backoff(failures)), signal)
    }
    if (signal.aborted) return
    this.#running = null
    this.#show('closed')
  }

  /** Reads one stream to its end. */
  async #read(signal: AbortSignal): Promise<{ wasAlive: boolean; waitMs: number }> {
    let wasAlive = false
    try {
      await readEvents(this.#lastId, signal, {
        onAlive: () => {
          wasAlive = true
          this.#show('live')
        },
        onEvent: ({ id, data }) => {
          // The id is sent in a header, which accepts only valid values.
          this.#lastId = ID.test(id) ? id : null
          const change = readChange(data)
          for (const follower of [...this.#followers]) follower.onChange(change)
        },
      })
    } catch (error) {
      if (!signal.aborted) return { wasAlive, waitMs: this.#findWait(error) }
    }
    return { wasAlive, waitMs: 0 }
  }

  #findWait(error: unknown): number {
    if (!(error instanceof RefusedStreamError)) return 0
    const { status, waitMs } = error
    if (status === 401) this.#options.onSignedOut()
    if (waitMs !== null) return Math.min(waitMs, MAX_ASKED_MS)
    return status >= 400 && status < 500 ? REFUSED_MS : 0
  }

  #show(next: LiveState): void {
    if (this.#state === next) return
    this.#state = next
    for (const follower of [...this.#followers]) follower.onState()
    this.#options.onState()
  }
}

/** Returns a delay in milliseconds: it doubles from one second to one minute, minus a random part of up to half. */
function backoff(failures: number): number {
  const full = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), MAX_WAIT_MS)
  return full * (1 - Math.random() / 2)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stop = (): void => {
    clearTimeout(timer)
    resolve()
  }
  signal.addEventListener('abort', stop, { once: true })
  return promise
}
