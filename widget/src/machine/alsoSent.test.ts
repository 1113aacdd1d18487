import { describe, expect, it } from 'vitest'
import { initialState, type State, type Transition, toModel, transition } from '../machine.ts'
import { aPayment, aRecord, aTransaction } from '../testing/examples.ts'
import {
  ATTEMPT,
  bridgedReview,
  HASH,
  loaded,
  OTHER_ATTEMPT,
  OTHER_HASH,
  toAskedAgain,
  toReview,
  toSigning,
  verifiedAs,
} from '../testing/machineExamples.ts'
import { carried } from '../testing/walkAnswers.ts'
import type { Fact, ServerAnswer } from './fact.ts'

const SOMEBODYS = `0x${'e5'.repeat(32)}`

function play(from: State, ...facts: readonly Fact[]): Transition {
  return facts.reduce<Transition>(({ state }, fact) => transition(state, { ...fact, at: 0 }), {
    state: from,
    effects: [],
  })
}

const first: Fact = { type: 'sent', attemptId: ATTEMPT, hash: HASH }
const second: Fact = { type: 'sent', attemptId: OTHER_ATTEMPT, hash: OTHER_HASH }
const declined: Fact = {
  type: 'not_sent',
  attemptId: OTHER_ATTEMPT,
  note: { code: 'rejected' },
}
/** The payer discarded the first payment without proof, and the wallet has the request for a second payment. */
const askedAgain = play(initialState, ...toAskedAgain()).state
const ended = { type: 'finish', attemptId: ATTEMPT }
const recorded = { type: 'record', attemptId: OTHER_ATTEMPT, hash: OTHER_HASH }
const watched = { type: 'watch', attemptId: OTHER_ATTEMPT, hash: OTHER_HASH }
const [item] = aPayment().items
const partly = (txHash: string): Fact => ({
  type: 'server',
  answer: {
    kind: 'payment',
    payment: aPayment({
      items: item === undefined ? [] : [{ ...item, amountPaid: '4', remainingAmount: '6' }],
      transactions: [aTransaction({ txHash })],
    }),
  },
})

describe('a second payment that was sent while the first one is followed', () => {
  const both = play(askedAgain, first, { type: 'recorded' }, second).state

  it.each<[string, Fact, string]>([
    ['was cancelled', { type: 'replaced', hash: HASH, change: 'cancelled' }, 'dropped'],
    ['was replaced', { type: 'replaced', hash: HASH, change: 'different' }, 'dropped'],
    ['failed', { type: 'reverted', hash: HASH }, 'reverted'],
    ['paid a part', partly(HASH), 'done'],
  ])(
    'the second payment is followed once the first payment %s, and no request is sent before',
    (_, fact, outcome) => {
      const { state, effects } = play(both, fact)
      expect(state).toMatchObject({
        name: 'confirming',
        attemptId: OTHER_ATTEMPT,
        hash: OTHER_HASH,
        confirmations: null,
        note: null,
      })
      expect(effects).toEqual([{ ...ended, outcome }, recorded, watched])
      expect(state.transactions.map(({ hash }) => hash)).toEqual([HASH, OTHER_HASH])
    },
  )

  it('a second payment lets the payer retry when neither was paid', () => {
    const { state, effects } = play(
      both,
      { type: 'reverted', hash: HASH },
      { type: 'replaced', hash: OTHER_HASH, change: 'cancelled' },
    )
    expect(state).toMatchObject({ name: 'failed', error: { recoverable: true } })
    expect(effects).toEqual([{ ...ended, attemptId: OTHER_ATTEMPT, outcome: 'dropped' }])
  })

  it('the second payment is not part of the page’s display', () => {
    expect(toModel(both)).not.toHaveProperty('also')
  })
})

