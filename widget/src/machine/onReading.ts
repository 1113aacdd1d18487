import type { AccountInfo } from '../accountInfo.ts'
import { chooseAgain, fail, readFee } from './attemptMoves.ts'
import { isAffordable, OTHER_TOKENS } from './attemptReadings.ts'
import { enter, finish, stay } from './moves.ts'
import { note } from './notes.ts'
import { isChoosing, isHolding, type Of, type State, type Transition } from './state.ts'

/** Handles options and transactions that were read, or rejected. */
export function onRead(
  state: State,
  fact: Of<'options' | 'review' | 'network_fee' | 'refused' | 'short' | 'barred'>,
): Transition {
  const isReading = state.name === 'connecting' || state.name === 'options'
  if (fact.type === 'refused') {
    // An unreadable response may come from a proxy, and the next one may be valid; a readable response that is false is final.
    const recoverable = fact.refusal.code === 'invalid_response'
    const failure = { ...fact.refusal, moneyState: 'untouched', recoverable } as const
    return isReading || isHolding(state) ? fail(state, fact, failure, 'abandoned') : stay(state)
  }
  if (fact.type === 'barred') return onBarred(state, fact)
  if (fact.type === 'network_fee') {
    // Without an estimate, the fee of the choice remains.
    const networkFee = fact.fee ?? state.networkFee ?? undefined
    return stay(state, fact.optionId === state.optionId ? { networkFee } : {})
  }
  const { account } = state
  if (fact.type === 'review' && state.name === 'review') {
    return stay({ ...state, payment: fact.verified.payment }, { verified: fact.verified })
  }
  if (!isReading || account === null) return stay(state)
  switch (fact.type) {
    case 'options':
      return onOptions(state, fact, account)
    case 'short':
      // The balances of the last list are old. The payer, not the element, chooses among the new ones.
      return chooseAgain(state, fact, { note: note(fact.note), autoSelect: false })
    case 'review':
      return state.optionId === null ? stay(state) : onReview(state, fact, account, state.optionId)
    default:
      return fact satisfies never
  }
}

/** Shows the review at once with the network fee of the choice, if it has one; the estimate follows. */
function onReview(
  state: State,
  fact: Of<'review'>,
  account: AccountInfo,
  optionId: string,
): Transition {
  const { verified } = fact
  const accepted = state.options.find(({ id }) => id === optionId)?.accepted
  const chosen = accepted && { ...accepted.networkFee, worth: accepted.feeWorth }
  const { networkFee, effects } = readFee({ verified, account, optionId })
  const patch = { account, verified, note: state.note, networkFee: chosen ?? networkFee }
  return enter({ ...state, payment: verified.payment }, fact, 'review', patch, effects)
}

/** Ends an attempt that was about to begin: the wallet has no request yet. */
function onBarred(state: State, fact: Of<'barred'>): Transition {
  const { account } = state
  if (account === null || !(isChoosing(state) || isHolding(state))) return stay(state)
  const effects = isHolding(state) ? finish(state, 'abandoned') : []
  return enter(
    state,
    fact,
    'blocked',
    { account, options: [], optionId: null, verified: null },
    effects,
  )
}

function onOptions(state: State, fact: Of<'options'>, account: AccountInfo): Transition {
  const { options, payment } = fact
  const affordable = options.filter(isAffordable)
  // Ways from other chains do not prevent the automatic choice of the only direct way.
  const direct = affordable.filter(({ route }) => route === 'direct')
  const [only] = direct
  const isWide = state.optionId === OTHER_TOKENS
  if (only === undefined || direct.length > 1 || isWide || !state.autoSelect) {
    const shown = { account, options, payment, optionId: null, note: state.note }
    return enter(state, fact, 'options', shown)
  }
  // With several currencies, there was no choice, and one symbol would name only a part of the payment.
  const isMixed = only.spending.length > 1
  const network = only.accepted?.networkName ?? payment.chain.name
  const params = { symbol: only.symbol, network }
  // Without another way, nothing was selected for the payer.
  const isOnly = affordable.length === 1 && options.length > 1
  const selected = isMixed || !isOnly ? null : note({ code: 'auto_selected', params })
  const patch = { options, payment, optionId: only.id, note: state.note ?? selected }
  return enter(state, fact, 'connecting', { ...patch, waitingSince: null }, [
    { type: 'load_review', optionId: only.id },
  ])
}

/** Handles locks that were acquired, or that another tab or device holds. */
export function onLock(state: State, fact: Of<'acquired' | 'locked' | 'taken'>): Transition {
  const isTaking = state.name === 'preparing' && state.plan === null
  switch (fact.type) {
    case 'acquired':
      return isTaking && state.attemptId !== null
        ? enter(state, fact, 'preparing', { attempt: state.attempt }, [
            { type: 'prepare', attemptId: state.attemptId },
          ])
        : stay(state)
    case 'locked': {
      if (!isTaking && state.name !== 'locked') return stay(state)
      const { attempt, canTakeOver } = fact
      const patch = { attempt, canTakeOver, attemptId: null, note: note(fact.note) }
      return enter(state, fact, 'locked', patch)
    }
    case 'taken':
      return state.name === 'locked'
        ? enter(state, fact, 'loading', {}, [{ type: 'load' }])
        : stay(state)
    default:
      return fact satisfies never
  }
}
