import type { AttemptRecord } from './effects/attemptRecord.ts'
import type { Effect, Outcome } from './effects/effect.ts'
import type { NoteFact, Refusal, ServerAnswer, Stamped } from './effects/fact.ts'
import type {
  Model,
  MoneyState,
  NoteCode,
  PaymentMetadata,
  PaymentTransaction,
  PayOption,
  StateName,
  StepView,
  TransactionKind,
} from './model.ts'

/** Everything the machine knows; `toModel` shows the part that views read. */
export type State = Omit<Model, 'state' | 'steps'> & {
  readonly name: StateName
  /** The attempt of this device that is, or was last, under way. */
  readonly attemptId: string | null
  /** What the attempt does, once its transactions are verified. */
  readonly plan: {
    readonly needsSwitch: boolean
    readonly kinds: readonly TransactionKind[]
    readonly index: number
  } | null
  /** Hash of the payment. */
  readonly hash: string | null
  readonly hasSucceeded: boolean
  /** Skip the choice when exactly one way to pay is affordable. */
  readonly autoSelect: boolean
  /** Number of the current operation: facts of an older one are dropped. */
  readonly run: number
}

/** The state after a fact, and what to do now, in order. */
export type Transition = { readonly state: State; readonly effects: readonly Effect[] }

type Of<T extends Stamped['type']> = Extract<Stamped, { type: T }>

/** Before the first fact. */
export const initialState: State = {
  name: 'idle',
  payment: null,
  wallets: [],
  account: null,
  options: [],
  optionId: null,
  review: null,
  transactions: [],
  confirmations: null,
  note: null,
  error: null,
  attempt: null,
  unavailable: null,
  waitingSince: null,
  waiting: 'none',
  offline: false,
  canDiscard: false,
  canTakeOver: false,
  persistence: 'durable',
  attemptId: null,
  plan: null,
  hash: null,
  hasSucceeded: false,
  autoSelect: true,
  run: 0,
}

/** Nothing is asked of a wallet but an account; the payer looks and chooses. */
const CHOOSING: ReadonlySet<StateName> = new Set([
  'connect',
  'connecting',
  'blocked',
  'options',
  'review',
])
/** The locks are held, or being taken; the payment was not asked of the wallet yet. */
const HOLDING: ReadonlySet<StateName> = new Set([
  'preparing',
  'switching',
  'resetting',
  'approving',
  'permitting',
])
/** The payment may have left the wallet: only proof, or the payer's explicit word, leads back. */
const MAYBE_SENT: ReadonlySet<StateName> = new Set([
  'signing',
  'broadcasting',
  'confirming',
  'settling',
  'unknown',
  'resuming',
])
/** A wallet is waited for from the moment the state is entered. */
const WAITING: ReadonlySet<StateName> = new Set([
  'connecting',
  'switching',
  'resetting',
  'approving',
  'permitting',
  'signing',
])
/** Reasons that pass by themselves: they never end what the payer is doing. */
const TRANSIENT = new Set(['offline', 'server', 'rate_limited'])
/** Phases of the service's attempt that cannot turn into a payment any more. */
const ENDED_PHASES = new Set(['done', 'confirmed', 'abandoned', 'reverted', 'replaced'])
const QUIET_NOTES: ReadonlySet<NoteCode> = new Set([
  'rejected',
  'switch_rejected',
  'approve_rejected',
  'account_changed',
  'auto_selected',
  'replaced_faster',
  'checking',
  'pending_in_wallet',
  'prompt_may_be_open',
  'nonce_unused',
  'not_found_yet',
  'not_sent',
  'approval_kept',
  'taken_over',
  'locked_tab',
  'locked_tab_signing',
  'locked_device',
  'payment_changed',
])

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

/** What views see of a state. */
export function toModel(state: State): Model {
  const { name, attemptId, plan, hash, hasSucceeded, autoSelect, run, ...shared } = state
  return { ...shared, state: name, steps: stepViews(state) }
}

