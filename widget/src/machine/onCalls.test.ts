import { describe, expect, it } from 'vitest'
import { initialState, type State, transition } from '../machine.ts'
import { aPayment, aRecord } from '../testing/examples.ts'
import {
  ATTEMPT,
  HASH,
  OTHER_ATTEMPT,
  pending,
  review,
  toReview,
  verified,
  verifiedAs,
} from '../testing/machineExamples.ts'
import type { Fact, ServerAnswer } from './fact.ts'

const play = (...facts: readonly Fact[]) =>
  facts.reduce<ReturnType<typeof transition>>(
    (last, fact) => transition(last.state, { ...fact, at: 1_000 }),
    { state: initialState, effects: [] },
  )
const kinds = ({ effects }: ReturnType<typeof transition>) => effects.map(({ type }) => type)

/** The facts until the wallet receives the approval and the payment in one request. */
const toCalls: readonly Fact[] = [
  ...toReview,
  { type: 'pay', attemptId: ATTEMPT },
  { type: 'acquired' },
  {
    type: 'ready',
    verified: verifiedAs({ ...review, steps: ['pay'], allowances: [null] }),
    needsSwitch: false,
  },
]
const called = (isSafe: boolean): Fact => ({ type: 'called', attemptId: ATTEMPT, isSafe })
const waiting: ServerAnswer = { kind: 'processing', payment: aPayment() }

describe('calls that a wallet accepts in one request', () => {
  it('calls in one request are followed until they become a transaction, which is confirmed like any other', () => {
    const next = play(...toCalls, called(false))
    expect(next.state.name).toBe('broadcasting')
    expect(kinds(next)).toEqual(['follow_calls'])
    const sent = play(...toCalls, called(false), { type: 'sent', attemptId: ATTEMPT, hash: HASH })
    expect(sent.state).toMatchObject({ name: 'broadcasting', hash: HASH })
    expect(kinds(sent)).toEqual(['record'])
  })

  it('calls of another attempt have no effect', () => {
    const { state } = play(...toCalls)
    const fact: Fact = { type: 'called', attemptId: OTHER_ATTEMPT, isSafe: false }
    expect(transition(state, { ...fact, at: 0 }).state).toEqual(state)
  })

  it('calls in one request are requested one by one when the wallet rejects them together', () => {
    const next = play(...toCalls, { type: 'unbatched', attemptId: ATTEMPT, verified })
    expect(next.state).toMatchObject({ name: 'approving', plan: { kinds: ['approve', 'pay'] } })
    expect(kinds(next)).toEqual(['approve'])
    // Once the calls are accepted, a later rejection is ignored.
    const late: Fact = { type: 'unbatched', attemptId: ATTEMPT, verified }
    expect(play(...toCalls, called(false), late).state.name).toBe('broadcasting')
  })

  it('calls in one request count as proven unsent when the wallet drops them, and cost their fee when they fail', () => {
    const dropped = play(...toCalls, called(false), {
      type: 'not_sent',
      attemptId: ATTEMPT,
      note: { code: 'wallet_error' },
    })
    expect(dropped.state.name).toBe('review')
    expect(kinds(dropped)).toEqual(['finish', 'load_fee'])
    const failed = play(...toCalls, called(false), { type: 'calls_failed', attemptId: ATTEMPT })
    expect(failed.state).toMatchObject({
      name: 'failed',
      error: { code: 'payment_reverted', moneyState: 'fee-only', recoverable: true },
    })
  })

  it('calls in one request continue after a reload, identified by their id', () => {
    const load = (patch: object) =>
      play(
        { type: 'load' },
        { type: 'loaded', answer: pending, record: aRecord(patch), isLockedElsewhere: false },
      )
    expect(kinds(load({ phase: 'broadcast', callsId: '0x01' }))).toContain('follow_calls')
    expect(load({ phase: 'broadcast', callsId: HASH, safeTxHash: HASH }).state).toMatchObject({
      name: 'settling',
      note: { code: 'safe_waiting' },
    })
    expect(kinds(load({ phase: 'signing', callsId: '0x01' }))).toContain('reconcile')
  })
})

describe('a Safe with pending signers', () => {
  it('a Safe with pending signers is awaited by its own page, however often the service reports it', () => {
    const own = play(...toCalls, called(true), { type: 'server', answer: waiting })
    expect(own.state).toMatchObject({ name: 'settling', note: { code: 'safe_waiting' } })
    const sent = play(...toCalls, called(true), { type: 'sent', attemptId: ATTEMPT, hash: HASH })
    expect(sent.state).toMatchObject({ name: 'broadcasting', hash: HASH })
  })

  it('a payment can be made again after the signers of a Safe reject its proposal', () => {
    const rejected: Fact = { type: 'not_sent', attemptId: ATTEMPT, note: { code: 'rejected' } }
    const own = play(...toCalls, called(true), { type: 'server', answer: waiting }, rejected)
    expect(own.state).toMatchObject({ name: 'review', note: { code: 'rejected' } })
    expect(kinds(own)).toEqual(['finish', 'load_fee'])
  })

  it('a Safe with pending signers locks the payment for others, and releases it at its end', () => {
    const state: State = { ...initialState, name: 'loading' }
    const loaded: Fact = { type: 'loaded', answer: waiting, record: null, isLockedElsewhere: false }
    const locked = transition(state, { ...loaded, at: 0 }).state
    expect(locked).toMatchObject({ name: 'locked', note: { code: 'safe_waiting' } })
    const again = transition(locked, { type: 'server', answer: waiting, at: 1 }).state
    expect(again.run).toBe(locked.run)
    const free = transition(locked, { type: 'server', answer: pending, at: 2 }).state
    expect(free.name).toBe('connect')
  })

  it('other payers’ proposals to a Safe change nothing about this page’s own request', () => {
    const asked = play(...toCalls, { type: 'server', answer: waiting })
    expect(asked.state.name).toBe('signing')
    expect(play(...toReview, { type: 'server', answer: waiting }).state.name).toBe('locked')
  })
})
