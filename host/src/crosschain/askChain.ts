import type { Context } from '../context.ts'
import { PART_DEADLINE_MS, within } from './within.ts'

/** The length of the pause after a chain misses its deadline; callers do not wait for the chain until the pause ends or it responds. */
export const REST_MS = 30_000

/** A read from a chain on behalf of a waiting payer. */
export type Asked<T> = {
  /** False during the chain's pause; its response is then used only if it has already arrived. */
  isAwaited: boolean
  /** Null if the chain does not respond within {@link PART_DEADLINE_MS}. */
  answer: Promise<T | null>
}

/** The pauses of one host's chains, by network id: the end of the pause in unix milliseconds, and whether a caller is testing the chain. */
type Rests = Map<string, { untilMs: number; isTried: boolean }>

const hosts = new WeakMap<Context['chains'], Rests>()

/**
 * Reads from a chain that may not respond. If `ask` returns null or misses the deadline, a pause begins. Later callers then do not wait for
 * the chain, and one caller at a time tests it.
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
  // A caller that does not wait must not cause an unhandled rejection.
  answer.catch(() => {})
  return { isAwaited: !isResting, answer }
}

/** A clock that was set back must not extend a chain's pause. */
function isWithin({ untilMs }: { untilMs: number }, nowMs: number): boolean {
  return nowMs < untilMs && untilMs - nowMs <= REST_MS
}

/** Returns a chain's response, and waits for it unless the chain is paused; null without a response. */
export function takeAnswer<T>({ isAwaited, answer }: Asked<T>): Promise<T | null> {
  return isAwaited ? answer : within(answer, 0)
}
