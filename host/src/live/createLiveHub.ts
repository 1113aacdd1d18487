import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { readVersions } from './readVersions.ts'

/** The present view of a payment. */
export type Shown = {
  /** Differs when the pages' view differs. */
  etag: string
  /** The same for the view of the merchant's server; it differs where payees are hidden from pages. */
  merchantEtag: string
  status: string
  /** The time at which it changes without any other cause, in ms since the epoch; null when there is none. */
  changesAt: number | null
}

/** Called with the view, when it differs from the last one sent. */
export type Listener = (shown: Shown) => void

/** Notifies the watchers of a payment of its changes, on any host. */
export type LiveHub = {
  /**
   * Watches a payment from now on; `known` is the last view that the listener has. Returns a function that ends the
   * watch.
   */
  watch(token: string, known: Shown, listener: Listener): () => void
}

/** The inputs of the hub. `show` returns the view of a payment, null when it is gone. */
export type LiveHubOptions = {
  show(token: string): Promise<Shown | null>
  /** The time between two reads of the database without a change by this process. */
  intervalMs?: number
}

const INTERVAL_MS = 500
/** The minimum time between reads that changes of this process cause. */
const MIN_GAP_MS = 40
/** The interval grows so that reads use at most a tenth of the time. */
const DUTY = 10
const TROUBLE_MS = 5_000
/** Payments that are read again in parallel. */
const MAX_READS = 16

/**
 * Watches all payments with one statement, twice per second while there are any and right after a commit of this
 * process. Only changed payments are read. Nothing runs without watchers.
 */
export function createLiveHub(
  context: Pick<Context, 'db' | 'now' | 'log' | 'signal'>,
  { show, intervalMs = INTERVAL_MS }: LiveHubOptions,
): LiveHub {
  const { db, signal, now, log } = context
  const watched = new Map<string, Watched>()
  let isRunning = false
  let hurry = new AbortController()
  db.onCommit(() => {
    if (isRunning) hurry.abort()
  })

  async function run(): Promise<void> {
    let failures = 0
    while (watched.size > 0 && !signal.aborted) {
      const startedAt = performance.now()
      hurry = new AbortController()
      try {
        await look()
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) log.warn({ err: error }, 'Failed to check watched payments for changes')
      }
      const gapMs = Math.max(MIN_GAP_MS, DUTY * (performance.now() - startedAt))
      const restMs = failures > 0 ? TROUBLE_MS : Math.max(0, intervalMs - gapMs)
      await pause(gapMs, signal)
      await pause(restMs, AbortSignal.any([signal, hurry.signal]))
    }
    isRunning = false
  }

  async function look(): Promise<void> {
    const versions = await readVersions(db, [...watched.keys()])
    const nowMs = now().getTime()
    const changed = [...watched].filter(([token, { version, shown }]) => {
      const isDue = shown.changesAt !== null && shown.changesAt <= nowMs
      return isDue || versions.get(token) !== version
    })
    for (let start = 0; start < changed.length; start += MAX_READS) {
      const batch = changed.slice(start, start + MAX_READS)
      await Promise.all(batch.map(([token, one]) => tell(token, one, versions.get(token))))
    }
  }

  async function tell(token: string, one: Watched, version: string | undefined): Promise<void> {
    const shown = await show(token)
    // A payment that changes after the versions were read has another version at the next read.
    one.version = version
    if (shown === null) return
    one.shown = shown
    for (const follower of one.followers) {
      if (follower.etag === shown.etag) continue
      follower.etag = shown.etag
      follower.listener(shown)
    }
  }

  return {
    watch(token, known, listener) {
      const one = watched.get(token) ?? { version: null, shown: known, followers: new Set() }
      const follower = { etag: known.etag, listener }
      // A listener with a view other than the others': all are read again.
      if (one.shown.etag !== known.etag) one.version = null
      one.followers.add(follower)
      watched.set(token, one)
      if (!isRunning && !signal.aborted) {
        isRunning = true
        void run()
      }
      return () => {
        one.followers.delete(follower)
        if (one.followers.size === 0 && watched.get(token) === one) watched.delete(token)
      }
    },
  }
}

type Watched = {
  /** As it was when `shown` was read; null: it has to be read. */
  version: string | null | undefined
  shown: Shown
  readonly followers: Set<{ etag: string; readonly listener: Listener }>
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Ends early on abort, which is no failure.
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