// ── the shapes of a transition ──────────────────────────────────────────────────────────────────────────────────────

/** Same state and operation. */
function stay(
  state: State,
  patch: Partial<State> = {},
  effects: readonly Effect[] = [],
): Transition {
  return { state: { ...state, ...patch }, effects }
}

/** A new operation: what belonged to the last one is cleared, its effects abort. */
function enter(
  state: State,
  fact: Stamped,
  name: StateName,
  patch: Partial<State> = {},
  effects: readonly Effect[] = [],
): Transition {
  const cleared = {
    note: null,
    error: null,
    unavailable: null,
    attempt: MAYBE_SENT.has(name) ? state.attempt : null,
    canDiscard: false,
    canTakeOver: false,
    waiting: 'none',
    waitingSince: WAITING.has(name) ? fact.at : null,
  } as const
  return { state: { ...state, ...cleared, ...patch, name, run: state.run + 1 }, effects }
}

/** End the attempt as not sent, release the locks, and go where the payer can choose again. */
function giveUp(
  state: State,
  fact: Stamped,
  name: StateName,
  patch: Partial<State> = {},
  effects: readonly Effect[] = [],
): Transition {
  return enter(state, fact, name, { plan: null, hash: null, ...patch }, [
    ...finish(state, 'abandoned'),
    ...effects,
  ])
}

/** Read account and options again when there is an account, else ask for a wallet. */
function chooseAgain(state: State, fact: Stamped, patch: Partial<State> = {}): Transition {
  const fresh = { options: [], optionId: null, review: null, ...patch }
  const account = 'account' in patch ? patch.account : state.account
  return account
    ? enter(state, fact, 'connecting', fresh, [{ type: 'load_options' }])
    : enter(state, fact, 'connect', fresh)
}

function fail(
  state: State,
  fact: Stamped,
  failure: Refusal & { moneyState: MoneyState; recoverable: boolean },
  outcome: Outcome,
): Transition {
  const supportCode = (state.attemptId ?? state.payment?.token ?? '').slice(0, 8)
  const error = { ...failure, supportCode }
  return enter(state, fact, 'failed', { error }, finish(state, outcome))
}

function succeed(state: State, fact: Stamped, payment: PaymentMetadata | null): Transition {
  const paid = payment ?? state.payment
  if (state.name === 'succeeded') return stay(state, { payment: paid })
  const signal: readonly Effect[] =
    state.hasSucceeded || paid === null
      ? []
      : [{ type: 'emit', signal: { type: 'success', payment: paid } }]
  const patch = {
    payment: paid,
    hasSucceeded: state.hasSucceeded || paid !== null,
    ...(state.name === 'signing' ? { note: note({ code: 'paid_elsewhere' }) } : {}),
  }
  return enter(state, fact, 'succeeded', patch, [...finish(state, 'done'), ...signal])
}

function finish(state: State, outcome: Outcome): readonly Effect[] {
  return state.attemptId === null ? [] : [{ type: 'finish', attemptId: state.attemptId, outcome }]
}

function watch(state: State, fact: Stamped, patch: Partial<State> = {}): Transition {
  const next = { ...state, ...patch }
  if (next.attemptId === null || next.hash === null) return stay(state)
  return enter(state, fact, 'confirming', patch, [
    { type: 'watch', attemptId: next.attemptId, hash: next.hash },
  ])
}

function lookForPayment(state: State, fact: Stamped, name: StateName = 'unknown'): Transition {
  if (state.attemptId === null) return stay(state)
  return enter(state, fact, name, { note: note({ code: 'checking' }) }, [
    { type: 'reconcile', attemptId: state.attemptId },
  ])
}

function note(fact: NoteFact): NonNullable<Model['note']> {
  return { ...fact, tone: QUIET_NOTES.has(fact.code) ? 'info' : 'error' }
}

// ── the payer ───────────────────────────────────────────────────────────────────────────────────────────────────────

