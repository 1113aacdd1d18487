import type { Context } from '../context.ts'
import { PART_DEADLINE_MS, within } from './within.ts'

/**
 * The time for which callers do not wait for a chain that did not respond in time, unless it responds in time
 * before.
 */
export const REST_MS = 30_000

/** A read from a chain for a waiting payer. */
export type Asked<T> = {
  /** False while the chain rests: its response is used if it has arrived, but the payer does not wait for it. */
  isAwaited: boolean
  /** Null when the chain does not respond within {@link PART_DEADLINE_MS}. */
  answer: Promise<T | null>
}

/** For each chain of one host, by id: the end of its rest, in milliseconds, and whether a try is under way. */
type Rests = Map<string, { untilMs: number; isTried: boolean }>

const hosts = new WeakMap<Context['chains'], Rests>()

/**
 * Reads from a chain that may not respond: `ask` then returns null, or does not return in time. After that the chain
 * rests: later callers do not wait for it, and one at a time tries whether it is back.
 */
export function askChain<T>(
  { chains, now }: Pick<Context, 'chains' | 'now'>,
  networkId: string,
  ask: () => Promise<T | null>,
): Asked<T> {
  const rests: Rests = hosts.get(chains) ?? new Map()
  hosts.set(chains, rests)
  const rest = rests.get(networkId)
  const isResting = rest !== undefined && isWithin(rest, now().getTime())
  if (isResting && rest.isTried) return { isAwaited: false, answer: Promise.resolve(null) }
  if (isResting) rest.isTried = true
  const answer = within(ask(), PART_DEADLINE_MS).then(
    (told) => {
      if (told !== null) rests.delete(networkId)
      else rests.set(networkId, { untilMs: now().getTime() + REST_MS, isTried: false })
      return told
    },
    (error: unknown) => {
      rests.delete(networkId)
      throw error
    },
  )
  // A caller that does not wait does not receive a failure either.
  answer.catch(() => {})
  return { isAwaited: !isResting, answer }
}

/** A clock that was set back must not keep a chain resting for longer. */
function isWithin({ untilMs }: { untilMs: number }, nowMs: number): boolean {
  return nowMs < untilMs && untilMs - nowMs <= REST_MS
}

/** The response of a chain: waits for it only if the chain does not rest. */
export function takeAnswer<T>({ isAwaited, answer }: Asked<T>): Promise<T | null> {
  return isAwaited ? answer : within(answer, 0)
}
