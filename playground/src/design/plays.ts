import type { ErrorCode, NoteCode, UnavailableReason } from '../../../widget/src/codes.ts'
import type { Fact, ServerAnswer } from '../../../widget/src/machine/fact.ts'
import { initialState, type State, toModel, transition } from '../../../widget/src/machine.ts'
import type { Model, MoneyState } from '../../../widget/src/model.ts'
import type { PaymentMetadata } from '../../../widget/src/paymentMetadata.ts'
import { anAccount, aRecord } from '../../../widget/src/testing/examples.ts'
import {
  ATTEMPT,
  HASH,
  loaded,
  OTHER_HASH,
  option,
  paid,
  payment,
  poor,
  review,
  toConfirming,
  toReview,
  toSigning,
  verified,
  verifiedAs,
} from '../../../widget/src/testing/machineExamples.ts'

/** Facts that lead the element's own state machine to a message. */
export type Play = readonly Fact[]

/** The result of these facts: the payer's screen, the location of the money, and whether the payment can continue on that screen. */
export type Outcome = {
  readonly model: Model
  readonly money: MoneyState
  readonly canGoOn: boolean
}

const OTHER_ACCOUNT = anAccount('0x00000000000000000000000000000000000000ff')
const toConnecting = toReview.slice(0, 3)
const toAccount = toReview.slice(0, 4)
/** The element has chosen the only way to pay, and is reading its transactions. */
const toReading = toReview.slice(0, 5)
const toPreparing: Play = [...toReview, { type: 'pay', attemptId: ATTEMPT }, { type: 'acquired' }]
/** The wallet receives one request, for the payment; no approval is necessary. */
const toAsked: Play = [
  ...toPreparing,
  { type: 'ready', verified: verifiedAs({ ...review, steps: ['pay'] }), needsSwitch: false },
]
/** The approval is on chain. */
const toApproved = toSigning.slice(0, -1)
/** The wallet did not respond, and the element searches the chain. */
const toUnknown: Play = [...toAsked, { type: 'lost', attemptId: ATTEMPT }]
const toTheReview: Play = [
  { type: 'options', options: [option, poor], payment },
  { type: 'review', verified },
]

const refused = (code: ErrorCode): Play => [...toReading, { type: 'refused', refusal: { code } }]
const stepFailed = (code: NoteCode): Play => [
  ...toPreparing,
  { type: 'step_failed', note: { code } },
]
const notConnected = (code: NoteCode): Play => [
  ...toConnecting,
  { type: 'connect_failed', note: { code } },
]
const notSent = (code: NoteCode): Play => [
  ...toAsked,
  { type: 'not_sent', attemptId: ATTEMPT, note: { code } },
]
const notRead = (code: NoteCode): Play => [...toAccount, { type: 'request_failed', note: { code } }]
const locked = (code: NoteCode, canTakeOver: boolean): Play => [
  ...toReview,
  { type: 'pay', attemptId: ATTEMPT },
  { type: 'locked', note: { code }, attempt: null, canTakeOver },
]
const waiting = (code: NoteCode): Play => [
  ...toConfirming,
  { type: 'confirmations', current: 0, required: 20, note: { code } },
]
const nonceUnused = (isPromptGone: boolean): Fact => ({
  type: 'reconciled',
  result: { kind: 'nonce_unused', isPromptGone },
})
const loadedWith = (answer: ServerAnswer): Fact => ({
  type: 'loaded',
  answer,
  record: null,
  isLockedElsewhere: false,
})

/** Returns the service's data about a payment through a bridge. */
const bridged = (status: string): PaymentMetadata => ({
  ...payment,
  raw: {
    transfers: [
      {
        txHash: HASH,
        chain: 'DEVNET-B',
        token: 'USDC',
        sourceAmount: '10.05',
        status,
        isCounted: false,
        settledTxHash: null,
        explorerUrl: null,
      },
    ],
  },
})
const bridgeEnds = (status: string): Play => [
  { type: 'load' },
  loaded(
    aRecord({
      phase: 'broadcast',
      txHash: HASH,
      destination: { network: 'devnet', networkName: 'Devnet' },
    }),
  ),
  { type: 'server', answer: { kind: 'payment', payment: bridged(status) } },
  { type: 'server', answer: { kind: 'payment', payment: bridged(status) } },
]

