import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Stamped } from './fact.ts'
import { announce, enter, openingNote, stay, succeed, toWallets } from './moves.ts'
import { isPartlyPaid, isTaken } from './readings.ts'
import { isHolding, isMaybeSent, type Of, type State, type Transition } from './state.ts'

/** Returns the first part of the table: from loading to a connected wallet. Null if the fact belongs to `paying`. */
export function opening(state: State, fact: Stamped): Transition | null {
  if (fact.run !== undefined && fact.run !== state.run) return stay(state)
  switch (fact.type) {
    case 'wallets':
      return stay(state, { wallets: fact.wallets })
    case 'persistence':
      return stay(state, { persistence: fact.persistence })
    case 'online':
      return onOnline(state, fact)
    case 'load':
      return isHolding(state) || isMaybeSent(state) || state.name === 'succeeded'
        ? stay(state)
        : enter(state, fact, 'loading', {}, [{ type: 'load' }])
    case 'retry':
      return state.name === 'unavailable'
        ? enter(state, fact, 'loading', {}, [{ type: 'load' }])
        : null
    case 'loaded':
      return fact.record === null ? onLoaded(state, fact) : null
    case 'connect':
      return state.name === 'connect'
        ? enter(state, fact, 'connecting', { account: null, options: [], verified: null }, [
            { type: 'connect', walletId: fact.walletId },
          ])
        : stay(state)
    case 'connected':
    case 'connect_failed':
      return onConnected(state, fact)
    case 'request_failed':
      return onRequestFailed(state, fact)
    default:
      return null
  }
}

/** Handles a browser that went offline or online. */
function onOnline(state: State, fact: Of<'online'>): Transition {
  const patch = { offline: !fact.isOnline }
  const isBack =
    fact.isOnline && state.name === 'unavailable' && state.unavailable.reason === 'offline'
  return isBack ? enter(state, fact, 'loading', patch, [{ type: 'load' }]) : stay(state, patch)
}

/** Opens the payment from the service's data, without an attempt of this device. Returns null if another payer may be paying. */
function onLoaded(state: State, fact: Of<'loaded'>): Transition | null {
  if (state.name !== 'loading') return stay(state)
  const { answer } = fact
  if (answer.kind === 'completed') {
    return announce(succeed(state, fact, answer.payment), answer.payment, false)
  }
  const { payment } = answer
  const known = { ...state, payment: payment ?? state.payment }
  if (answer.kind === 'unavailable') {
    const { reason, retryAt, link, contacts } = answer
    return enter(known, fact, 'unavailable', {
      unavailable: { reason, retryAt, link, contacts },
    })
  }
  return payment === null || answer.kind === 'processing' || isTaken(payment)
    ? null
    : open(known, fact, payment)
}

/** Opens a payment that any payer may pay. */
export function open(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const next = enter(state, fact, isPartlyPaid(payment) ? 'partial' : 'connect', {})
  return announce(next, payment, false)
}

/** Handles a wallet that returned an account, or failed to return one. */
function onConnected(state: State, fact: Of<'connected' | 'connect_failed'>): Transition {
  if (state.name !== 'connecting' || state.account !== null) return stay(state)
  if (fact.type === 'connect_failed') {
    return enter(state, fact, 'connect', { note: openingNote(fact.note) })
  }
  const patch = { account: fact.account, waitingSince: null }
  return enter(state, fact, 'connecting', patch, [{ type: 'load_options' }])
}

/** Handles options or transactions that could not be read. */
function onRequestFailed(state: State, fact: Of<'request_failed'>): Transition {
  const isReading = state.name === 'connecting' || state.name === 'options'
  const { account } = state
  if (!isReading || account === null) return stay(state)
  const patch = { optionId: null, note: openingNote(fact.note) }
  return state.options.length > 0
    ? enter(state, fact, 'options', { account, ...patch })
    : toWallets(state, fact, patch)
}
