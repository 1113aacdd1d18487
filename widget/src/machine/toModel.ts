import type { Model, StepView } from '../model.ts'
import type { State } from './state.ts'

/** Returns the part of a state that views read. Before an attempt there are no steps: they come from the part that loads for it. */
export function toModel(state: State, steps: readonly StepView[] = []): Model {
  const { name, attemptId, plan, also, hash, hasSucceeded, autoSelect, run, ...shared } = state
  return { ...shared, state: name, steps }
}
