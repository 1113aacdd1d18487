import { fail, followCalls } from './attemptMoves.ts'
import { stay } from './moves.ts'
import { nextStep } from './onWallet.ts'
import type { Of, State, Transition } from './state.ts'

/** What became of calls that the wallet was given all at once, or that a Safe proposes to its signers. */
export function onCalls(
  state: State,
  fact: Of<'called' | 'unbatched' | 'calls_failed'>,
): Transition {
  if (state.attemptId !== fact.attemptId) return stay(state)
  switch (fact.type) {
    case 'called':
      return state.name === 'signing' || state.name === 'unknown'
        ? followCalls(state, fact, fact.isSafe)
        : stay(state)
    case 'unbatched': {
      if (state.name !== 'signing' || state.plan === null) return stay(state)
      const { review } = fact
      const plan = { ...state.plan, kinds: review.steps, index: 0, hashes: {} }
      return nextStep({ ...state, review, plan }, fact)
    }
    case 'calls_failed': {
      const isOpen = isCalled(state) || state.name === 'unknown' || state.name === 'resuming'
      const failure = {
        code: 'payment_reverted',
        moneyState: 'fee-only',
        recoverable: true,
      } as const
      return isOpen ? fail(state, fact, failure, 'reverted') : stay(state)
    }
    default:
      return fact satisfies never
  }
}

/** Whether the wallet has taken the calls of this page's attempt, and no transaction of theirs is known. */
export function isCalled({ name, hash, note, plan }: State): boolean {
  if (hash !== null || plan === null) return false
  return name === 'broadcasting' || (name === 'settling' && note?.code === 'safe_waiting')
}
