import type { Stamped } from './effects/fact.ts'
import { giveUp, lookForPayment, note, stay, watch } from './machine/moves.ts'
import { onChain, onReconciled } from './machine/onChain.ts'
import { onAccountChanged, onOnline, onWaited } from './machine/onDevice.ts'
import { onPressed } from './machine/onPressed.ts'
import { onConnected, onLock, onRead } from './machine/onReading.ts'
import { onLoaded, onServer } from './machine/onService.ts'
import { onNotSent, onSent, onStep } from './machine/onWallet.ts'
import { HOLDING, type State, type Transition } from './machine/state.ts'

export { initialState, type State, type Transition } from './machine/state.ts'
export { toModel } from './machine/toModel.ts'

/**
 * The whole behaviour of the element as a table: what a fact means in a state. Pure: no clock, no chance, no I/O. A
 * fact that means nothing in the state changes nothing.
 */
export function transition(state: State, fact: Stamped): Transition {
  if (fact.run !== undefined && fact.run !== state.run) return stay(state)
  switch (fact.type) {
    case 'wallets':
      return stay(state, { wallets: fact.wallets })
    case 'persistence':
      return stay(state, { persistence: fact.persistence })
    case 'online':
      return onOnline(state, fact)
    case 'waited':
      return onWaited(state, fact)
    case 'load':
    case 'connect':
    case 'select':
    case 'pay':
    case 'back':
    case 'retry':
    case 'check':
    case 'discard':
    case 'disconnect':
    case 'take_over':
    case 'refresh':
      return onPressed(state, fact)
    case 'yield':
      return HOLDING.has(state.name)
        ? giveUp(state, fact, 'review', { note: note({ code: 'taken_over' }) })
        : stay(state)
    case 'account_changed':
      return onAccountChanged(state, fact)
    case 'loaded':
      return state.name === 'loading' ? onLoaded(state, fact) : stay(state)
    case 'server':
      return onServer(state, fact, fact.answer)
    case 'options':
    case 'review':
    case 'request_failed':
    case 'refused':
      return onRead(state, fact)
    case 'connected':
    case 'connect_failed':
      return onConnected(state, fact)
    case 'acquired':
    case 'locked':
    case 'taken':
      return onLock(state, fact)
    case 'ready':
    case 'requote':
    case 'switched':
    case 'step_failed':
    case 'step_sent':
    case 'step_mined':
      return onStep(state, fact)
    case 'sent':
      return onSent(state, fact)
    case 'not_sent':
      return onNotSent(state, fact)
    case 'lost':
      return state.name === 'signing' && state.attemptId === fact.attemptId
        ? lookForPayment(state, fact)
        : stay(state)
    case 'recorded':
      return state.name === 'broadcasting' ? watch(state, fact) : stay(state)
    case 'confirmations':
    case 'reverted':
    case 'replaced':
      return onChain(state, fact)
    case 'reconciled':
      return onReconciled(state, fact)
    default:
      return fact satisfies never
  }
}
