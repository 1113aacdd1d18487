import type { Effect } from '../effects/effect.ts'
import { giveUp } from './attemptMoves.ts'
import { enter, stay } from './moves.ts'
import { note } from './notes.ts'
import { CHOOSING, HOLDING, type Of, type State, type Transition } from './state.ts'

/** A wallet has been silent for a while. */
export function onWaited(state: State, fact: Of<'waited'>): Transition {
  if (state.waitingSince === null) return stay(state)
  if (state.name === 'connecting' && state.account === null && fact.level === 'stuck') {
    return enter(state, fact, 'connect', { note: note({ code: 'wallet_timeout' }) })
  }
  const isFirst = state.waiting === 'none'
  const effects: readonly Effect[] =
    isFirst && state.name === 'signing' && state.attemptId !== null
      ? [{ type: 'reconcile', attemptId: state.attemptId }]
      : []
  return stay(state, { waiting: fact.level }, effects)
}

/** The payer chose another account or network in the wallet, or removed the account. */
export function onAccountChanged(state: State, fact: Of<'account_changed'>): Transition {
  const { account } = fact
  const isSame = account !== null && account.address === state.account?.address
  if (isSame) return stay(state, { account })
  const isHolding = HOLDING.has(state.name)
  if (!isHolding && (!CHOOSING.has(state.name) || state.account === null)) return stay(state)
  const fresh = { account, options: [], optionId: null, review: null }
  const patch = {
    ...fresh,
    note: note({ code: account === null ? 'wallet_gone' : 'account_changed' }),
  }
  const effects: readonly Effect[] = account === null ? [] : [{ type: 'load_options' }]
  const name = account === null ? 'connect' : 'connecting'
  return isHolding
    ? giveUp(state, fact, name, patch, effects)
    : enter(state, fact, name, patch, effects)
}
