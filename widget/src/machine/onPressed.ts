import type { NoteCode } from '../codes.ts'
import {
  afterNoPayment,
  alsoOf,
  chooseAgain,
  giveUp,
  reviewAgain,
  searchPayment,
  watch,
} from './attemptMoves.ts'
import { crossingOf, isAffordable, maskAddress, OTHER_TOKENS } from './attemptReadings.ts'
import type { Stamped } from './fact.ts'
import { enter, stay, toWallets } from './moves.ts'
import {
  isChoosing,
  isHolding,
  type Of,
  type State,
  type StateOf,
  type Transition,
} from './state.ts'

/** Handles the payer's actions. */
export function onPressed(state: State, fact: Pressed): Transition {
  switch (fact.type) {
    case 'select':
      return onSelect(state, fact)
    case 'pay':
      return onPay(state, fact)
    case 'back':
      return onBack(state, fact)
    case 'retry':
      return onRetry(state, fact)
    case 'check':
      return onCheck(state, fact)
    case 'discard':
      return state.name === 'unknown' && (state.canDiscard || fact.isConfirmed)
        ? afterNoPayment(state, fact)
        : stay(state)
    case 'disconnect':
      return onDisconnect(state, fact)
    case 'take_over':
      return state.name === 'locked' && state.canTakeOver
        ? enter(state, fact, 'locked', { note: state.note, attempt: state.attempt }, [
            { type: 'take_over' },
          ])
        : stay(state)
    case 'refresh':
      if (state.name === 'review') return onRefresh(state, fact)
      return state.name === 'options' && state.account !== null
        ? chooseAgain(state, fact)
        : stay(state)
    default:
      return fact satisfies never
  }
}

type Pressed = Of<
  'select' | 'pay' | 'back' | 'retry' | 'check' | 'discard' | 'disconnect' | 'take_over' | 'refresh'
>

function onSelect(state: State, fact: Of<'select'>): Transition {
  if (state.name !== 'options') return stay(state)
  if (fact.optionId === OTHER_TOKENS && state.optionId === null) {
    return enter(state, fact, 'options', { optionId: OTHER_TOKENS }, [
      { type: 'load_options', isWide: true },
    ])
  }
  const option = state.options.find((candidate) => candidate.id === fact.optionId)
  if (option === undefined || !isAffordable(option)) return stay(state)
  return enter(state, fact, 'options', { optionId: option.id, verified: null }, [
    { type: 'load_review', optionId: option.id },
  ])
}

function onPay(state: State, fact: Of<'pay'>): Transition {
  if (state.name === 'partial') return chooseAgain(state, fact)
  if (state.name !== 'review') return stay(state)
  const attempt = {
    id: fact.attemptId,
    phase: 'created',
    walletMasked: maskAddress(state.account.address),
    networkName: state.verified.review.networkName,
    startedAt: fact.at,
  }
  const crossing = crossingOf(state.verified.review)
  const crossings = { ...alsoOf(state).crossings, [fact.attemptId]: crossing }
  const fresh = {
    attemptId: fact.attemptId,
    attempt,
    hash: null,
    plan: null,
    confirmations: null,
    transactions: [],
    crossing,
    also: { sent: [], crossings, failure: null, isPart: false },
  }
  return enter(state, fact, 'preparing', fresh, [{ type: 'acquire', attemptId: fact.attemptId }])
}

/** A price of a bridge is read again before it ends: the review remains until the next one. */
function onRefresh(state: StateOf<'review'>, fact: Of<'refresh'>): Transition {
  const { optionId, verified } = state
  const { bridge, quote } = verified.review
  if (bridge && optionId !== null && fact.at < bridge.expiresAt) {
    return stay(state, {}, [{ type: 'load_review', optionId }])
  }
  return bridge || quote ? onNewPrice(state, fact) : chooseAgain(state, fact)
}

/** Reads the chosen way again: its price has expired. The payer reviews the new amount, and presses Pay again. */
function onNewPrice(state: StateOf<'review'>, fact: Of<'refresh'>): Transition {
  const { optionId } = state
  if (optionId === null) return chooseAgain(state, fact)
  return enter(state, fact, 'connecting', { verified: null, waitingSince: null }, [
    { type: 'load_review', optionId },
  ])
}

function onBack(state: State, fact: Stamped): Transition {
  if (isHolding(state)) {
    const { account, verified } = state
    return reviewAgain(state, fact, { account, verified })
  }
  switch (state.name) {
    case 'review':
      // The list is read again, because its balances are old.
      if (SHORTAGES.includes(state.note?.code)) {
        return chooseAgain(state, fact, { autoSelect: false })
      }
      return hasChoice(state)
        ? enter(state, fact, 'options', { optionId: null, verified: null })
        : toWallets(state, fact)
    case 'locked':
      return state.verified !== null && state.account !== null
        ? enter(state, fact, 'review', { account: state.account, verified: state.verified })
        : toWallets(state, fact)
    case 'connecting':
    case 'options':
    case 'blocked':
      return toWallets(state, fact)
    default:
      return stay(state)
  }
}

/** The notes of a review about an account that lacks money. */
const SHORTAGES: readonly (NoteCode | undefined)[] = ['insufficient_balance', 'insufficient_gas']

/** Ways from other chains that the account cannot afford do not justify a return to the options. */
function hasChoice({ options }: State): boolean {
  return options.filter((one) => one.route === 'direct' || isAffordable(one)).length > 1
}

function onRetry(state: State, fact: Stamped): Transition {
  if (state.name === 'partial') return chooseAgain(state, fact)
  if (state.name === 'failed') {
    return state.error?.recoverable
      ? chooseAgain(state, fact, { hash: null, plan: null })
      : stay(state)
  }
  if (state.name !== 'locked') return stay(state)
  return enter(state, fact, 'loading', {}, [{ type: 'load' }])
}

function onCheck(state: State, fact: Stamped): Transition {
  if (state.name === 'signing' || state.name === 'unknown') return searchPayment(state, fact)
  if (state.name === 'resuming') return searchPayment(state, fact, 'resuming')
  if (state.name === 'confirming') return watch(state, fact, { note: state.note })
  return stay(state)
}

function onDisconnect(state: State, fact: Stamped): Transition {
  if (isHolding(state)) {
    const fresh = { account: null, options: [], optionId: null, verified: null }
    return giveUp(state, fact, 'connect', fresh, [{ type: 'disconnect' }])
  }
  if (isChoosing(state) || state.name === 'failed') return toWallets(state, fact)
  return stay(state)
}
