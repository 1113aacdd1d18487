import { describe, expect, it } from 'vitest'
import { initialState, type State, toModel, transition } from '../machine.ts'
import { aPayment, aTransaction } from '../testing/examples.ts'
import {
  ATTEMPT,
  HASH,
  OTHER_ATTEMPT,
  OTHER_HASH,
  paid,
  review,
  toAskedAgain,
  toConfirming,
  toReview,
  toSigning,
  verifiedAs,
} from '../testing/machineExamples.ts'
import type { Effect } from './effect.ts'
import type { Fact, ServerAnswer } from './fact.ts'

type Played = { state: State; effects: readonly Effect[] }

/** Plays facts from the start, at one fact per second; returns the last fact's effects. */
function play(...facts: readonly Fact[]): Played {
  let last: Played = { state: initialState, effects: [] }
  for (const [index, fact] of facts.entries()) {
    last = transition(last.state, { ...fact, at: index * 1_000 })
  }
  return last
}

const isByPermit = { ...review, isByPermit: true }
const toApproving: readonly Fact[] = [
  ...toReview,
  { type: 'pay', attemptId: ATTEMPT },
  { type: 'acquired' },
  { type: 'ready', verified: verifiedAs(isByPermit), needsSwitch: false },
]
const asked: Fact = { type: 'permitting', isAsked: true }
const notAsked: Fact = { type: 'permitting', isAsked: false }
const relayed: Fact = { type: 'step_sent', kind: 'approve', hash: OTHER_HASH, isRelayed: true }
const toPermitting: readonly Fact[] = [...toApproving, asked]
const abandoned: Effect = { type: 'finish', attemptId: ATTEMPT, outcome: 'abandoned' }

describe('a signature in place of an approval', () => {
  it('a signature in place of an approval is awaited from its request on, within the approval’s operation', () => {
    const before = play(...toApproving)
    expect(before.effects).toEqual([{ type: 'approve', kind: 'approve', attemptId: ATTEMPT }])
    const { state, effects } = transition(before.state, { ...asked, at: 99_000 })
    expect(state).toMatchObject({ name: 'permitting', waitingSince: 99_000, waiting: 'none' })
    expect(state.run).toBe(before.state.run)
    expect(effects).toEqual([])
  })

  it('after a rejected signature, the fee of the payment with an approval is read, and the former fee is not shown', () => {
    const { optionId } = play(...toPermitting).state
    const estimate = { symbol: 'ETH', amount: '0.00005', worth: null }
    const known: Fact = { type: 'network_fee', optionId: optionId ?? '', fee: estimate }
    const verified = verifiedAs({ ...review, isByPermit: false })
    const failed: Fact = { type: 'step_failed', note: { code: 'approve_rejected' }, verified }
    expect(play(...toPermitting, known).state.networkFee).toEqual(estimate)
    const { state, effects } = play(...toPermitting, known, failed)
    expect(state).toMatchObject({ name: 'review', networkFee: null })
    expect(effects).toContainEqual({ type: 'load_fee', optionId })
  })

  it('a renewed price replaces the signed transactions, for its own attempt and while the wallet has the request', () => {
    const before = play(...toSigning).state
    const verified = { ...verifiedAs(review), calldataHash: HASH } as const
    const renewed = (attemptId: string): Fact => ({ type: 'renewed', attemptId, verified })
    const { state, effects } = play(...toSigning, renewed(ATTEMPT))
    expect(state).toEqual({ ...before, verified })
    expect(effects).toEqual([])
    expect(play(...toSigning, renewed(OTHER_ATTEMPT)).state).toEqual(before)
    const declined: Fact = { type: 'not_sent', attemptId: ATTEMPT, note: { code: 'rejected' } }
    expect(play(...toSigning, renewed(ATTEMPT), declined).state).toMatchObject({
      name: 'review',
      verified: { calldataHash: HASH },
    })
  })

  it('a signature in place of an approval shows a hint after a while without a response from the wallet', () => {
    expect(play(...toPermitting, { type: 'waited', level: 'slow' }).state).toMatchObject({
      name: 'permitting',
      waiting: 'slow',
    })
  })

  it('a signature in place of an approval is followed by the payment once the chain shows the allowance', () => {
    const { state, effects } = play(...toPermitting, relayed, { type: 'step_mined' })
    expect(state.name).toBe('signing')
    expect(effects).toEqual([{ type: 'pay', attemptId: ATTEMPT }])
  })

  it('a signature in place of an approval is sent by the service: its step links to the transaction, which is not the payer’s own', () => {
    const { state } = play(...toPermitting, relayed)
    expect(state).toMatchObject({ name: 'permitting', transactions: [], waitingSince: null })
    const { steps } = toModel(state)
    expect(steps.find(({ kind }) => kind === 'approve')?.hash).toBe(OTHER_HASH)
    const own: Fact = { type: 'step_sent', kind: 'approve', hash: OTHER_HASH }
    expect(play(...toApproving, own).state.transactions).toMatchObject([{ hash: OTHER_HASH }])
  })

  it('a signature in place of an approval is replaced by the approval’s transaction, whose own hash the step then shows', () => {
    const { state } = play(...toPermitting, relayed, notAsked)
    expect(state).toMatchObject({ name: 'approving', plan: { hashes: {} }, waitingSince: 11_000 })
    const sent: Fact = { type: 'step_sent', kind: 'approve', hash: HASH }
    const next = play(...toPermitting, relayed, notAsked, sent).state
    expect(next.transactions.map(({ hash }) => hash)).toEqual([HASH])
  })

  it('a signature in place of an approval ends the attempt if declined, and the review then lists the transaction', () => {
    const { state, effects } = play(...toPermitting, {
      type: 'step_failed',
      note: { code: 'approve_rejected' },
      verified: verifiedAs({ ...review, isByPermit: false }),
    })
    expect(state).toMatchObject({
      name: 'review',
      note: { code: 'approve_rejected', tone: 'info' },
      verified: { review: { isByPermit: false } },
    })
    expect(effects).toEqual([abandoned, { type: 'load_fee', optionId: 'devnet:USDC' }])
  })

  it.each<[string, Fact, State['name']]>([
    ['the payer goes back', { type: 'back' }, 'review'],
    ['the payment continues in another tab', { type: 'yield' }, 'review'],
    ['the wallet disappears', { type: 'account_changed', account: null }, 'connect'],
    ['the payer disconnects', { type: 'disconnect' }, 'connect'],
  ])(
    'a signature in place of an approval ends the attempt without a payment request when %s',
    (_, fact, name) => {
      const { state, effects } = play(...toPermitting, fact)
      expect(state.name).toBe(name)
      expect(effects).toContainEqual(abandoned)
    },
  )

  const seen: ServerAnswer = {
    kind: 'processing',
    payment: aPayment({ transactions: [aTransaction({ status: 'confirming' })] }),
  }
  it.each<[string, ServerAnswer, State['name'], Effect]>([
    ['is paid', paid, 'succeeded', { ...abandoned, outcome: 'done' }],
    ['is being paid', seen, 'settling', abandoned],
  ])('the page stops all requests when the payment %s elsewhere', (_, answer, name, end) => {
    const { state, effects } = play(...toPermitting, { type: 'server', answer })
    expect(state.name).toBe(name)
    expect(effects).toContainEqual(end)
    const late = transition(state, { type: 'step_mined', at: 0 })
    expect([late.state.name, late.effects]).toEqual([name, []])
  })

  it.each<[string, readonly Fact[]]>([
    ['at the review', toReview],
    ['while the locks are acquired', toApproving.slice(0, -2)],
    ['before the plan is known', toApproving.slice(0, -1)],
    ['while the wallet has the payment’s request', toSigning],
    ['once it is sent', toConfirming],
  ])('a signature in place of an approval is ignored when it is reported %s', (_, facts) => {
    const before = play(...facts).state
    for (const fact of [asked, notAsked]) {
      expect(transition(before, { ...fact, at: 0 }).state).toEqual(before)
    }
  })
})

