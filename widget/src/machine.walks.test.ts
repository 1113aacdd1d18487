import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fact, Reconciliation, ServerAnswer } from './effects/fact.ts'
import { initialState, type State, toModel, transition } from './machine.ts'
import type { StateName } from './model.ts'
import { anAccount, aPayment, aRecord, aTransaction } from './testing/examples.ts'
import {
  ATTEMPT,
  CHOOSING,
  expired,
  HASH,
  OTHER_ATTEMPT,
  OTHER_HASH,
  option,
  paid,
  payment,
  pending,
  review,
  toConfirming,
  toReview,
  toSigning,
} from './testing/machineExamples.ts'

/** Random sequences to play; a hundred thousand with `WALKS=100000`. */
const WALKS = Number(process.env['WALKS'] ?? 3_000)
const MS_PER_WALK = 20

describe('any sequence of facts', () => {
  const attemptId = fc.constantFrom(ATTEMPT, OTHER_ATTEMPT)
  const hash = fc.constantFrom(HASH, OTHER_HASH)
  const noteCode = fc.constantFrom('rejected', 'wallet_error', 'wallet_busy')
  const noteFact = noteCode.map((code) => ({ code }) as const)
  const processing: ServerAnswer = {
    kind: 'processing',
    payment: aPayment({
      transactions: [aTransaction({ txHash: OTHER_HASH, status: 'confirming' })],
    }),
  }
  const answer = fc.constantFrom(pending, pending, pending, expired, processing, paid)
  const result = fc.constantFrom<Reconciliation>(
    { kind: 'found', hash: HASH },
    { kind: 'not_sent' },
    { kind: 'nonce_unused', isPromptGone: true },
    { kind: 'nonce_unused', isPromptGone: false },
    { kind: 'pending' },
    { kind: 'unreachable' },
  )
  const record = fc.constantFrom(
    null,
    null,
    aRecord({ phase: 'signing' }),
    aRecord({ phase: 'broadcast', txHash: HASH }),
    aRecord({ phase: 'approved' }),
    aRecord({ phase: 'signing', callsId: '0x01' }),
    aRecord({ phase: 'broadcast', callsId: '0x01' }),
    aRecord({ phase: 'broadcast', callsId: HASH, safeTxHash: HASH }),
  )
  const plain = fc.constantFrom<Fact>(
    { type: 'barred' },
    { type: 'load' },
    { type: 'connect', walletId: 'w' },
    { type: 'select', optionId: option.id },
    { type: 'back' },
    { type: 'retry' },
    { type: 'check' },
    { type: 'disconnect' },
    { type: 'take_over' },
    { type: 'refresh' },
    { type: 'yield' },
    { type: 'acquired' },
    { type: 'taken' },
    { type: 'locked', note: { code: 'locked_tab' }, attempt: null, canTakeOver: true },
    { type: 'recorded' },
    { type: 'step_mined' },
    { type: 'review', review },
    { type: 'requote', review },
    { type: 'options', options: [option], payment },
    { type: 'options', options: [option, { ...option, id: 'b' }], payment },
    { type: 'connected', account: anAccount() },
    { type: 'switched', chainId: 31337 },
    { type: 'account_changed', account: null },
    { type: 'account_changed', account: anAccount('0x00000000000000000000000000000000000000ff') },
    { type: 'ready', review, needsSwitch: true },
    { type: 'ready', review: { ...review, steps: ['pay'] }, needsSwitch: false },
    { type: 'waited', level: 'slow' },
    { type: 'waited', level: 'stuck' },
    { type: 'online', isOnline: true },
    { type: 'refused', refusal: { code: 'calldata_mismatch' } },
    { type: 'confirmations', current: 5, required: 1 },
  )
  const fact: fc.Arbitrary<Fact> = fc.oneof(
    { weight: 6, arbitrary: plain },
    attemptId.map((id): Fact => ({ type: 'pay', attemptId: id })),
    fc.boolean().map((isConfirmed): Fact => ({ type: 'discard', isConfirmed })),
    {
      weight: 2,
      arbitrary: fc
        .tuple(attemptId, hash)
        .map(([id, h]): Fact => ({ type: 'sent', attemptId: id, hash: h })),
    },
    fc
      .tuple(attemptId, noteFact)
      .map(([id, note]): Fact => ({ type: 'not_sent', attemptId: id, note })),
    attemptId.map((id): Fact => ({ type: 'lost', attemptId: id })),
    fc
      .tuple(attemptId, fc.boolean())
      .map(([id, isSafe]): Fact => ({ type: 'called', attemptId: id, isSafe })),
    attemptId.map((id): Fact => ({ type: 'unbatched', attemptId: id, review })),
    attemptId.map((id): Fact => ({ type: 'calls_failed', attemptId: id })),
    noteFact.map((note): Fact => ({ type: 'step_failed', note })),
    noteFact.map((note): Fact => ({ type: 'request_failed', note })),
    noteFact.map((note): Fact => ({ type: 'connect_failed', note })),
    answer.map((one): Fact => ({ type: 'server', answer: one })),
    fc.tuple(answer, record, fc.boolean()).map(
      ([one, row, isLockedElsewhere]): Fact => ({
        type: 'loaded',
        answer: one,
        record: row,
        isLockedElsewhere,
      }),
    ),
    result.map((one): Fact => ({ type: 'reconciled', result: one })),
    fc
      .tuple(hash, fc.constantFrom('faster', 'cancelled', 'different'))
      .map(([h, change]): Fact => ({ type: 'replaced', hash: h, change })),
    hash.map((h): Fact => ({ type: 'reverted', hash: h })),
    fc.constant<Fact>({ type: 'dropped', params: { reason: 'expired' } }),
  )
  /** Uniform noise rarely gets far, so most sequences begin somewhere deep. */
  const start = fc.constantFrom<readonly Fact[]>([], toReview, toSigning, toConfirming)

  it(
    'pays at most once between the locks, and never leaves a possible payment without proof',
    () => {
      let played = 0
      const seen = new Set<StateName>()
      fc.assert(
        fc.property(start, fc.array(fact, { minLength: 30, maxLength: 60 }), (prefix, noise) => {
          const walk = new Walk()
          for (const one of [...prefix, ...noise]) seen.add(walk.step(one))
          played += prefix.length + noise.length
        }),
        { numRuns: WALKS },
      )
      expect(played).toBeGreaterThan(30 * WALKS)
      // A walk that stays near the door shows nothing.
      for (const name of REACHABLE) expect([...seen]).toContain(name)
      console.info(`${WALKS} walks, ${played} facts.`)
    },
    60_000 + WALKS * MS_PER_WALK,
  )

  it('drops the facts of an operation that is over', () => {
    fc.assert(
      fc.property(start, fact, (prefix, one) => {
        const walk = new Walk()
        for (const before of prefix) walk.step(before)
        const { state } = walk
        const stale = transition(state, { ...one, at: 0, run: state.run - 1 })
        expect(stale.state).toEqual(state)
        expect(stale.effects).toEqual([])
      }),
    )
  })
})

