import type { Model, StepView } from '../model.ts'
import type { Loose, State } from './state.ts'

/** Returns the part of a state that views read. Before an attempt there are no steps: they come from the part that loads for it. */
export function toModel({ name, ...state }: State, steps: readonly StepView[] = []): Model {
  const { attemptId, plan, also, hash, hasSucceeded, autoSelect, run, verified, ...shown }: Loose =
    state
  return { ...NONE, ...shown, review: verified?.review ?? null, state: name, steps }
}

/** The members that only some states have. */
const NONE = {
  error: null,
  attempt: null,
  unavailable: null,
  waitingSince: null,
  waiting: 'none',
  canDiscard: false,
  canTakeOver: false,
} as const
