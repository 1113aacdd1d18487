import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { readVersions } from './readVersions.ts'

/** What is shown of a payment now. */
export type Shown = {
  /** Differs when what is shown to pages does. */
  etag: string
  /** The same of what the merchant's server is told; another one where payees are hidden from pages. */
  merchantEtag: string
  status: string
  /** When it changes by time alone, in ms since the epoch; null when it does not. */
  changesAt: number | null
}

/** Called with what is shown, when it is not what was told last. */
export type Listener = (shown: Shown) => void

/** Tells whoever watches a payment of its changes, on whichever host they were made. */
export type LiveHub = {
  /** Watches a payment from now on; `known` is what the listener has been told. Returns what ends it. */
  watch(token: string, known: Shown, listener: Listener): () => void
}

/** What the hub works with. `show` says what is shown of a payment, null when it is gone. */
export type LiveHubOptions = {
  show(token: string): Promise<Shown | null>
  /** Between two looks at the database, when no change of this process hurries them. */
  intervalMs?: number
}

const INTERVAL_MS = 500
/** Changes of this process are looked at no more often. */
const MIN_GAP_MS = 40
/** And so seldom that looking takes at most a tenth of the time. */
const DUTY = 10
const TROUBLE_MS = 5_000
/** Payments that are read anew side by side. */
const MAX_READS = 16

/**
 * Watches with one statement for all payments, twice a second while there are any and right after a commit of this process; only
 * those are read that have changed. Nothing runs while nobody watches.
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
        if (failures === 1) log.warn({ err: error }, 'Cannot look for changes of watched payments')
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
    // What has changed since the versions were read has another version at the next look.
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
      // Somebody who is told something else than the others know: all are looked at again.
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
