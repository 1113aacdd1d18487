/** The states of a kind of record, its initial state, and the possible moves from each state. */
export type Machine<State extends string> = {
  readonly id: string
  readonly initial: State
  /** States without a move are final. */
  readonly moves: Readonly<Record<State, readonly State[]>>
}

/** Checks the type of a machine's definition, and returns the definition unchanged. */
export function defineMachine<const State extends string>(machine: Machine<State>): Machine<State> {
  return machine
}

/** The effect of a reported state: a step forward, a repetition, or a report that cannot follow the current state. */
export type Move = 'moves' | 'repeats' | 'refused'

/** Compares a reported state with the current one. Never throws: a late or false report is `refused`. */
export function judgeMove<State extends string>(
  { moves }: Machine<State>,
  from: State,
  to: State,
): Move {
  if (from === to) return 'repeats'
  return moves[from].includes(to) ? 'moves' : 'refused'
}

/** Returns whether a state is final. */
export function isFinal<State extends string>({ moves }: Machine<State>, state: State): boolean {
  return moves[state].length === 0
}
