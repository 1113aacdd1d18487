import type { Fact } from '../machine/fact.ts'
import type { Loose, State } from '../machine/state.ts'
import type { StateName } from '../model.ts'
import type { Page } from '../steps/session.ts'
import type { Poller } from './poll.ts'

/** The times in milliseconds after which a wallet counts as slow, and as stuck. */
const SLOW_MS = 15_000
const STUCK_MS = 60_000

/** The page's side effects, which follow the machine's states. */
export type PageFollower = {
  /**
   * Called with every new state: sets the poll interval, the timer for the wallet's response and the warning before the payer leaves.
   */
  follow(state: State): void
  dispose(): void
}

/** Listens for page events after which the state may be stale. */
export function followPage(
  page: Pick<Page, 'now'>,
  poller: Poller,
  dispatch: (fact: Fact, run?: number) => void,
): PageFollower {
  const life = new AbortController()
  const { signal } = life
  let timers: readonly ReturnType<typeof setTimeout>[] = []
  let waitingSince: number | null = null
  let name: StateName | null = null

  const wake = (): void => poller.wake()
  window.addEventListener('pageshow', wake, { signal })
  window.addEventListener('focus', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })

  function stopWaiting(): void {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }

  function wait({ waitingSince: since = null, run }: Loose): void {
    if (since === waitingSince) return
    waitingSince = since
    stopWaiting()
    if (since === null) return
    const passedMs = page.now() - since
    const after = (ms: number, level: 'slow' | 'stuck') =>
      setTimeout(() => dispatch({ type: 'waited', level }, run), Math.max(0, ms - passedMs))
    timers = [after(SLOW_MS, 'slow'), after(STUCK_MS, 'stuck')]
  }

  return {
    follow(state) {
      wait(state)
      if (state.name === name) return
      name = state.name
      poller.follow(name)
      // If the payer left now, the outcome would be unknown; in every other state the record is enough.
      if (name === 'signing') window.addEventListener('beforeunload', warn, { signal })
      else window.removeEventListener('beforeunload', warn)
    },
    dispose() {
      life.abort()
      stopWaiting()
    },
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
