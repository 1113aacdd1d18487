import { fail, followCalls } from './attemptMoves.ts'
import { isCalled } from './attemptReadings.ts'
import { stay } from './moves.ts'
import { nextStep } from './onWallet.ts'
import type { Of, State, Transition } from './state.ts'

/** Handles transactions with a renewed price, and the outcome of calls in one request or in a Safe's proposal. */
export function onCalls(
  state: State,
  fact: Of<'called' | 'renewed' | 'unbatched' | 'calls_failed'>,
): Transition {
  if (state.attemptId !== fact.attemptId) return stay(state)
  switch (fact.type) {
    case 'called':
      return state.name === 'signing' || state.name === 'unknown'
        ? followCalls(state, fact, fact.isSafe)
        : stay(state)
    case 'renewed':
      // If the payer declines, the next attempt begins with these transactions.
      return state.name === 'signing' ? stay(state, { verified: fact.verified }) : stay(state)
    case 'unbatched': {
      if (state.name !== 'signing') return stay(state)
      const { verified } = fact
      const plan = { ...state.plan, kinds: verified.review.steps, index: 0, hashes: {} }
      return nextStep({ ...state, verified, plan }, fact)
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
