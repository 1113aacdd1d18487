import type { Stamped } from './machine/fact.ts'
import { opening } from './machine/opening.ts'
import { paying } from './machine/paying.ts'
import type { State, Transition } from './machine/state.ts'
import { stepViews } from './machine/stepViews.ts'
import { toModel as toModelOf } from './machine/toModel.ts'
import type { Model } from './model.ts'

export { initialState, type State, type Transition } from './machine/state.ts'

/** Returns the part of a state that views read. */
export function toModel(state: State): Model {
  return toModelOf(state, stepViews(state))
}

/**
 * Returns the element's whole behaviour as a table: the transition for a fact in a state. Pure: no clock, no randomness, no I/O. A
 * fact without a transition in the state changes nothing. The element loads its two parts separately.
 */
export function transition(state: State, fact: Stamped): Transition {
  return opening(state, fact) ?? paying(state, fact)
}
