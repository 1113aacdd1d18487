/** The states that a record of one sort can be in, the first of them, and where each may go from there. */
export type Machine<State extends string> = {
  readonly id: string
  readonly initial: State
  /** States without a move are final. */
  readonly moves: Readonly<Record<State, readonly State[]>>
}

/** Types a machine's definition; returns its argument. */
export function defineMachine<const State extends string>(machine: Machine<State>): Machine<State> {
  return machine
}

/** What a report of a state means: a step ahead, what is known already, or nothing that can follow. */
export type Move = 'moves' | 'repeats' | 'refused'

/** Judges a reported state against the present one. Total: a late or false report is `refused`, never an error. */
export function judgeMove<State extends string>(
  { moves }: Machine<State>,
  from: State,
  to: State,
): Move {
  if (from === to) return 'repeats'
  return moves[from].includes(to) ? 'moves' : 'refused'
}

/** Whether nothing can follow a state. */
export function isFinal<State extends string>({ moves }: Machine<State>, state: State): boolean {
  return moves[state].length === 0
}
