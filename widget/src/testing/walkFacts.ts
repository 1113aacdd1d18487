import fc from 'fast-check'
import type { Fact, NoteFact, Reconciliation } from '../machine/fact.ts'
import type { State } from '../machine.ts'
import type { Review } from '../review.ts'
import { anAccount, aPayment } from './examples.ts'
import {
  ATTEMPT,
  bridgedReview,
  HASH,
  loaded,
  OTHER_ATTEMPT,
  OTHER_HASH,
  option,
  payment,
  poor,
  toAskedAgain,
  toConfirming,
  toReview,
  toSigning,
  verified,
  verifiedAs,
} from './machineExamples.ts'
import { aTronAccount, aTronPayment } from './tronExamples.ts'
import {
  answer,
  byPermit,
  carried,
  confirming,
  processing,
  RELAYED_HASH,
  record,
  records,
  reviews,
  single,
  withReset,
} from './walkAnswers.ts'

/** In a random fact, stands for the current attempt, or for the last one if none is in progress. */
export const LATEST_ATTEMPT = ATTEMPT
/** In a random fact, stands for the attempt before `LATEST_ATTEMPT`. */
const EARLIER_ATTEMPT = OTHER_ATTEMPT

// ── facts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const attemptId = fc.constantFrom(LATEST_ATTEMPT, LATEST_ATTEMPT, EARLIER_ATTEMPT)
const hash = fc.constantFrom(HASH, OTHER_HASH)
const note = fc
  .constantFrom<NoteFact['code']>('rejected', 'wallet_error', 'wallet_busy', 'approve_rejected')
  .map((code): NoteFact => ({ code }))
const aReview = fc.constantFrom(...reviews)
const anOutcome = fc.constantFrom<Reconciliation>(
  { kind: 'found', hash: HASH },
  { kind: 'found', hash: OTHER_HASH },
  { kind: 'not_sent' },
  { kind: 'nonce_unused', isPromptGone: true },
  { kind: 'nonce_unused', isPromptGone: false },
  { kind: 'pending' },
  { kind: 'unreachable' },
)
const accounts = [
  null,
  anAccount(),
  anAccount('0x00000000000000000000000000000000000000ff'),
  aTronAccount(),
] as const