/** The machine's paths to each error; the type requires all errors, and the catalogue shows the first path. */
export const errorPlays: Readonly<Record<ErrorCode, readonly Play[]>> = {
  calldata_mismatch: [refused('calldata_mismatch')],
  destination_mismatch: [refused('destination_mismatch')],
  unsupported_network: [refused('unsupported_network')],
  payment_reverted: [
    [...toConfirming, { type: 'reverted', hash: HASH }],
    [
      ...toAsked,
      { type: 'called', attemptId: ATTEMPT, isSafe: false },
      { type: 'calls_failed', attemptId: ATTEMPT },
    ],
  ],
  payment_cancelled: [
    [...toConfirming, { type: 'replaced', hash: OTHER_HASH, change: 'cancelled' }],
  ],
  payment_replaced: [
    [...toConfirming, { type: 'replaced', hash: OTHER_HASH, change: 'different' }],
  ],
  bridge_refunded: [bridgeEnds('refunded')],
  bridge_failed: [
    bridgeEnds('failed'),
    // Another payer or another device made the attempt: a payer who returns may pay again.
    [{ type: 'load' }, loadedWith({ kind: 'payment', payment: bridged('failed') })],
  ],
  bridge_not_counted: [bridgeEnds('foreign'), bridgeEnds('completed')],
  tron_dropped: [[...toConfirming, { type: 'dropped', params: { reason: 'expired' } }]],
  invalid_response: [refused('invalid_response')],
  // The machine never reaches this error: its text is the fallback for unknown codes.
  internal: [],
}

/** Returns the machine's path to each reason why a payment cannot be paid now. */
export function playUnavailable(reason: UnavailableReason): Play {
  const answer = { kind: 'unavailable', reason, retryAt: null, payment: null } as const
  return [{ type: 'load' }, loadedWith(answer)]
}

