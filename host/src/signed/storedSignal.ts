import type { Database } from '../db/openDatabase.ts'

/** A simulation proves this long that the chain accepts a payment. */
const FRESH_MS = 2_000

/** The signed payments of a network that this process has just stored. */
type Stored = {
  listeners: Set<() => void>
  trials: Map<string, { gas: bigint; triedAtMs: number }>
}

const stored = new WeakMap<object, Map<string, Stored>>()

/** Calls a listener whenever this process has stored a signed payment of a network. Executors of other processes poll. */
export function onSignedStored(
  db: Pick<Database, 'kysely'>,
  network: string,
  listener: () => void,
): void {
  storedOf(db, network).listeners.add(listener)
}

/**
 * Lets the executor of this process send a signed payment at once, with the limit of gas that a simulation has just returned. `triedAtMs`:
 * the monotonic time of the simulation.
 */
export function tellSignedStored(
  db: Pick<Database, 'kysely'>,
  { network, id, ...trial }: { network: string; id: string; gas: bigint; triedAtMs: number },
): void {
  const { listeners, trials } = storedOf(db, network)
  // Without an executor in this process, no one takes the trials.
  if (listeners.size === 0) return
  trials.set(id, trial)
  for (const listener of listeners) listener()
}

/** Takes the limits of gas, by id, of the signed payments that were simulated just now; a second call returns others. */
export function takeTrials(
  db: Pick<Database, 'kysely'>,
  network: string,
): ReadonlyMap<string, bigint> {
  const { trials } = storedOf(db, network)
  const nowMs = performance.now()
  const fresh = [...trials].filter(([, { triedAtMs }]) => nowMs - triedAtMs < FRESH_MS)
  trials.clear()
  return new Map(fresh.map(([id, { gas }]) => [id, gas]))
}

function storedOf({ kysely }: Pick<Database, 'kysely'>, network: string): Stored {
  const byNetwork = stored.get(kysely) ?? new Map<string, Stored>()
  stored.set(kysely, byNetwork)
  const found = byNetwork.get(network) ?? { listeners: new Set(), trials: new Map() }
  byNetwork.set(network, found)
  return found
}