/** A generator for each type of fact, with any valid content; a missing type does not compile. */
const byType: { readonly [T in Fact['type']]: fc.Arbitrary<Extract<Fact, { type: T }>> } = {
  load: fc.constant({ type: 'load' }),
  connect: fc.constant({ type: 'connect', walletId: 'w' }),
  select: fc
    .constantFrom(option.id, poor.id, 'b')
    .map((optionId) => ({ type: 'select', optionId }) as const),
  pay: fc.constant({ type: 'pay', attemptId: LATEST_ATTEMPT }),
  back: fc.constant({ type: 'back' }),
  retry: fc.constant({ type: 'retry' }),
  check: fc.constant({ type: 'check' }),
  discard: fc.boolean().map((isConfirmed) => ({ type: 'discard', isConfirmed }) as const),
  disconnect: fc.constant({ type: 'disconnect' }),
  take_over: fc.constant({ type: 'take_over' }),
  refresh: fc.constant({ type: 'refresh' }),
  wallets: fc
    .constantFrom([], [{ ...anAccount().wallet, icon: null, isLegacy: false, isLastUsed: false }])
    .map((wallets) => ({ type: 'wallets', wallets }) as const),
  online: fc.boolean().map((isOnline) => ({ type: 'online', isOnline }) as const),
  waited: fc
    .constantFrom('slow' as const, 'stuck' as const)
    .map((level) => ({ type: 'waited', level }) as const),
  account_changed: fc
    .constantFrom(...accounts)
    .map((account) => ({ type: 'account_changed', account }) as const),
  persistence: fc
    .constantFrom('durable' as const, 'session' as const, 'memory' as const)
    .map((persistence) => ({ type: 'persistence', persistence }) as const),
  yield: fc.constant({ type: 'yield' }),
  loaded: fc
    .tuple(answer, record, fc.boolean())
    .map(
      ([said, row, isLockedElsewhere]) =>
        ({ type: 'loaded', answer: said, record: row, isLockedElsewhere }) as const,
    ),
  server: answer.map((said) => ({ type: 'server', answer: said }) as const),
  options: fc
    .constantFrom([option], [option, poor], [option, { ...option, id: 'b' }], [poor])
    .map((options) => ({ type: 'options', options, payment }) as const),
  review: aReview.map((one) => ({ type: 'review', verified: one }) as const),
  network_fee: fc
    .constantFrom(undefined, {
      symbol: 'ETH',
      amount: '0.0001',
      worth: { symbol: 'USD', amount: '0.3' },
    })
    .map((fee) => ({ type: 'network_fee', optionId: option.id, fee }) as const),
  request_failed: note.map((one) => ({ type: 'request_failed', note: one }) as const),
  refused: fc.constant({ type: 'refused', refusal: { code: 'calldata_mismatch' } }),
  short: note.map((one) => ({ type: 'short', note: one }) as const),
  barred: fc.constant({ type: 'barred' }),
  acquired: fc.constant({ type: 'acquired' }),
  locked: fc.boolean().map(
    (canTakeOver) =>
      ({
        type: 'locked',
        note: { code: canTakeOver ? 'locked_tab' : 'locked_device' },
        attempt: null,
        canTakeOver,
      }) as const,
  ),
  taken: fc.constant({ type: 'taken' }),
  connected: fc
    .constantFrom(anAccount(), aTronAccount())
    .map((account) => ({ type: 'connected', account }) as const),
  connect_failed: note.map((one) => ({ type: 'connect_failed', note: one }) as const),
  ready: fc
    .tuple(aReview, fc.boolean())
    .map(([one, needsSwitch]) => ({ type: 'ready', verified: one, needsSwitch }) as const),
  requote: aReview.map((one) => ({ type: 'requote', verified: one }) as const),
  switched: fc.constant({ type: 'switched', chainId: 31_337 }),
  step_failed: fc
    .tuple(note, fc.constantFrom({}, { verified }))
    .map(([one, more]) => ({ type: 'step_failed', note: one, ...more }) as const),
  permitting: fc.boolean().map((isAsked) => ({ type: 'permitting', isAsked }) as const),
  step_sent: fc.constantFrom(
    { type: 'step_sent', kind: 'approve', hash: OTHER_HASH } as const,
    { type: 'step_sent', kind: 'approve', hash: RELAYED_HASH, isRelayed: true } as const,
  ),
  step_mined: fc.constant({ type: 'step_mined' }),
  sent: fc
    .tuple(attemptId, hash)
    .map(([id, one]) => ({ type: 'sent', attemptId: id, hash: one }) as const),
  renewed: fc
    .tuple(attemptId, aReview)
    .map(([id, one]) => ({ type: 'renewed', attemptId: id, verified: one }) as const),
  not_sent: fc
    .tuple(attemptId, note, fc.constantFrom({}, { verified }))
    .map(([id, one, more]) => ({ type: 'not_sent', attemptId: id, note: one, ...more }) as const),
  called: fc
    .tuple(attemptId, fc.boolean())
    .map(([id, isSafe]) => ({ type: 'called', attemptId: id, isSafe }) as const),
  unbatched: fc
    .tuple(attemptId, aReview)
    .map(([id, one]) => ({ type: 'unbatched', attemptId: id, verified: one }) as const),
  calls_failed: attemptId.map((id) => ({ type: 'calls_failed', attemptId: id }) as const),
  lost: attemptId.map((id) => ({ type: 'lost', attemptId: id }) as const),
  recorded: fc.constant({ type: 'recorded' }),
  confirmations: fc
    .constantFrom([0, 2], [1, 2], [5, 1])
    .map(([current = 0, required = 0]) => ({ type: 'confirmations', current, required }) as const),
  reverted: hash.map((one) => ({ type: 'reverted', hash: one }) as const),
  dropped: fc.constant({ type: 'dropped', params: { reason: 'expired' } }),
  replaced: fc
    .tuple(hash, fc.constantFrom('faster' as const, 'cancelled' as const, 'different' as const))
    .map(([one, change]) => ({ type: 'replaced', hash: one, change }) as const),
  reconciled: anOutcome.map((result) => ({ type: 'reconciled', result }) as const),
}

/** All types of facts. */
export const FACT_TYPES = Object.keys(byType)

/** Frequent facts of a payment, so that walks advance. */
const OFTEN: ReadonlySet<string> = new Set(['server', 'loaded', 'pay', 'sent', 'ready', 'acquired'])

/** Any fact. */
export const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  ...Object.entries(byType).map(([type, arbitrary]) => ({
    weight: OFTEN.has(type) ? 3 : 1,
    arbitrary: arbitrary as fc.Arbitrary<Fact>,
  })),
)

/** Returns the next fact in a payment's normal course; null if only the service's response is pending. */
export function nextInCourse(state: State): Fact | null {
  switch (state.name) {
    case 'idle':
      return { type: 'load' }
    case 'loading':
      return loaded(null)
    case 'unavailable':
    case 'failed':
      return { type: 'retry' }
    case 'locked':
      return state.canTakeOver ? { type: 'taken' } : { type: 'retry' }
    case 'connect':
      return { type: 'connect', walletId: 'w' }
    case 'connecting':
      if (state.account === null) return { type: 'connected', account: anAccount() }
      if (state.optionId !== null) return { type: 'review', verified: verifiedAs(single) }
      return { type: 'options', options: [option], payment }
    case 'options':
      return state.optionId === null
        ? { type: 'select', optionId: option.id }
        : { type: 'review', verified }
    case 'review':
    case 'partial':
      return { type: 'pay', attemptId: LATEST_ATTEMPT }
    case 'preparing':
      return { type: 'ready', verified: verifiedAs(single), needsSwitch: false }
    case 'switching':
      return { type: 'switched', chainId: 31_337 }
    case 'resetting':
    case 'approving':
    case 'permitting':
      return { type: 'step_mined' }
    case 'signing':
      return { type: 'sent', attemptId: LATEST_ATTEMPT, hash: HASH }
    case 'broadcasting':
      return { type: 'recorded' }
    case 'confirming':
      return { type: 'confirmations', current: 5, required: 1 }
    case 'blocked':
    case 'settling':
    case 'succeeded':
    case 'unknown':
    case 'resuming':
      return null
    default:
      return state satisfies never
  }
}