const MAYBE_SENT: readonly StateName[] = [
  'signing',
  'broadcasting',
  'confirming',
  'settling',
  'unknown',
  'resuming',
]

const REACHABLE: readonly StateName[] = [
  ...MAYBE_SENT,
  ...CHOOSING.filter((name) => name !== 'options'),
  'options',
  'preparing',
  'switching',
  'approving',
  'locked',
  'failed',
  'unavailable',
  'succeeded',
]

/** One page's life: plays facts and holds every step against what must never happen. */
class Walk {
  state: State = initialState
  #steps = 0
  #isLeased = false
  #pays = 0
  #successes = 0
  #isPaid = false

  /** Plays a fact; throws with the fact and both states when a rule is broken. */
  step(one: Fact): StateName {
    const before = this.state
    const { state, effects } = transition(before, { ...one, at: this.#steps })
    this.#steps += 1
    this.state = state
    const rule = (name: string, isKept: boolean): void => {
      if (!isKept) throw new Error(`${name}: ${before.name} -> ${state.name} by ${show(one)}`)
    }
    // The wallet refused to take all calls at once: that was no payment.
    if (one.type === 'unbatched' && state.run !== before.run) this.#pays = 0
    if (one.type === 'server' || one.type === 'loaded') {
      this.#isPaid ||= one.answer.kind === 'completed'
    }
    for (const effect of effects) {
      if (effect.type === 'acquire') {
        rule('locks are taken once', !this.#isLeased)
        this.#isLeased = true
        this.#pays = 0
      }
      if (effect.type === 'finish') this.#isLeased = false
      if (effect.type === 'pay') {
        this.#pays += 1
        rule('asks with the locks', this.#isLeased && state.name === 'signing')
        rule('asks once', this.#pays === 1)
      }
      if (effect.type === 'emit' && effect.signal.type === 'success') this.#successes += 1
    }
    if (one.type === 'locked' && state.name === 'locked') this.#isLeased = false
    rule('chooses without locks', !CHOOSING.includes(state.name) || !this.#isLeased)
    const isLeft = MAYBE_SENT.includes(before.name) && CHOOSING.includes(state.name)
    rule('leaves with proof alone', !isLeft || isProof(one, before))
    rule('success is the word of the service', state.name !== 'succeeded' || this.#isPaid)
    rule('success is told once', this.#successes <= 1)
    rule('a review shows something', state.name !== 'review' || state.review !== null)
    rule('a failure has a reason', state.name !== 'failed' || state.error !== null)
    rule('an end has a reason', state.name !== 'unavailable' || state.unavailable !== null)
    rule('a lock has a reason', state.name !== 'locked' || state.note !== null)
    toModel(state)
    return state.name
  }
}

/** Whether a fact proves, or the payer declares, that the attempt's payment was not sent. */
function isProof(one: Fact, state: State): boolean {
  if (one.type === 'not_sent') return one.attemptId === state.attemptId
  if (one.type === 'reconciled') return one.result.kind === 'not_sent'
  if (one.type === 'discard') return one.isConfirmed || state.canDiscard
  return false
}

function show(one: Fact): string {
  return JSON.stringify(one)
}
