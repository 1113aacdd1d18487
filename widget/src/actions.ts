import type { Fact } from './machine/fact.ts'
import type { Actions } from './model.ts'

/** The payer's actions, as facts. `pay` has no attempt id here: the controller creates the id when the payment may begin. */
export type Press =
  | Extract<
      Fact,
      {
        type:
          | 'connect'
          | 'select'
          | 'back'
          | 'retry'
          | 'check'
          | 'discard'
          | 'disconnect'
          | 'take_over'
          | 'refresh'
      }
    >
  | { readonly type: 'pay' }

/** Creates a payer's actions; each reports its fact to `send`. */
export function createActions(send: (press: Press) => void): Actions {
  return {
    connect: (walletId) => send({ type: 'connect', walletId }),
    selectOption: (optionId) => send({ type: 'select', optionId }),
    pay: () => send({ type: 'pay' }),
    back: () => send({ type: 'back' }),
    retry: () => send({ type: 'retry' }),
    checkAgain: () => send({ type: 'check' }),
    discardAttempt: (options) =>
      send({ type: 'discard', isConfirmed: options?.confirmed === true }),
    disconnect: () => send({ type: 'disconnect' }),
    takeOver: () => send({ type: 'take_over' }),
    refresh: () => send({ type: 'refresh' }),
  }
}
