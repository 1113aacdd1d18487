import type { Context } from '../context.ts'
import { PART_DEADLINE_MS, within } from './within.ts'

/** A chain that did not answer in time is not waited for so long, or until it answers in time again. */
export const REST_MS = 30_000

/** What a chain is asked for a payer who waits. */
export type Asked<T> = {
  /** False while the chain rests: what it answers is taken if it is there, and not waited for. */
  isAwaited: boolean
  /** Null when the chain does not answer within {@link PART_DEADLINE_MS}. */
  answer: Promise<T | null>
}

/** Of the chains of one host, by their ids: until when they rest, in milliseconds, and whether one is being tried meanwhile. */
type Rests = Map<string, { untilMs: number; isTried: boolean }>

const hosts = new WeakMap<Context['chains'], Rests>()

/**
 * Asks a chain, of which nobody knows whether it answers: `ask` comes to null, or to nothing in time, when it does not. Then it rests:
 * whoever needs it next does not wait for it, and one at a time tries whether it is back.
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
  // Whoever does not wait does not hear of a failure either.
  answer.catch(() => {})
  return { isAwaited: !isResting, answer }
}

/** A clock that was set back must not keep a chain resting for longer. */
function isWithin({ untilMs }: { untilMs: number }, nowMs: number): boolean {
  return nowMs < untilMs && untilMs - nowMs <= REST_MS
}

/** What a chain has answered: waits for it only if it is one to wait for. */
export function takeAnswer<T>({ isAwaited, answer }: Asked<T>): Promise<T | null> {
  return isAwaited ? answer : within(answer, 0)
}
