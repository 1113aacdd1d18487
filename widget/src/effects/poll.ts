import type { StateName } from '../model.ts'
import type { Session } from '../steps/session.ts'
import type { ServerAnswer } from './fact.ts'

/** Asks the service for news at the pace that the state deserves. */
export type Poller = {
  /** The state changed: take up its pace. */
  follow(name: StateName): void
  /** The page is looked at again: ask now. */
  wake(): void
  /** Makes the calls that wait in the outbox; resolves when the first try is over. */
  flush(): Promise<void>
  dispose(): void
}

/** What the poller works with. */
export type PollerOptions = {
  readonly session: Pick<Session, 'metadata' | 'lifetime' | 'now'>
  readonly onAnswer: (answer: ServerAnswer) => void
  /** Makes queued calls; resolves with the time of the next try, null when none waits. */
  readonly drain: () => Promise<number | null>
}

const FAST_MS = 1_500
const WATCHFUL_MS = 5_000
const CALM_MS = 15_000
const HIDDEN_MS = 30_000
/** Trouble stretches the pace up to this. */
const MAX_DELAY_MS = 60_000

/** Milliseconds between two questions in a state; null where no answer would matter. */
export function pollDelay(name: StateName, isHidden: boolean, failures = 0): number | null {
  const delay = paceOf(name)
  if (delay === null) return null
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
    case 'idle':
    case 'loading':
    case 'unavailable':
    case 'succeeded':
    case 'failed':
      return null
    default:
      return name satisfies never
  }
}

/** Starts still; `follow` sets it going. Never has two questions open. */
export function createPoller({ session, onAnswer, drain }: PollerOptions): Poller {
  const { lifetime } = session
  let name: StateName = 'idle'
  let timer: ReturnType<typeof setTimeout> | undefined
  let outboxTimer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let draining: Promise<void> | null = null
  let failures = 0

  function schedule(): void {
    clearTimeout(timer)
    const delay = pollDelay(name, document.visibilityState === 'hidden', failures)
    if (delay !== null && !lifetime.aborted) timer = setTimeout(() => void ask(), delay)
  }

  async function ask(): Promise<void> {
    if (isAsking || lifetime.aborted || paceOf(name) === null) return
    isAsking = true
    try {
      const answer = await session.metadata({ signal: lifetime })
      const isTrouble = answer.kind === 'unavailable' && answer.payment === null
      failures = isTrouble ? Math.min(failures + 1, 6) : 0
      onAnswer(answer)
    } catch {
      // Only an abort rejects: the element is gone.
    } finally {
      isAsking = false
      schedule()
    }
  }

  function flush(): Promise<void> {
    draining ??= drainOnce().finally(() => {
      draining = null
    })
    return draining
  }

  async function drainOnce(): Promise<void> {
    if (lifetime.aborted) return
    clearTimeout(outboxTimer)
    const nextAt = await drain().catch(() => session.now() + WATCHFUL_MS)
    if (nextAt === null || lifetime.aborted) return
    outboxTimer = setTimeout(() => void flush(), Math.max(0, nextAt - session.now()))
  }

  return {
    follow(next) {
      name = next
      failures = 0
      schedule()
    },
    wake() {
      if (document.visibilityState === 'hidden') return schedule()
      void ask()
      void flush()
    },
    flush,
    dispose() {
      clearTimeout(timer)
      clearTimeout(outboxTimer)
    },
  }
}
