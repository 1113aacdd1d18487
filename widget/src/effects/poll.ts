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
  const { session, onAnswer, drain } = options
  const { lifetime } = session
  let name: StateName = 'idle'
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let failures = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let isAskedAgain = false
  let isNews = false
  // The service reads the parts of a response one after another: only the request after an update returns the whole change.
  let isSoon = false
  let nudge: ReturnType<typeof setTimeout> | undefined
  const outbox = createOutbox(session, drain)
  const news = (options.listen ?? createNews)({
    apiOptions: session.apiOptions,
    onNews,
    onAlive: () => schedule(),
  })

  function listen(): void {
    const isSeen = document.visibilityState !== 'hidden'
    news.listen(paceOf(name) !== null && isSeen && !lifetime.aborted)
  }

  function onNews(): void {
    isNews = true
    clearTimeout(nudge)
    if (isAsking) isAskedAgain = true
    else nudge = setTimeout(() => void ask(), Math.max(0, askedAt + MIN_GAP_MS - Date.now()))
  }

  function schedule(): void {
    clearTimeout(timer)
    const isLive = news.isLive() && !isSoon
    const delay = pollDelay(name, document.visibilityState === 'hidden', failures, isLive)
    if (delay !== null && !lifetime.aborted) timer = setTimeout(() => void ask(), delay)
  }

  async function ask(): Promise<void> {
    if (isAsking || lifetime.aborted || paceOf(name) === null) return
    isSoon = isNews
    isNews = false
    isAsking = true
    askedAt = Date.now()
    try {
      const answer = await session.metadata({ signal: lifetime })
      const isTrouble = answer.kind === 'unavailable' && answer.payment === null
      failures = isTrouble ? Math.min(failures + 1, 6) : 0
      onAnswer(answer)
    } catch {
      // Only an abort rejects: the element was removed.
    } finally {
      isAsking = false
      schedule()
      if (isAskedAgain) {
        isAskedAgain = false
        onNews()
      }
    }
  }

  return {
    follow(next) {
      name = next
      failures = 0
      schedule()
      listen()
    },
    wake() {
      listen()
      if (document.visibilityState === 'hidden') return schedule()
      void ask()
      void outbox.flush()
    },
    flush: outbox.flush,
    dispose() {
      clearTimeout(timer)
      outbox.dispose()
      clearTimeout(nudge)
      news.listen(false)
    },
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
