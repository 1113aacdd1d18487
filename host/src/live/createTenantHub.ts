import type { Context } from '../context.ts'
import { createPoller } from './createPoller.ts'
import {
  isPending,
  LATEST_REQUESTS,
  type LatestRequest,
  readLatestRequests,
} from './readLatestRequests.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  NO_VERSIONS,
  nameVersions,
  readTenantVersions,
  type TenantVersions,
} from './readTenantVersions.ts'

/** The changes to a merchant's records since the last notification. */
export type TenantChange = {
  /** Identifies the state after the change. */
  id: string
  kinds: readonly ChangeKind[]
  /** The created and changed requests, newest first. */
  requests: readonly LatestRequest[]
  /** Whether further requests may have changed. */
  hasMore: boolean
}

/** The state of a merchant's records at a given time. */
type TenantState = {
  id: string
  versions: TenantVersions
  /** The stamps of the latest requests by their ids. */
  stamps: ReadonlyMap<string, string>
}

/** Notifies a merchant's watchers of changes that any host makes. */
export type TenantHub = {
  /** Reads the current state, from which a watch may begin. */
  read(tenantId: string): Promise<TenantState>
  /** Watches a merchant from the state that the listener has. Returns a function that ends the watch. */
  watch(tenantId: string, from: TenantState, listener: (change: TenantChange) => void): () => void
}

const INTERVAL_MS = 500
/** The maximum number of merchants whose requests are read in parallel. */
const MAX_READS = 16

/**
 * Polls all watched merchants with one statement, twice per second. Reads requests only for merchants with changes. Does not poll
 * without watchers.
 */
export function createTenantHub(
  context: Pick<Context, 'db' | 'log' | 'signal'>,
  { intervalMs = INTERVAL_MS }: { intervalMs?: number } = {},
): TenantHub {
  const { db } = context
  const watched = new Map<string, Watched>()
  const poller = createPoller(context, {
    intervalMs,
    isNeeded: () => watched.size > 0,
    poll,
    of: 'merchants',
  })

  async function poll(): Promise<void> {
    // A watch that begins during the read waits for the next poll.
    const asked = [...watched]
    const versions = await readTenantVersions(
      db,
      asked.map(([tenantId]) => tenantId),
    )
    const different = asked.filter(
      ([tenantId, { state, followers }]) =>
        !isSame(state.versions, versions.get(tenantId) ?? NO_VERSIONS) ||
        [...followers].some(({ id }) => id !== state.id),
    )
    for (let start = 0; start < different.length; start += MAX_READS) {
      const some = different.slice(start, start + MAX_READS)
      await Promise.all(
        some.map(async ([tenantId, one]) => {
          // A change after the versions were read is part of the next poll, which has other versions.
          tell(one, await readState(tenantId, versions.get(tenantId) ?? NO_VERSIONS))
        }),
      )
    }
  }

  async function readState(tenantId: string, versions: TenantVersions): Promise<ReadState> {
    const requests = await readLatestRequests(db, tenantId)
    const stamps = new Map(requests.map(({ id, stamp }) => [id, stamp]))
    return { id: nameVersions(versions), versions, stamps, requests }
  }

  return {
    async read(tenantId) {
      const versions = (await readTenantVersions(db, [tenantId])).get(tenantId) ?? NO_VERSIONS
      const { id, stamps } = await readState(tenantId, versions)
      return { id, versions, stamps }
    },
    watch(tenantId, from, listener) {
      const one = watched.get(tenantId) ?? { state: from, followers: new Set() }
      const follower = { id: from.id, listener }
      one.followers.add(follower)
      watched.set(tenantId, one)
      poller.start()
      return () => {
        one.followers.delete(follower)
        if (one.followers.size === 0 && watched.get(tenantId) === one) watched.delete(tenantId)
      }
    },
  }
}

/** `id` is the state that the listener has. */
type Follower = { id: string; readonly listener: (change: TenantChange) => void }
type Watched = { state: TenantState; readonly followers: Set<Follower> }
type ReadState = TenantState & { requests: readonly LatestRequest[] }

/** Stores a merchant's state, and notifies the followers that have a different one. */
function tell(one: Watched, { requests, ...state }: ReadState): void {
  const before = one.state
  const change = compare(before, { ...state, requests })
  one.state = state
  for (const follower of one.followers) {
    if (follower.id === state.id) continue
    // A follower that began with a state other than the merchant's last one may lack further changes.
    const isNext = follower.id === before.id
    follower.id = state.id
    follower.listener(isNext ? change : everything(state.id))
  }
}

/** Returns the change from an unknown state. */
export function everything(id: string): TenantChange {
  return { id, kinds: CHANGE_KINDS, requests: [], hasMore: true }
}

function compare(before: TenantState, { id, versions, requests }: ReadState): TenantChange {
  const kinds = CHANGE_KINDS.filter((kind) => before.versions[kind] !== versions[kind])
  const changed = requests
    .filter((request) => before.stamps.get(request.id) !== request.stamp)
    .sort((a, b) => (a.stamp < b.stamp ? 1 : -1))
  // If a pending payment was confirmed or removed, its request may be in none of the lists.
  const listed = new Set(requests.map((request) => request.id))
  const hasLeft = [...before.stamps].some(([one, stamp]) => isPending(stamp) && !listed.has(one))
  const isUnclear = hasLeft || (kinds.includes('requests') && changed.length === 0)
  return {
    id,
    kinds,
    requests: changed.slice(0, LATEST_REQUESTS),
    hasMore: isUnclear || changed.length >= LATEST_REQUESTS,
  }
}

function isSame(one: TenantVersions, other: TenantVersions): boolean {
  return CHANGE_KINDS.every((kind) => one[kind] === other[kind])
}