describe('a payment that was discarded without proof, and that the wallet then sends', () => {
  const late: Fact = { type: 'sent', attemptId: ATTEMPT, hash: HASH }

  it.each<[string, readonly Fact[]]>([
    ['has a request for the next one', []],
    ['has not responded to the next one', [{ type: 'lost', attemptId: OTHER_ATTEMPT }]],
    [
      'has accepted a batch for the next one',
      [{ type: 'called', attemptId: OTHER_ATTEMPT, isSafe: false }],
    ],
  ])(
    'a discarded payment is followed while the wallet %s, and the payer is asked to decline',
    (_, more) => {
      const { state, effects } = play(...toAskedAgain(), ...more, late)
      expect(state).toMatchObject({
        name: 'broadcasting',
        attemptId: ATTEMPT,
        hash: HASH,
        note: { code: 'paid_elsewhere', tone: 'error' },
      })
      expect(effects).toEqual([
        { type: 'finish', attemptId: OTHER_ATTEMPT, outcome: 'abandoned' },
        { type: 'record', attemptId: ATTEMPT, hash: HASH },
      ])
      // A decline of the open prompt proves nothing about the sent payment.
      const declined: Fact = {
        type: 'not_sent',
        attemptId: OTHER_ATTEMPT,
        note: { code: 'rejected' },
      }
      expect(transition(state, { ...declined, at: 0 }).state.name).toBe('broadcasting')
      const confirming = transition(state, { type: 'recorded', at: 0 }).state
      expect(confirming).toMatchObject({ name: 'confirming', note: { code: 'paid_elsewhere' } })
    },
  )

  it('a discarded payment becomes a second payment if the wallet sends the next payment as well', () => {
    const both: Fact = { type: 'sent', attemptId: OTHER_ATTEMPT, hash: OTHER_HASH }
    const { state, effects } = play(...toAskedAgain(), late, { type: 'recorded' }, both)
    expect(state).toMatchObject({
      name: 'confirming',
      hash: HASH,
      note: { code: 'paid_twice', tone: 'error' },
    })
    expect(effects).toEqual([{ type: 'record', attemptId: OTHER_ATTEMPT, hash: OTHER_HASH }])
  })
})
