import type { Stamped } from '../effects/fact.ts'
import type { PaymentMetadata } from '../model.ts'
import { announce, earlyNote, enter, stay, succeed, toWallets } from './moves.ts'
import { isPartlyPaid, isTaken } from './readings.ts'
import { HOLDING, MAYBE_SENT, type Of, type State, type Transition } from './state.ts'

/**
 * The part of the table that the first screen needs: from loading to a connected wallet. Null when the fact belongs
 * to the rest, which loads when a wallet is near.
 */
export function early(state: State, fact: Stamped): Transition | null {
  if (fact.run !== undefined && fact.run !== state.run) return stay(state)
  switch (fact.type) {
    case 'wallets':
      return stay(state, { wallets: fact.wallets })
    case 'persistence':
      return stay(state, { persistence: fact.persistence })
    case 'online':
      return onOnline(state, fact)
    case 'load':
      return HOLDING.has(state.name) || MAYBE_SENT.has(state.name) || state.name === 'succeeded'
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
        ? enter(state, fact, 'connecting', { account: null, options: [], review: null }, [
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

/** The browser lost or found its network. */
function onOnline(state: State, fact: Of<'online'>): Transition {
  const patch = { offline: !fact.isOnline }
  const isBack = fact.isOnline && state.unavailable?.reason === 'offline'
  return isBack ? enter(state, fact, 'loading', patch, [{ type: 'load' }]) : stay(state, patch)
}

/** Without an attempt of this device, the service's data decides. Null where another payer may be paying. */
function onLoaded(state: State, fact: Of<'loaded'>): Transition | null {
  if (state.name !== 'loading') return stay(state)
  const { answer } = fact
  if (answer.kind === 'completed') {
    return announce(succeed(state, fact, answer.payment), answer.payment, false)
  }
  const { payment } = answer
  const known = { ...state, payment: payment ?? state.payment }
  if (answer.kind === 'unavailable') {
    const { reason, retryAt } = answer
    return enter(known, fact, 'unavailable', { unavailable: { reason, retryAt } })
  }
  return payment === null || answer.kind === 'processing' || isTaken(payment)
    ? null
    : open(known, fact, payment)
}

/** Any payer may pay. */
export function open(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const next = enter(state, fact, isPartlyPaid(payment) ? 'partial' : 'connect')
  return announce(next, payment, false)
}

/** The wallet returned an account, or did not. */
function onConnected(state: State, fact: Of<'connected' | 'connect_failed'>): Transition {
  if (state.name !== 'connecting' || state.account !== null) return stay(state)
  if (fact.type === 'connect_failed') {
    return enter(state, fact, 'connect', { note: earlyNote(fact.note) })
  }
  const patch = { account: fact.account, waitingSince: null }
  return enter(state, fact, 'connecting', patch, [{ type: 'load_options' }])
}

/** Options or transactions could not be read. */
function onRequestFailed(state: State, fact: Of<'request_failed'>): Transition {
  const isReading = state.name === 'connecting' || state.name === 'options'
  if (!isReading || state.account === null) return stay(state)
  const patch = { optionId: null, note: earlyNote(fact.note) }
  return state.options.length > 0
    ? enter(state, fact, 'options', patch)
    : toWallets(state, fact, patch)
}
