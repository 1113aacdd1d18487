import type { Context } from '../context.ts'
import { createPoller } from './createPoller.ts'
import { readVersions } from './readVersions.ts'

/** The current view of a payment. */
export type Shown = {
  /** The tag of the view that pages get; it changes whenever that view changes. */
  etag: string
  /** The tag of the view that the merchant's server gets, which is a different view if pages hide payees. */
  merchantEtag: string
  status: string
  /** The time at which the view changes without a change in the database, in ms since the epoch; null for never. */
  changesAt: number | null
}

/** Receives the view if it differs from the last one that this listener received. */
type Listener = (shown: Shown) => void

/** Notifies a payment's watchers of changes that any host makes. */
export type LiveHub = {
  /** Watches a payment from now on; `known` is the listener's last view. Returns a function that ends the watch. */
  watch(token: string, known: Shown, listener: Listener): () => void
}

/** The inputs of the hub. `show` returns a payment's view; null if it no longer exists. */
export type LiveHubOptions = {
  show(token: string): Promise<Shown | null>
  /** The time between two reads of the database while this process commits nothing. */
  intervalMs?: number
}

const INTERVAL_MS = 500
/** The maximum number of payments that are read in parallel. */
const MAX_READS = 16

/**
 * Polls all watched payments with one statement, twice per second and immediately after a commit by this process. Reads only
 * changed payments. Does not poll without watchers.
 */
export function createLiveHub(
  context: Pick<Context, 'db' | 'now' | 'log' | 'signal'>,
  { show, intervalMs = INTERVAL_MS }: LiveHubOptions,
): LiveHub {
  const { db, now } = context
  const watched = new Map<string, Watched>()
  const poller = createPoller(context, {
    intervalMs,
    isNeeded: () => watched.size > 0,
    poll,
    of: 'payments',
  })
  db.onCommit(poller.pollSoon)

  async function poll(): Promise<void> {
    const versions = await readVersions(db, [...watched.keys()])
    const nowMs = now().getTime()
    const changed = [...watched].filter(([token, { version, shown }]) => {
      const isDue = shown.changesAt !== null && shown.changesAt <= nowMs
      return isDue || versions.get(token) !== version
    })
    for (let start = 0; start < changed.length; start += MAX_READS) {
      const batch = changed.slice(start, start + MAX_READS)
      await Promise.all(
        batch.map(async ([token, one]) => tell(one, await show(token), versions.get(token))),
      )
    }
  }

  return {
    watch(token, known, listener) {
      const one = watched.get(token) ?? { version: null, shown: known, followers: new Set() }
      const follower = { etag: known.etag, listener }
      // The new listener's view differs from the others', so the next poll reads the current view.
      if (one.shown.etag !== known.etag) one.version = null
      one.followers.add(follower)
      watched.set(token, one)
      poller.start()
      return () => {
        one.followers.delete(follower)
        if (one.followers.size === 0 && watched.get(token) === one) watched.delete(token)
      }
    },
  }
}

type Watched = {
  /** The version of `shown`; null if the view must be read. */
  version: string | null | undefined
  shown: Shown
  readonly followers: Set<{ etag: string; readonly listener: Listener }>
}

/** Stores a payment's view, and notifies the followers whose last view differs. */
function tell(one: Watched, shown: Shown | null, version: string | undefined): void {
  // If the payment changes after its version was read, the next read returns a different version.
  one.version = version
  if (shown === null) return
  one.shown = shown
  for (const follower of one.followers) {
    if (follower.etag === shown.etag) continue
    follower.etag = shown.etag
    follower.listener(shown)
  }
}