/** The machine's paths to each note; the type requires all notes, and the catalogue shows the first path. */
export const notePlays: Readonly<Record<NoteCode, readonly [Play, ...Play[]]>> = {
  rejected: [notSent('rejected'), notConnected('rejected')],
  switch_rejected: [stepFailed('switch_rejected')],
  approve_rejected: [stepFailed('approve_rejected')],
  wallet_busy: [notConnected('wallet_busy'), notSent('wallet_busy')],
  wallet_timeout: [[...toConnecting, { type: 'waited', level: 'stuck' }]],
  wallet_locked: [notConnected('wallet_locked'), notSent('wallet_locked')],
  wallet_error: [stepFailed('wallet_error'), notConnected('wallet_error')],
  wallet_gone: [[...toReview, { type: 'account_changed', account: null }]],
  switch_failed: [stepFailed('switch_failed')],
  account_changed: [
    [...toReview, { type: 'account_changed', account: OTHER_ACCOUNT }, ...toTheReview],
  ],
  approval_reverted: [
    [...toApproved, { type: 'step_failed', note: { code: 'approval_reverted' } }],
  ],
  approval_too_low: [[...toApproved, { type: 'step_failed', note: { code: 'approval_too_low' } }]],
  insufficient_balance: [stepFailed('insufficient_balance')],
  insufficient_gas: [stepFailed('insufficient_gas')],
  payment_changed: [[...toPreparing, { type: 'requote', verified }]],
  service_unavailable: [stepFailed('service_unavailable'), notRead('service_unavailable')],
  chain_unavailable: [stepFailed('chain_unavailable'), notRead('chain_unavailable')],
  rate_unavailable: [stepFailed('rate_unavailable'), notRead('rate_unavailable')],
  no_option: [notRead('no_option')],
  rate_limited: [stepFailed('rate_limited'), notRead('rate_limited')],
  storage_failed: [stepFailed('storage_failed')],
  locked_tab: [locked('locked_tab', true)],
  locked_tab_signing: [[{ type: 'load' }, loaded(aRecord({ phase: 'signing' }), true)]],
  locked_device: [locked('locked_device', false)],
  safe_waiting: [[...toAsked, { type: 'called', attemptId: ATTEMPT, isSafe: true }]],
  taken_over: [[...toPreparing, { type: 'yield' }]],
  auto_selected: [toReview],
  replaced_faster: [[...toConfirming, { type: 'replaced', hash: OTHER_HASH, change: 'faster' }]],
  checking: [toUnknown],
  pending_in_wallet: [[...toUnknown, { type: 'reconciled', result: { kind: 'pending' } }]],
  prompt_may_be_open: [[...toUnknown, nonceUnused(false)]],
  nonce_unused: [[...toUnknown, nonceUnused(true)]],
  not_found_yet: [[...toUnknown, { type: 'reconciled', result: { kind: 'unreachable' } }]],
  not_sent: [
    [
      { type: 'load' },
      loaded(aRecord({ phase: 'signing' })),
      { type: 'reconciled', result: { kind: 'not_sent' } },
    ],
  ],
  approval_kept: [[{ type: 'load' }, loaded(aRecord({ phase: 'approved' }))]],
  paid_elsewhere: [[...toAsked, { type: 'server', answer: paid }]],
  paid_twice: [
    [
      ...toConfirming,
      { type: 'server', answer: paid },
      { type: 'sent', attemptId: ATTEMPT, hash: OTHER_HASH },
    ],
  ],
  tron_other_bytes: [notSent('tron_other_bytes')],
  tron_too_late: [notSent('tron_too_late')],
  tron_earlier: [notSent('tron_earlier')],
  tron_approval_dropped: [stepFailed('tron_approval_dropped')],
  tron_not_taken: [waiting('tron_not_taken')],
  tron_busy: [waiting('tron_busy')],
  tron_no_resources: [waiting('tron_no_resources')],
  tron_failing: [waiting('tron_failing')],
}

/** Returns the state to which facts lead from the start. */
export function play(facts: Play): State {
  return facts.reduce<State>(
    (state, fact, at) => transition(state, { ...fact, at }).state,
    initialState,
  )
}

/** Returns the meaning of a state for the payer. */
export function readOutcome(state: State): Outcome {
  return { model: toModel(state), money: findMoney(state), canGoOn: canGoOn(state) }
}

/** Finds the location of the payer's money from the error itself, otherwise from the wallet's requests and the chain. */
function findMoney(state: State): MoneyState {
  const { error, note, canDiscard, canTakeOver, confirmations, transactions } = toModel(state)
  if (error !== null) return error.moneyState
  // The payment continues in another tab, which this page cannot observe.
  if (note?.code === 'taken_over') return 'maybe-sent'
  switch (state.name) {
    case 'signing':
    case 'resuming':
    case 'unknown':
      return canDiscard ? 'untouched' : 'maybe-sent'
    case 'locked':
      // An attempt that another tab may take over has sent no wallet request.
      return canTakeOver ? 'untouched' : 'maybe-sent'
    case 'broadcasting':
    case 'confirming':
    case 'settling':
      return (confirmations?.current ?? 0) > 0 ? 'sent' : 'maybe-sent'
    case 'succeeded':
      return state.hash === null ? 'untouched' : 'sent'
    default:
      return transactions.length > 0 ? 'fee-only' : 'untouched'
  }
}

/** Returns whether a click leads to the payment, without the payer having to confirm that nothing was sent. */
function canGoOn(state: State): boolean {
  const { error } = toModel(state)
  if (error !== null) return error.recoverable
  return PRESSES.some((fact) => transition(state, { ...fact, at: 0 }).state.run !== state.run)
}

const PRESSES: Play = [
  { type: 'connect', walletId: 'w' },
  { type: 'select', optionId: option.id },
  { type: 'pay', attemptId: ATTEMPT },
  { type: 'take_over' },
  { type: 'discard', isConfirmed: false },
]