describe('a payment that the wallet sent, while its next request is pending', () => {
  const seen: ServerAnswer = {
    kind: 'processing',
    payment: aPayment({
      transactions: [aTransaction({ txHash: SOMEBODYS, status: 'confirming' })],
    }),
  }
  /** The element follows another payer's payment, the first payment was sent, and the second payment's prompt is open. */
  const open = play(askedAgain, { type: 'server', answer: seen }, first).state

  it('a payment that the wallet sent counts as a second payment next to another payer’s payment', () => {
    expect(open).toMatchObject({
      name: 'settling',
      hash: SOMEBODYS,
      attemptId: OTHER_ATTEMPT,
      note: { code: 'paid_twice' },
    })
  })

  it('a payment that the wallet sent is followed once the next prompt is declined, when another payer paid a part', () => {
    const searching = play(open, partly(SOMEBODYS))
    expect(searching.state).toMatchObject({ name: 'unknown', attemptId: OTHER_ATTEMPT, hash: null })
    expect(searching.effects).toEqual([{ type: 'reconcile', attemptId: OTHER_ATTEMPT }])
    for (const none of [
      declined,
      { type: 'reconciled', result: { kind: 'not_sent' } },
      { type: 'discard', isConfirmed: true },
    ] as const) {
      const { state, effects } = play(searching.state, none)
      expect(state).toMatchObject({ name: 'confirming', attemptId: ATTEMPT, hash: HASH })
      expect(effects).toEqual([
        { ...ended, attemptId: OTHER_ATTEMPT, outcome: 'abandoned' },
        { ...recorded, attemptId: ATTEMPT, hash: HASH },
        { ...watched, attemptId: ATTEMPT, hash: HASH },
      ])
    }
  })

  it('the element follows the transaction that the open prompt sent', () => {
    const { state, effects } = play(open, second, partly(SOMEBODYS))
    expect(state).toMatchObject({ name: 'confirming', attemptId: OTHER_ATTEMPT, hash: OTHER_HASH })
    expect(effects).toEqual([watched])
    const next = play(state, { type: 'reverted', hash: OTHER_HASH })
    expect(next.state).toMatchObject({ name: 'confirming', attemptId: ATTEMPT, hash: HASH })
  })
})

describe('the end of a second payment', () => {
  const both = play(askedAgain, first, { type: 'recorded' }, second).state
  const cancelled: Fact = { type: 'replaced', hash: OTHER_HASH, change: 'cancelled' }

  it('the end of a second payment keeps the first payment’s cost visible', () => {
    const { state } = play(both, { type: 'reverted', hash: HASH }, cancelled)
    expect(toModel(state).error).toMatchObject({ code: 'payment_reverted', moneyState: 'fee-only' })
  })

  it('the end of a second payment no longer counts once the payer chooses again', () => {
    const { state } = play(
      both,
      { type: 'reverted', hash: HASH },
      cancelled,
      { type: 'retry' },
      { type: 'refused', refusal: { code: 'calldata_mismatch' } },
    )
    expect(toModel(state).error).toMatchObject({
      code: 'calldata_mismatch',
      moneyState: 'untouched',
    })
  })

  it('the cancellation of a second payment leaves the remainder after the first payment’s part', () => {
    const { state, effects } = play(both, partly(HASH), cancelled)
    expect(state).toMatchObject({ name: 'partial', options: [], verified: null })
    expect(effects.map(({ type }) => type)).toEqual(['finish', 'emit'])
  })
})

describe('a payment from another chain that the wallet sent after a discard', () => {
  const overBridge = toSigning.map(
    (fact): Fact =>
      fact.type === 'review' || fact.type === 'ready'
        ? { ...fact, verified: verifiedAs({ ...bridgedReview, networkName: 'Base' }) }
        : fact,
  )
  const asked = play(initialState, ...toAskedAgain(overBridge)).state

  it('a payment from another chain keeps its route next to a direct payment', () => {
    const { state } = play(asked, second, { type: 'recorded' }, first, {
      type: 'reverted',
      hash: OTHER_HASH,
    })
    expect(state).toMatchObject({
      name: 'confirming',
      hash: HASH,
      crossing: { sourceName: 'Base', destinationName: 'Devnet' },
    })
    expect(state.transactions.at(-1)).toMatchObject({ hash: HASH, chainId: 8453 })
  })

  it('a payment from another chain keeps its route while the wallet has a request for a direct payment', () => {
    const { state } = play(asked, first)
    expect(state).toMatchObject({ name: 'broadcasting', crossing: { sourceName: 'Base' } })
    expect(state.transactions.at(-1)).toMatchObject({ hash: HASH, chainId: 8453 })
  })

  const theirs = (status: string, isCounted = false): Fact => ({
    type: 'server',
    answer: { kind: 'payment', payment: carried(SOMEBODYS, status, isCounted) },
  })
  const besideTheirs = play(initialState, ...overBridge, theirs('tracking')).state

  it.each<[string, Fact]>([
    ['is sent back', theirs('refunded')],
    ['fails', theirs('failed')],
    ['pays a part', theirs('partial', true)],
  ])(
    'a payment from another chain keeps its route when another payer’s payment, which was seen first, %s',
    (_, end) => {
      const { state, effects } = play(besideTheirs, first, end)
      expect(state).toMatchObject({
        name: 'confirming',
        hash: HASH,
        crossing: { sourceName: 'Base' },
      })
      expect(effects).toEqual([{ ...watched, attemptId: ATTEMPT, hash: HASH }])
      expect(state.transactions.map(({ hash }) => hash)).toEqual([HASH])
    },
  )

  it('a payment from another chain keeps its route when another payer’s payment is refunded before the wallet responds', () => {
    const { state } = play(besideTheirs, theirs('refunded'))
    expect(state).toMatchObject({ name: 'unknown', hash: null, crossing: { sourceName: 'Base' } })
  })

  it('the direct payment replaces a payment from another chain whose transaction reverts', () => {
    const { state } = play(asked, first, { type: 'recorded' }, second, {
      type: 'reverted',
      hash: HASH,
    })
    expect(state).toMatchObject({ name: 'confirming', hash: OTHER_HASH, crossing: null })
    expect(state.transactions.at(-1)).toMatchObject({ hash: OTHER_HASH, chainId: 31_337 })
  })
})

