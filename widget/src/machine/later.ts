import type { Stamped } from '../effects/fact.ts'
import { giveUp, lookForPayment, watch } from './attemptMoves.ts'
import { isCalled } from './attemptReadings.ts'
import { onTaken } from './elsewhere.ts'
import { stay } from './moves.ts'
import { note } from './notes.ts'
import { onCalls } from './onCalls.ts'
import { onChain, onReconciled } from './onChain.ts'
import { onAccountChanged, onWaited } from './onDevice.ts'
import { onPressed } from './onPressed.ts'
import { onLock, onRead } from './onReading.ts'
import { onResume } from './onResume.ts'
import { onServer } from './onServer.ts'
import { onNotSent, onSent, onStep } from './onWallet.ts'
import { HOLDING, type State, type Transition } from './state.ts'

/** The rest of the table: transitions from the payer's account to the end of the payment. */
export function later(state: State, fact: Stamped): Transition {
  switch (fact.type) {
    case 'wallets':
    case 'persistence':
    case 'online':
    case 'load':
    case 'connect':
    case 'connected':
    case 'connect_failed':
    case 'request_failed':
      // Facts of the first screen.
      return stay(state)
    case 'waited':
      return onWaited(state, fact)
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
      return fact.record === null ? onTaken(state, fact) : onResume(state, fact, fact.record)
    case 'server':
      return onServer(state, fact, fact.answer)
    case 'options':
    case 'review':
    case 'refused':
    case 'barred':
      return onRead(state, fact)
    case 'acquired':
    case 'locked':
    case 'taken':
      return onLock(state, fact)
    case 'ready':
    case 'requote':
    case 'switched':
    case 'step_failed':
    case 'permitting':
    case 'step_sent':
    case 'step_mined':
      return onStep(state, fact)
    case 'sent':
      return onSent(state, fact)
    case 'not_sent':
      return onNotSent(state, fact)
    case 'called':
    case 'unbatched':
    case 'calls_failed':
      return onCalls(state, fact)
    case 'lost':
      return (state.name === 'signing' || isCalled(state)) && state.attemptId === fact.attemptId
        ? lookForPayment(state, fact)
        : stay(state)
    case 'recorded':
      return state.name === 'broadcasting' ? watch(state, fact, { note: state.note }) : stay(state)
    case 'confirmations':
    case 'reverted':
    case 'replaced':
    case 'dropped':
      return onChain(state, fact)
    case 'reconciled':
      return onReconciled(state, fact)
    default:
      return fact satisfies never
  }
}
