import type { ServerAnswer } from '../machine/fact.ts'
import type { StateName } from '../model.ts'
import type { Session } from '../steps/session.ts'
import { createNews } from './news.ts'

/** Polls the service at the interval that the state requires. */
export type Poller = {
  /** Applies the new state's interval. */
  follow(name: StateName): void
  /** Polls now, because the page is visible again. */
  wake(): void
  /** Sends the calls in the outbox; resolves after the first attempt. */
  flush(): Promise<void>
  dispose(): void
}

/** The dependencies of the poller. */
export type PollerOptions = {
  readonly session: Pick<Session, 'apiOptions' | 'metadata' | 'lifetime' | 'now'>
  readonly onAnswer: (answer: ServerAnswer) => void
  /** Sends queued calls; resolves with the time of the next attempt, or null if the queue is empty. */
  readonly drain: () => Promise<number | null>
  /** The updates that the service pushes; tests pass their own. */
  readonly listen?: typeof createNews
}

const FAST_MS = 1_500
const WATCHFUL_MS = 5_000
const CALM_MS = 15_000
const HIDDEN_MS = 30_000
/** The interval while the service pushes changes. */
const LIVE_MS = 30_000
/** The minimum interval, however often the service pushes changes. */
const MIN_GAP_MS = 300
/** Failures extend the interval up to this limit. */
const MAX_DELAY_MS = 60_000

/**
 * Returns the milliseconds between two requests in a state; null if no response would matter. `isLive`: whether the service pushes
 * changes.
 */
export function pollDelay(
  name: StateName,
  isHidden: boolean,
  failures = 0,
  isLive = false,
): number | null {
  const delay = paceOf(name)
  if (delay === null) return null
  if (isLive && !isHidden) return Math.max(delay, LIVE_MS)
  const seen = isHidden ? Math.max(delay * 3, delay === FAST_MS ? WATCHFUL_MS : HIDDEN_MS) : delay
  return Math.min(seen * 2 ** failures, MAX_DELAY_MS)
}

function paceOf(name: StateName): number | null {
  switch (name) {
    case 'broadcasting':
    case 'confirming':
    case 'settling':
      return FAST_MS
    case 'signing':
    case 'unknown':
    case 'resuming':
    case 'locked':
      return WATCHFUL_MS
    case 'connect':
    case 'connecting':
    case 'blocked':
    case 'options':
    case 'review':
    case 'preparing':
    case 'switching':
    case 'resetting':
    case 'approving':
    case 'permitting':
    case 'partial':
      return CALM_MS
    // The merchant may refund the payment later.
    case 'succeeded':
      return MAX_DELAY_MS
    case 'idle':
    case 'loading':
    case 'unavailable':
    case 'failed':
      return null
    default:
      return name satisfies never
  }
}

/** Creates a stopped poller; `follow` starts it. Never has two requests in flight. */
export function createPoller(options: PollerOptions): Poller {
  return new ServicePoller(options)
}

class ServicePoller implements Poller {
  readonly #session: PollerOptions['session']
  readonly #onAnswer: PollerOptions['onAnswer']
  readonly #outbox: ReturnType<typeof createOutbox>
  readonly #news: ReturnType<typeof createNews>
  #name: StateName = 'idle'
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #failures = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #isAskedAgain = false
  #isNews = false
  // The service reads the parts of a response one after another: only the request after an update returns the whole change.
  #isSoon = false
  #nudge: ReturnType<typeof setTimeout> | undefined

  constructor({ session, onAnswer, drain, listen = createNews }: PollerOptions) {
    this.#session = session
    this.#onAnswer = onAnswer
    this.#outbox = createOutbox(session, drain)
    this.#news = listen({
      apiOptions: session.apiOptions,
      onNews: () => this.#onNews(),
      onAlive: () => this.#schedule(),
    })
  }

  follow(name: StateName): void {
    this.#name = name
    this.#failures = 0
    this.#schedule()
    this.#listen()
  }

  wake(): void {
    this.#listen()
    if (document.visibilityState === 'hidden') {
      this.#schedule()
      return
    }
    void this.#ask()
    void this.flush()
  }

  flush(): Promise<void> {
    return this.#outbox.flush()
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#outbox.dispose()
    clearTimeout(this.#nudge)
    this.#news.listen(false)
  }

  #listen(): void {
    const isSeen = document.visibilityState !== 'hidden'
    this.#news.listen(paceOf(this.#name) !== null && isSeen && !this.#session.lifetime.aborted)
  }

  #onNews(): void {
    this.#isNews = true
    clearTimeout(this.#nudge)
    const delay = Math.max(0, this.#askedAt + MIN_GAP_MS - Date.now())
    if (this.#isAsking) this.#isAskedAgain = true
    else this.#nudge = setTimeout(() => void this.#ask(), delay)
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const isLive = this.#news.isLive() && !this.#isSoon
    const isHidden = document.visibilityState === 'hidden'
    const delay = pollDelay(this.#name, isHidden, this.#failures, isLive)
    if (delay === null || this.#session.lifetime.aborted) return
    this.#timer = setTimeout(() => void this.#ask(), delay)
  }

  async #ask(): Promise<void> {
    const { lifetime } = this.#session
    if (this.#isAsking || lifetime.aborted || paceOf(this.#name) === null) return
    this.#isSoon = this.#isNews
    this.#isNews = false
    this.#isAsking = true
    this.#askedAt = Date.now()
    try {
      const answer = await this.#session.metadata({ signal: lifetime })
      const isTrouble = answer.kind === 'unavailable' && answer.payment === null
      this.#failures = isTrouble ? Math.min(this.#failures + 1, 6) : 0
      this.#onAnswer(answer)
    } catch {
      // Only an abort rejects: the element was removed.
    } finally {
      this.#isAsking = false
      this.#schedule()
      if (this.#isAskedAgain) {
        this.#isAskedAgain = false
        this.#onNews()
      }
    }
  }
}

/** Sends the queued calls, one round at a time, and retries those that failed. */
function createOutbox(
  { lifetime, now }: PollerOptions['session'],
  drain: PollerOptions['drain'],
): Pick<Poller, 'flush' | 'dispose'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let draining: Promise<void> | null = null

  function flush(): Promise<void> {
    draining ??= drainOnce().finally(() => {
      draining = null
    })
    return draining
  }

  async function drainOnce(): Promise<void> {
    if (lifetime.aborted) return
    clearTimeout(timer)
    const nextAt = await drain().catch(() => now() + WATCHFUL_MS)
    if (nextAt === null || lifetime.aborted) return
    timer = setTimeout(() => void flush(), Math.max(0, nextAt - now()))
  }

  return { flush, dispose: () => clearTimeout(timer) }
}
