import { giveUp } from './attemptMoves.ts'
import type { Effect } from './effect.ts'
import { enter, stay } from './moves.ts'
import { note } from './notes.ts'
import { isChoosing, isHolding, isWaiting, type Of, type State, type Transition } from './state.ts'

/** Handles a silent wallet, another tab, or another account in the wallet. */
export function onDevice(
  state: State,
  fact: Of<'waited' | 'yield' | 'account_changed'>,
): Transition {
  switch (fact.type) {
    case 'waited':
      return onWaited(state, fact)
    case 'yield':
      return onYield(state, fact)
    case 'account_changed':
      return onAccountChanged(state, fact)
    default:
      return fact satisfies never
  }
}

/** Handles a wallet that has been silent for a while. */
function onWaited(state: State, fact: Of<'waited'>): Transition {
  if (!isWaiting(state) || state.waitingSince === null) return stay(state)
  if (state.name === 'connecting' && state.account === null && fact.level === 'stuck') {
    return enter(state, fact, 'connect', { note: note({ code: 'wallet_timeout' }) })
  }
  const isFirst = state.waiting === 'none'
  const effects: readonly Effect[] =
    isFirst && state.name === 'signing' ? [{ type: 'reconcile', attemptId: state.attemptId }] : []
  return stay(state, { waiting: fact.level }, effects)
}

/** Handles a payer who chose another account or network in the wallet, or removed the account. */
function onAccountChanged(state: State, fact: Of<'account_changed'>): Transition {
  const { account } = fact
  const isSame = account !== null && account.address === state.account?.address
  if (isSame) return stay(state, { account })
  if (!isHolding(state) && (!isChoosing(state) || state.account === null)) return stay(state)
  const fresh = { account, options: [], optionId: null, verified: null }
  const patch = {
    ...fresh,
    note: note({ code: account === null ? 'wallet_gone' : 'account_changed' }),
  }
  const effects: readonly Effect[] = account === null ? [] : [{ type: 'load_options' }]
  const name = account === null ? 'connect' : 'connecting'
  return isHolding(state)
    ? giveUp(state, fact, name, patch, effects)
    : enter(state, fact, name, patch, effects)
}

/** Leaves the payment to another tab, and ends an attempt of this tab that no wallet has received yet. */
function onYield(state: State, fact: Of<'yield'>): Transition {
  return isHolding(state)
    ? giveUp(state, fact, 'review', { note: note({ code: 'taken_over' }) })
    : stay(state)
}