type Pressed = Of<
  | 'load'
  | 'connect'
  | 'select'
  | 'pay'
  | 'back'
  | 'retry'
  | 'check'
  | 'discard'
  | 'disconnect'
  | 'take_over'
  | 'refresh'
>

function onPressed(state: State, fact: Pressed): Transition {
  switch (fact.type) {
    case 'load':
      return HOLDING.has(state.name) || MAYBE_SENT.has(state.name) || state.name === 'succeeded'
        ? stay(state)
        : enter(state, fact, 'loading', {}, [{ type: 'load' }])
    case 'connect':
      return state.name === 'connect'
        ? enter(state, fact, 'connecting', { account: null, options: [], review: null }, [
            { type: 'connect', walletId: fact.walletId },
          ])
        : stay(state)
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
      return state.account !== null && (state.name === 'options' || state.name === 'review')
        ? chooseAgain(state, fact)
        : stay(state)
    default:
      return fact satisfies never
  }
}

function onSelect(state: State, fact: Of<'select'>): Transition {
  if (state.name !== 'options') return stay(state)
  const option = state.options.find((candidate) => candidate.id === fact.optionId)
  if (option === undefined || !isAffordable(option)) return stay(state)
  return enter(state, fact, 'options', { optionId: option.id, review: null }, [
    { type: 'load_review', optionId: option.id },
  ])
}

function onPay(state: State, fact: Of<'pay'>): Transition {
  if (state.name === 'partial') return chooseAgain(state, fact)
  if (state.name !== 'review' || state.review === null || state.account === null) return stay(state)
  const attempt = {
    id: fact.attemptId,
    phase: 'created',
    walletMasked: maskAddress(state.account.address),
    networkName: state.review.networkName,
    startedAt: fact.at,
  }
  const fresh = {
    attemptId: fact.attemptId,
    attempt,
    hash: null,
    plan: null,
    confirmations: null,
    transactions: [],
  }
  return enter(state, fact, 'preparing', fresh, [{ type: 'acquire', attemptId: fact.attemptId }])
}

function onBack(state: State, fact: Stamped): Transition {
  if (HOLDING.has(state.name)) return giveUp(state, fact, 'review')
  switch (state.name) {
    case 'review':
      return state.options.length > 1
        ? enter(state, fact, 'options', { optionId: null, review: null })
        : toWallets(state, fact)
    case 'locked':
      return state.review !== null && state.account !== null
        ? enter(state, fact, 'review')
        : toWallets(state, fact)
    case 'connecting':
    case 'options':
    case 'blocked':
      return toWallets(state, fact)
    default:
      return stay(state)
  }
}

function toWallets(state: State, fact: Stamped, patch: Partial<State> = {}): Transition {
  const fresh = { account: null, options: [], optionId: null, review: null, ...patch }
  const effects: readonly Effect[] = state.account === null ? [] : [{ type: 'disconnect' }]
  return enter(state, fact, 'connect', fresh, effects)
}

function onRetry(state: State, fact: Stamped): Transition {
  if (state.name === 'failed') {
    return state.error?.recoverable
      ? chooseAgain(state, fact, { hash: null, plan: null })
      : stay(state)
  }
  if (state.name !== 'unavailable' && state.name !== 'locked') return stay(state)
  return enter(state, fact, 'loading', {}, [{ type: 'load' }])
}

function onCheck(state: State, fact: Stamped): Transition {
  if (state.name === 'signing' || state.name === 'unknown') return lookForPayment(state, fact)
  if (state.name === 'resuming') return lookForPayment(state, fact, 'resuming')
  if (state.name === 'confirming') return watch(state, fact, { note: state.note })
  return stay(state)
}

function onDisconnect(state: State, fact: Stamped): Transition {
  if (HOLDING.has(state.name)) {
    const fresh = { account: null, options: [], optionId: null, review: null }
    return giveUp(state, fact, 'connect', fresh, [{ type: 'disconnect' }])
  }
  if (CHOOSING.has(state.name) || state.name === 'failed') return toWallets(state, fact)
  return stay(state)
}

