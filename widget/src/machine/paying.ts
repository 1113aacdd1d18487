import { onTaken } from './elsewhere.ts'
import type { Stamped } from './fact.ts'
import { stay } from './moves.ts'
import { onCalls } from './onCalls.ts'
import { onChain, onReconciled } from './onChain.ts'
import { onDevice } from './onDevice.ts'
import { onPressed } from './onPressed.ts'
import { onLock, onRead } from './onReading.ts'
import { onResume } from './onResume.ts'
import { onServer } from './onServer.ts'
import { onLost, onNotSent, onSent, onStep } from './onWallet.ts'
import type { State, Transition } from './state.ts'

/** Returns the second part of the table: from the payer's account to the end of the payment. It ignores the facts of `opening`. */
export function paying(state: State, fact: Stamped): Transition {
  switch (fact.type) {
    case 'wallets':
    case 'persistence':
    case 'online':
    case 'load':
    case 'connect':
    case 'connected':
    case 'connect_failed':
    case 'request_failed':
      return stay(state)
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
    case 'waited':
    case 'yield':
    case 'account_changed':
      return onDevice(state, fact)
    case 'loaded':
      return fact.record === null ? onTaken(state, fact) : onResume(state, fact, fact.record)
    case 'server':
      return onServer(state, fact, fact.answer)
    case 'options':
    case 'review':
    case 'network_fee':
    case 'refused':
    case 'short':
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
    case 'renewed':
    case 'unbatched':
    case 'calls_failed':
      return onCalls(state, fact)
    case 'lost':
      return onLost(state, fact)
    case 'recorded':
    case 'confirmations':
    case 'reverted':
    case 'replaced':
    case 'dropped':
      return onChain(state, fact)
    case 'reconciled':
      return onReconciled(state, fact)
  }
}