// ── starts of walks

const toConnecting = toReview.slice(0, 3)
const connected: Fact = { type: 'connected', account: anAccount() }
const pressed: Fact = { type: 'pay', attemptId: ATTEMPT }
const lockedByTab: Fact = {
  type: 'locked',
  note: { code: 'locked_tab' },
  attempt: null,
  canTakeOver: true,
}
const toReady = (ready: Review): readonly Fact[] => [
  ...toReview,
  { type: 'pay', attemptId: ATTEMPT },
  { type: 'acquired' },
  { type: 'ready', verified: verifiedAs(ready), needsSwitch: false },
]
const called = (isSafe: boolean): Fact => ({ type: 'called', attemptId: ATTEMPT, isSafe })
const sent: Fact = { type: 'sent', attemptId: ATTEMPT, hash: HASH }
const tronBegun: readonly Fact[] = [
  { type: 'load' },
  {
    type: 'loaded',
    answer: { kind: 'payment', payment: aTronPayment() },
    record: null,
    isLockedElsewhere: false,
  },
  { type: 'connect', walletId: 'w' },
  { type: 'connected', account: aTronAccount() },
  { type: 'options', options: [option], payment: aTronPayment() },
  { type: 'review', verified },
  { type: 'pay', attemptId: ATTEMPT },
  { type: 'acquired' },
  { type: 'ready', verified, needsSwitch: false },
  { type: 'step_sent', kind: 'approve', hash: OTHER_HASH },
  { type: 'step_mined' },
]
const underWay: Fact = {
  type: 'server',
  answer: { kind: 'payment', payment: carried(HASH, 'tracking') },
}

const seenElsewhere: Fact = {
  type: 'server',
  answer: processing(aPayment({ transactions: [confirming(OTHER_HASH)] })),
}
const sentAgain: Fact = { type: 'sent', attemptId: OTHER_ATTEMPT, hash: OTHER_HASH }

/** The facts that lead to the start of a walk. Random facts rarely advance a payment, so most walks start at its critical moments. */
export const starts: readonly (readonly Fact[])[] = [
  [],
  toConnecting,
  [...toConnecting, connected, { type: 'request_failed', note: { code: 'wallet_busy' } }],
  [
    ...toConnecting,
    connected,
    { type: 'options', options: [option, { ...option, id: 'b' }], payment },
    { type: 'select', optionId: 'b' },
  ],
  toReview,
  // The page acquires the locks, finds them held by another tab, and takes them over.
  [...toReview, pressed],
  [...toReview, pressed, lockedByTab],
  [...toReview, pressed, lockedByTab, { type: 'take_over' }],
  toSigning,
  toConfirming,
  // A permit in place of the approval transaction: requested, submitted, mined.
  [...toReady(byPermit), { type: 'permitting', isAsked: true }],
  [
    ...toReady(byPermit),
    { type: 'permitting', isAsked: true },
    { type: 'step_sent', kind: 'approve', hash: RELAYED_HASH, isRelayed: true },
  ],
  [...toReady(byPermit), { type: 'permitting', isAsked: true }, { type: 'step_mined' }],
  toReady(withReset),
  // All calls in one request (EIP-5792), and a Safe.
  toReady(single),
  [...toReady(single), called(false)],
  [...toReady(single), called(true)],
  [
    ...toReady(single),
    called(true),
    { type: 'server', answer: { kind: 'payment', payment: carried(OTHER_HASH, 'tracking') } },
  ],
  // Tron.
  tronBegun,
  [...tronBegun, sent, { type: 'recorded' }],
  // Over a bridge: requested, sent, in flight.
  [...toReady(bridgedReview), { type: 'step_mined' }],
  [...toReady(bridgedReview), { type: 'step_mined' }, sent, { type: 'recorded' }],
  [
    ...toReady(bridgedReview),
    { type: 'step_mined' },
    sent,
    { type: 'recorded' },
    { type: 'confirmations', current: 5, required: 1 },
    underWay,
  ],
  // Paid elsewhere while the wallet has a request here: on chain, and over a bridge.
  [...toSigning, { type: 'server', answer: processing(null) }],
  [...toSigning, seenElsewhere],
  [
    ...toSigning,
    { type: 'server', answer: { kind: 'payment', payment: carried(OTHER_HASH, 'tracking') } },
  ],
  // Discarded without proof and requested again; then both payments are sent, in either order.
  toAskedAgain(),
  [...toAskedAgain(), sent, { type: 'recorded' }, sentAgain],
  [...toAskedAgain(), sentAgain, { type: 'recorded' }, sent],
  [...toAskedAgain(), seenElsewhere, sentAgain],
  // A page that finds each of the stored attempts.
  ...records.map((row): readonly Fact[] => [{ type: 'load' }, loaded(row)]),
]