// ── page and device ─────────────────────────────────────────────────────────────────────────────────────────────────

function onOnline(state: State, fact: Of<'online'>): Transition {
  const patch = { offline: !fact.isOnline }
  const isBack = fact.isOnline && state.unavailable?.reason === 'offline'
  return isBack ? enter(state, fact, 'loading', patch, [{ type: 'load' }]) : stay(state, patch)
}

function onWaited(state: State, fact: Of<'waited'>): Transition {
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

function onAccountChanged(state: State, fact: Of<'account_changed'>): Transition {
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

// ── the service ─────────────────────────────────────────────────────────────────────────────────────────────────────

function onLoaded(state: State, fact: Of<'loaded'>): Transition {
  const { answer, record } = fact
  const withRecord = record === null ? state : { ...state, attemptId: record.id }
  if (answer.kind === 'completed') {
    const done = succeed(withRecord, fact, answer.payment)
    return announce(done, answer.payment, false)
  }
  const known = { ...withRecord, payment: answer.payment ?? state.payment }
  if (record !== null && (record.phase === 'signing' || record.phase === 'broadcast')) {
    return announce(resume(known, fact, record), answer.payment, true)
  }
  if (answer.kind === 'unavailable') return unavailable(known, fact, answer)
  const next =
    record === null ? arrive(known, fact, answer.payment) : stopEarly(known, fact, record)
  return announce(next, answer.payment, record !== null)
}

function announce(next: Transition, payment: PaymentMetadata | null, resumed: boolean): Transition {
  if (payment === null) return next
  const ready: Effect = { type: 'emit', signal: { type: 'ready', payment, resumed } }
  const { attempt } = next.state
  const effects: readonly Effect[] =
    resumed && attempt !== null
      ? [ready, { type: 'emit', signal: { type: 'resume', attempt } }]
      : [ready]
  return { state: next.state, effects: [...effects, ...next.effects] }
}

/** The wallet was asked before this page was loaded. */
function resume(state: State, fact: Of<'loaded'>, record: AttemptRecord): Transition {
  const patch = {
    attempt: attemptView(record),
    attemptId: record.id,
    plan: { needsSwitch: false, kinds: record.steps, index: record.stepIndex },
  }
  if (record.txHash !== null) {
    const sent = {
      hash: record.txHash,
      chainId: record.chainId,
      kind: 'pay',
      explorerUrl: explorerUrl(state, record.txHash),
    } as const
    return watch(state, fact, { ...patch, hash: record.txHash, transactions: [sent] })
  }
  if (fact.isLockedElsewhere) {
    return enter(state, fact, 'locked', { ...patch, note: note({ code: 'locked_tab_signing' }) })
  }
  return lookForPayment({ ...state, ...patch }, fact, 'resuming')
}

/** The page was left before the payment was asked of the wallet. */
function stopEarly(state: State, fact: Of<'loaded'>, record: AttemptRecord): Transition {
  const attempt = attemptView(record)
  if (fact.isLockedElsewhere) {
    const patch = {
      attempt,
      attemptId: null,
      canTakeOver: true,
      note: note({ code: 'locked_tab' }),
    }
    return enter(state, fact, 'locked', patch)
  }
  const isApproved = record.phase !== 'created'
  return giveUp(state, fact, 'connect', isApproved ? { note: note({ code: 'approval_kept' }) } : {})
}

/** No attempt of this device: what the service knows decides. */
function arrive(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const confirming = payment.transactions.find((one) => one.status === 'confirming')
  if (confirming !== undefined) return settleElsewhere(state, fact, confirming)
  if (isAttemptLive(payment)) return lockedByDevice(state, fact, payment)
  return enter(state, fact, isPartlyPaid(payment) ? 'partial' : 'connect')
}

function settleElsewhere(state: State, fact: Stamped, seen: PaymentTransaction): Transition {
  return enter(state, fact, 'settling', {
    hash: seen.txHash,
    attempt: null,
    confirmations: { current: seen.confirmations, required: seen.requiredConfirmations },
  })
}

function lockedByDevice(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const last = payment.lastAttempt
  const attempt = last && {
    id: last.attemptId,
    phase: last.phase,
    walletMasked: last.wallet,
    networkName: payment.chain.name,
    startedAt: Date.parse(last.createdAt),
  }
  return enter(state, fact, 'locked', { attempt, note: note({ code: 'locked_device' }) })
}

function unavailable(
  state: State,
  fact: Stamped,
  answer: Extract<ServerAnswer, { kind: 'unavailable' }>,
): Transition {
  const patch = {
    payment: answer.payment ?? state.payment,
    unavailable: { reason: answer.reason, retryAt: answer.retryAt },
  }
  return HOLDING.has(state.name)
    ? giveUp(state, fact, 'unavailable', patch)
    : enter(state, fact, 'unavailable', patch)
}

function onServer(state: State, fact: Stamped, answer: ServerAnswer): Transition {
  if (state.name === 'idle' || state.name === 'loading') return stay(state)
  if (answer.kind === 'completed') return succeed(state, fact, answer.payment)
  const known = { ...state, payment: answer.payment ?? state.payment }
  if (answer.kind === 'payment') return onPayment(known, fact, answer.payment)
  const isEnd = !TRANSIENT.has(answer.reason) && !MAYBE_SENT.has(state.name)
  return isEnd && state.name !== 'succeeded' && state.name !== 'failed'
    ? unavailable(known, fact, answer)
    : stay(known)
}

function onPayment(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  if (state.name === 'confirming' || state.name === 'settling') {
    return onProgress(state, fact, payment)
  }
  const confirming = payment.transactions.find((one) => one.status === 'confirming')
  if (CHOOSING.has(state.name) || state.name === 'locked') {
    if (confirming !== undefined) return settleElsewhere(state, fact, confirming)
  }
  const isFree = state.note?.code === 'locked_device' && !isAttemptLive(payment)
  if (state.name === 'locked' && isFree) return chooseAgain(state, fact)
  return stay(state)
}

/** The service has seen the payment: its count of confirmations is the one that matters. */
function onProgress(state: State, fact: Stamped, payment: PaymentMetadata): Transition {
  const ours = payment.transactions.filter(
    (one) => one.txHash.toLowerCase() === state.hash?.toLowerCase(),
  )
  const [first] = ours
  if (first === undefined) return stay(state)
  const confirmations = { current: first.confirmations, required: first.requiredConfirmations }
  if (ours.some((one) => one.status === 'confirming')) return stay(state, { confirmations })
  if (!isPartlyPaid(payment)) return confirmed(state, first.txHash, confirmations)
  const signal: Effect = { type: 'emit', signal: { type: 'partial', payment } }
  const effects = [...finish(state, 'done'), signal]
  return enter(state, fact, 'partial', { confirmations, plan: null }, effects)
}

// ── options, transactions, locks ────────────────────────────────────────────────────────────────────────────────────

function onRead(
  state: State,
  fact: Of<'options' | 'review' | 'request_failed' | 'refused'>,
): Transition {
  const isReading = state.name === 'connecting' || state.name === 'options'
  if (fact.type === 'refused') {
    const failure = { ...fact.refusal, moneyState: 'untouched', recoverable: false } as const
    return isReading || HOLDING.has(state.name)
      ? fail(state, fact, failure, 'abandoned')
      : stay(state)
  }
  if (!isReading || state.account === null) return stay(state)
  switch (fact.type) {
    case 'options':
      return onOptions(state, fact)
    case 'review':
      return state.optionId === null
        ? stay(state)
        : enter(state, fact, 'review', { review: fact.review, note: state.note })
    case 'request_failed': {
      const patch = { optionId: null, note: note(fact.note) }
      return state.options.length > 0
        ? enter(state, fact, 'options', patch)
        : toWallets(state, fact, patch)
    }
    default:
      return fact satisfies never
  }
}

function onOptions(state: State, fact: Of<'options'>): Transition {
  const { options, payment } = fact
  const affordable = options.filter(isAffordable)
  const [only] = affordable
  if (only === undefined || affordable.length > 1 || !state.autoSelect) {
    return enter(state, fact, 'options', { options, payment, optionId: null, note: state.note })
  }
  const params = { symbol: only.symbol, network: payment.chain.name }
  const selected = state.note ?? note({ code: 'auto_selected', params })
  const patch = { options, payment, optionId: only.id, note: selected }
  return enter(state, fact, 'connecting', { ...patch, waitingSince: null }, [
    { type: 'load_review', optionId: only.id },
  ])
}

function onConnected(state: State, fact: Of<'connected' | 'connect_failed'>): Transition {
  if (state.name !== 'connecting' || state.account !== null) return stay(state)
  if (fact.type === 'connect_failed') {
    return enter(state, fact, 'connect', { note: note(fact.note) })
  }
  const patch = { account: fact.account, waitingSince: null }
  return enter(state, fact, 'connecting', patch, [{ type: 'load_options' }])
}

function onLock(state: State, fact: Of<'acquired' | 'locked' | 'taken'>): Transition {
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

// ── wallet ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function onStep(
  state: State,
  fact: Of<'ready' | 'requote' | 'switched' | 'step_failed' | 'step_sent' | 'step_mined'>,
): Transition {
  if (!HOLDING.has(state.name)) return stay(state)
  switch (fact.type) {
    case 'ready': {
      if (state.name !== 'preparing') return stay(state)
      const plan = { needsSwitch: fact.needsSwitch, kinds: fact.review.steps, index: 0 }
      const ready = { ...state, review: fact.review, plan }
      return fact.needsSwitch
        ? enter(ready, fact, 'switching', {}, [{ type: 'switch' }])
        : nextStep(ready, fact)
    }
    case 'requote':
      return giveUp(state, fact, 'review', {
        review: fact.review,
        note: note({ code: 'payment_changed' }),
      })
    case 'switched': {
      if (state.name !== 'switching' || state.account === null) return stay(state)
      return nextStep({ ...state, account: { ...state.account, chainId: fact.chainId } }, fact)
    }
    case 'step_failed':
      return giveUp(state, fact, 'review', { note: note(fact.note) })
    case 'step_sent': {
      const patch = { transactions: withTransaction(state, fact.kind, fact.hash) }
      return stay(state, { ...patch, waitingSince: null, waiting: 'none' })
    }
    case 'step_mined': {
      if (state.plan === null || !isApproval(state.name)) return stay(state)
      return nextStep({ ...state, plan: { ...state.plan, index: state.plan.index + 1 } }, fact)
    }
    default:
      return fact satisfies never
  }
}

function nextStep(state: State, fact: Stamped): Transition {
  const kind = state.plan?.kinds[state.plan.index]
  if (kind === undefined || state.attemptId === null) return stay(state)
  const { attemptId, attempt } = state
  if (kind !== 'pay') {
    const name = kind === 'approve' ? 'approving' : 'resetting'
    return enter(state, fact, name, { attempt }, [{ type: 'approve', kind, attemptId }])
  }
  const signing = attempt && { ...attempt, phase: 'signing', startedAt: fact.at }
  return enter(state, fact, 'signing', { attempt: signing }, [{ type: 'pay', attemptId }])
}

function onSent(state: State, fact: Of<'sent'>): Transition {
  const { attemptId, hash } = fact
  const isOurs = state.attemptId === attemptId
  const record: Effect = { type: 'record', attemptId, hash }
  const patch = { attemptId, hash, transactions: withTransaction(state, 'pay', hash) }
  if (isOurs && (state.name === 'signing' || state.name === 'unknown')) {
    return enter(state, fact, 'broadcasting', patch, [record])
  }
  if (state.name === 'succeeded') {
    return state.hash?.toLowerCase() === hash.toLowerCase()
      ? stay(state)
      : stay(state, { note: note({ code: 'paid_twice' }) }, [record])
  }
  if (MAYBE_SENT.has(state.name)) return stay(state, {}, isOurs ? [] : [record])
  // The wallet sent a payment whose attempt was given up: it is on its way all the same.
  const release = HOLDING.has(state.name) && !isOurs ? finish(state, 'abandoned') : []
  return enter(state, fact, 'broadcasting', patch, [...release, record])
}

function onNotSent(state: State, fact: Of<'not_sent'>): Transition {
  const isAsked = state.name === 'signing' || state.name === 'unknown'
  if (!isAsked || state.attemptId !== fact.attemptId) return stay(state)
  const patch = { note: note(fact.note) }
  return state.review !== null && state.account !== null
    ? giveUp(state, fact, 'review', patch)
    : giveUp(state, fact, 'connect', patch)
}

// ── chain ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function onChain(state: State, fact: Of<'confirmations' | 'reverted' | 'replaced'>): Transition {
  if (state.name !== 'confirming' && state.name !== 'settling') return stay(state)
  switch (fact.type) {
    case 'confirmations': {
      const { current, required } = fact
      const isDeep = current >= required && state.hash !== null
      return isDeep
        ? confirmed(state, state.hash, { current, required })
        : stay(state, { confirmations: { current, required } })
    }
    case 'reverted':
      return fail(
        state,
        fact,
        { code: 'payment_reverted', moneyState: 'fee-only', recoverable: true },
        'reverted',
      )
    case 'replaced': {
      if (fact.change === 'faster' && state.attemptId !== null) {
        const params = { hash: fact.hash }
        const next = watch(state, fact, {
          hash: fact.hash,
          transactions: withTransaction(state, 'pay', fact.hash),
          note: note({ code: 'replaced_faster', params }),
        })
        const record: Effect = { type: 'record', attemptId: state.attemptId, hash: fact.hash }
        return { state: next.state, effects: [record, ...next.effects] }
      }
      const code = fact.change === 'cancelled' ? 'payment_cancelled' : 'payment_replaced'
      return fail(state, fact, { code, moneyState: 'untouched', recoverable: true }, 'replaced')
    }
    default:
      return fact satisfies never
  }
}

/** Deep enough for this device; the service has the last word. Once a payment. */
function confirmed(
  state: State,
  hash: string,
  confirmations: NonNullable<Model['confirmations']>,
): Transition {
  if (state.name === 'settling') return stay(state, { confirmations })
  const signal = { type: 'confirmed', hash, confirmations: confirmations.current } as const
  return stay(state, { name: 'settling', confirmations }, [{ type: 'emit', signal }])
}

function onReconciled(state: State, fact: Of<'reconciled'>): Transition {
  const { result } = fact
  const isLooking = state.name === 'unknown' || state.name === 'resuming'
  if (!isLooking && state.name !== 'signing') return stay(state)
  if (result.kind === 'found') {
    if (state.attemptId === null) return stay(state)
    const { hash } = result
    const found = { ...state, hash, transactions: withTransaction(state, 'pay', hash) }
    return enter(found, fact, 'broadcasting', {}, [
      { type: 'record', attemptId: state.attemptId, hash },
    ])
  }
  // While the prompt may still be open, only a payment that exists is news.
  if (!isLooking) return stay(state)
  switch (result.kind) {
    case 'not_sent':
      return afterNoPayment(state, fact)
    case 'nonce_unused': {
      const code = result.isPromptGone ? 'nonce_unused' : 'prompt_may_be_open'
      return keepLooking(state, code, result.isPromptGone)
    }
    case 'pending':
      return keepLooking(state, 'pending_in_wallet', false)
    case 'unreachable':
      return keepLooking(state, 'not_found_yet', false)
    default:
      return result satisfies never
  }
}

/** The search goes on in the same operation. */
function keepLooking(state: State, code: NoteCode, canDiscard: boolean): Transition {
  return stay(state, { name: 'unknown', note: note({ code }), canDiscard })
}

function afterNoPayment(state: State, fact: Stamped): Transition {
  const patch = { note: note({ code: 'not_sent' }), hash: null, plan: null }
  const next = chooseAgain(state, fact, patch)
  return { state: next.state, effects: [...finish(state, 'abandoned'), ...next.effects] }
}

// ── small readings ──────────────────────────────────────────────────────────────────────────────────────────────────

function isAffordable(option: PayOption): boolean {
  return option.hasEnoughBalance && option.hasEnoughGas !== false
}

function isApproval(name: StateName): boolean {
  return name === 'approving' || name === 'resetting'
}

/** Decimal strings are canonical, so zero needs no arithmetic. */
function isZero(amount: string): boolean {
  return /^0*(\.0*)?$/.test(amount)
}

function isPartlyPaid(payment: PaymentMetadata): boolean {
  return (
    payment.items.some((item) => !isZero(item.amountPaid)) &&
    payment.items.some((item) => !isZero(item.remainingAmount))
  )
}

function isAttemptLive(payment: PaymentMetadata): boolean {
  const last = payment.lastAttempt
  if (last === null || ENDED_PHASES.has(last.phase)) return false
  return Date.parse(last.leaseUntil) > Date.parse(payment.serverTime)
}

function maskAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function attemptView(record: AttemptRecord): NonNullable<Model['attempt']> {
  return {
    id: record.id,
    phase: record.phase,
    walletMasked: maskAddress(record.from),
    networkName: record.networkName,
    startedAt: record.createdAt,
  }
}

function explorerUrl(state: State, hash: string): string | null {
  const base = state.payment?.chain.explorerUrl
  return base ? `${base.replace(/\/$/, '')}/tx/${hash}` : null
}

function withTransaction(state: State, kind: TransactionKind, hash: string): Model['transactions'] {
  const chainId = state.payment?.chain.chainId ?? state.account?.chainId ?? 0
  if (state.transactions.some((one) => one.hash === hash)) return state.transactions
  return [...state.transactions, { hash, chainId, kind, explorerUrl: explorerUrl(state, hash) }]
}

const ACTIVE_STEP: { readonly [N in StateName]?: StepView['kind'] } = {
  switching: 'switch',
  resetting: 'reset_approval',
  approving: 'approve',
  signing: 'pay',
  broadcasting: 'pay',
  resuming: 'pay',
  unknown: 'pay',
  confirming: 'confirm',
  failed: 'confirm',
  settling: 'settle',
}

function stepViews(state: State): readonly StepView[] {
  const { name, plan } = state
  const isOver = name === 'succeeded' || (name === 'failed' && state.hash !== null)
  if (!HOLDING.has(name) && !MAYBE_SENT.has(name) && !isOver) return []
  const kinds = plan?.kinds ?? (HOLDING.has(name) ? state.review?.steps : undefined) ?? ['pay']
  const all = [...(plan?.needsSwitch ? ['switch' as const] : []), ...kinds] as const
  const list: readonly StepView['kind'][] = [...all, 'confirm', 'settle']
  const active = ACTIVE_STEP[name]
  const activeIndex =
    active === undefined ? (name === 'succeeded' ? list.length : -1) : list.indexOf(active)
  return list.map((kind, index) => {
    const sent = state.transactions.findLast(
      (one) => one.kind === (kind === 'confirm' ? 'pay' : kind),
    )
    const link = sent === undefined ? {} : { hash: sent.hash, explorerUrl: sent.explorerUrl }
    if (index < activeIndex) return { kind, status: 'done', ...link }
    if (index > activeIndex) return { kind, status: 'waiting' }
    return { kind, status: name === 'failed' ? 'failed' : 'active', ...link }
  })
}