describe('two payments that were sent before the page was reopened', () => {
  it('two payments that were sent before a reload are followed one after the other', () => {
    const record = {
      ...aRecord({ id: OTHER_ATTEMPT, phase: 'broadcast', txHash: OTHER_HASH }),
      others: [aRecord({ id: ATTEMPT, phase: 'broadcast', txHash: HASH })],
    }
    const resumed = play(initialState, { type: 'load' }, loaded(record))
    expect(resumed.effects).toContainEqual(watched)
    const next = play(resumed.state, { type: 'replaced', hash: OTHER_HASH, change: 'cancelled' })
    expect(next.state).toMatchObject({ name: 'confirming', attemptId: ATTEMPT, hash: HASH })
  })

  it('two sent payments precede a payment that only began', () => {
    const record = {
      ...aRecord({ id: OTHER_ATTEMPT, phase: 'created' }),
      others: [aRecord({ id: ATTEMPT, phase: 'broadcast', txHash: HASH })],
    }
    const { state } = play(initialState, { type: 'load' }, loaded(record))
    expect(state).toMatchObject({ name: 'confirming', attemptId: ATTEMPT, hash: HASH })
  })
})

describe('another payer’s payment, followed by a page without an attempt', () => {
  const seen = {
    kind: 'payment',
    payment: aPayment({
      transactions: [aTransaction({ txHash: SOMEBODYS, status: 'confirming' })],
    }),
  } as const
  const rejected: Fact = { type: 'not_sent', attemptId: ATTEMPT, note: { code: 'rejected' } }

  it.each<[string, readonly Fact[]]>([
    ['was declined here', [...toSigning, rejected]],
    [
      'was abandoned before the wallet received a request',
      [...toReview, { type: 'pay', attemptId: ATTEMPT }, { type: 'acquired' }, { type: 'back' }],
    ],
  ])(
    'another payer’s payment leaves the remainder when it paid a part and the payment here %s',
    (_, before) => {
      const { state, effects } = play(
        initialState,
        ...before,
        { type: 'server', answer: seen },
        partly(SOMEBODYS),
      )
      expect(state.name).toBe('partial')
      expect(effects.map(({ type }) => type)).toEqual(['emit'])
    },
  )

  it('the page accepts the decline that the payer was instructed to give', () => {
    const { state, effects } = play(
      initialState,
      ...toSigning,
      { type: 'server', answer: { ...seen, kind: 'processing' } },
      rejected,
    )
    expect(state).toMatchObject({ name: 'settling', attemptId: null, note: null })
    expect(effects).toEqual([{ ...ended, outcome: 'abandoned' }])
    expect(play(state, partly(SOMEBODYS)).state.name).toBe('partial')
  })

  it('the page keeps the note about a second payment when the wallet returns its hash again', () => {
    const answer: ServerAnswer = { ...seen, kind: 'processing' }
    const own: Fact = { type: 'sent', attemptId: OTHER_ATTEMPT, hash: SOMEBODYS }
    const { state } = play(askedAgain, { type: 'server', answer }, first, own)
    expect(state.note?.code).toBe('paid_twice')
  })
})

describe('a payment that is sent while another payer may be paying', () => {
  it('a sent payment is followed on chain, and not replaced by another payer’s payment that the service reports later', () => {
    const asked = play(initialState, ...toSigning).state
    const { state } = play(
      asked,
      { type: 'server', answer: { kind: 'processing', payment: null } },
      first,
    )
    expect(state).toMatchObject({ name: 'broadcasting', attemptId: ATTEMPT, hash: HASH })
  })
})
