import { describe, expect, it } from 'vitest'
import { initialState, type State, toModel, transition } from '../machine.ts'
import type { StateName } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { aConvertedItem, aPayment, aTransaction } from '../testing/examples.ts'
import { stateWith } from '../testing/machineExamples.ts'
import type { Fact, ServerAnswer } from './fact.ts'
import type { Loose } from './state.ts'

const HASH = `0x${'ab'.repeat(32)}`
const BRIDGE_PAGE = 'https://bridge.example/tx/1'

const transfer = (change: object = {}) => ({
  txHash: HASH,
  chain: 'BASE',
  token: 'USDC',
  sourceAmount: '10.05',
  status: 'tracking',
  isCounted: false,
  settledTxHash: null,
  explorerUrl: BRIDGE_PAGE,
  ...change,
})

const reported = (...transfers: readonly object[]): PaymentMetadata => ({
  ...aPayment(),
  raw: { transfers },
})

/** The plan of a payment in one step, after the wallet received the request. */
const PLAN = { needsSwitch: false, kinds: ['pay'], index: 0, hashes: {} } as const

const open = (payment: PaymentMetadata): ServerAnswer => ({ kind: 'payment', payment })

const play = (state: State, ...facts: readonly Fact[]) =>
  facts.reduce<ReturnType<typeof transition>>(
    (last, fact) => transition(last.state, { ...fact, at: 1_000 }),
    { state, effects: [] },
  )

const load = (answer: ServerAnswer) =>
  play(
    { ...initialState, name: 'loading' },
    { type: 'loaded', answer, record: null, isLockedElsewhere: false },
  )

const hear = (name: StateName, answer: ServerAnswer, more: Partial<Loose> = {}) =>
  play(stateWith(name, { payment: aPayment(), ...more }), { type: 'server', answer })

describe('a payment from another chain that another device sent', () => {
  it('a payment from another chain is followed by every page of the payment, with both chains and the links', () => {
    const { state, effects } = load(open(reported(transfer())))
    expect(state).toMatchObject({
      name: 'settling',
      hash: HASH,
      attemptId: null,
      crossing: {
        sourceName: 'Base',
        destinationName: aPayment().chain.name,
        chainId: 8453,
        cost: { symbol: 'USDC', amount: '10.05' },
        isElsewhere: true,
        transfer: { explorerUrl: BRIDGE_PAGE },
      },
      transactions: [
        { hash: HASH, chainId: 8453, kind: 'pay', explorerUrl: `https://basescan.org/tx/${HASH}` },
      ],
    })
    expect(effects.map(({ type }) => type)).toEqual(['emit'])
  })

  it.each([
    ['whose source transaction is unknown', { sourceAmount: null }],
    ['of too little', { sourceAmount: '9.99' }],
    ['of no amount', { sourceAmount: 'plenty' }],
    ['that stayed unanswered for a day', { status: 'unanswered' }],
    ['that was refunded', { status: 'refunded' }],
    ['that was not a payment', { status: 'foreign' }],
    ['that failed before it left', { status: 'failed', sourceAmount: null }],
    ['of too little that failed', { status: 'failed', sourceAmount: '9.99' }],
    ['that already counts', { status: 'completed', isCounted: true }],
  ])('a payment from another chain blocks no payer if it is one %s', (_, change) => {
    const { state, effects } = load(open(reported(transfer(change))))
    expect(state.name).toBe('connect')
    expect(effects.map((one) => one.type === 'emit' && one.signal.type)).toEqual(['ready'])
  })

  it('payments in transit from other chains end the choice only once their sum covers the remainder, by the service’s data', () => {
    const half = transfer({ sourceAmount: '5.01' })
    expect(load(open(reported(half))).state.name).toBe('connect')
    expect(load(open(reported(half, half))).state.name).toBe('settling')
    const refusal: ServerAnswer = { kind: 'processing', payment: reported(half) }
    expect(load(refusal).state.crossing?.cost?.amount).toBe('5.01')
  })

  it('a payment from another chain of an invoice in another currency counts as much as the service states', () => {
    const priced = (change: object) => ({
      ...reported(transfer({ sourceAmount: '7', ...change })),
      items: [aConvertedItem({ symbol: 'JPY', remainingAmount: '1000' })],
    })
    expect(load(open(priced({ promisedAmount: '1000' }))).state.name).toBe('settling')
    expect(load(open(priced({ promisedAmount: '999.99' }))).state.name).toBe('connect')
    expect(load(open(priced({ sourceAmount: '2000' }))).state.name).toBe('connect')
  })

  it('a payment whose bridge gave up shows a note on every page, and the payer may pay again', () => {
    const { state } = load(open(reported(transfer({ status: 'failed' }))))
    expect(toModel(state).error).toMatchObject({
      code: 'bridge_failed',
      moneyState: 'sent',
      recoverable: true,
    })
    expect(state.transactions.map(({ hash }) => hash)).toEqual([HASH])
    expect(play(state, { type: 'retry' }).state.name).toBe('connect')
    const later = reported(transfer({ status: 'failed' }), transfer({ status: 'refunded' }))
    expect(load(open(later)).state.name).toBe('connect')
  })

  it('a payment whose bridge reports a failure cannot be paid again while the service still follows its money', () => {
    const { state } = load(open(reported(transfer({ status: 'failed', isFollowed: true }))))
    expect(toModel(state).error).toMatchObject({ code: 'bridge_failed', recoverable: false })
    expect(play(state, { type: 'retry' }).state.name).toBe('failed')
    const over = load(open(reported(transfer({ status: 'failed', isFollowed: false })))).state
    expect(toModel(over).error).toMatchObject({ code: 'bridge_failed', recoverable: true })
  })

  it('a payment from another chain blocks no payer if its report is unreadable', () => {
    const payment = { ...aPayment(), raw: { transfers: 7 } }
    expect(load(open(payment)).state.name).toBe('connect')
  })

  it('the shown payment from another chain is the newest in transit if there are several', () => {
    const newest = `0x${'cd'.repeat(32)}`
    const payment = reported(
      transfer(),
      transfer({ txHash: newest }),
      transfer({ status: 'failed' }),
    )
    expect(load(open(payment)).state.hash).toBe(newest)
  })

  it.each(['connect', 'options', 'review', 'locked', 'partial'] as const)(
    'a payment from another chain is shown in place of %s, without a wallet',
    (name) => {
      const { state, effects } = hear(name, open(reported(transfer())))
      expect(state.name).toBe('settling')
      expect(state.crossing?.isElsewhere).toBe(true)
      expect(effects).toEqual([])
    },
  )

  it('a payment from another chain is shown if the service rejects the transactions because of it', () => {
    const answer: ServerAnswer = { kind: 'processing', payment: reported(transfer()) }
    expect(hear('options', answer).state.crossing?.sourceName).toBe('Base')
    const { state, effects } = hear('preparing', answer, { attemptId: 'own' })
    expect(state).toMatchObject({ name: 'settling', attemptId: null })
    expect(effects).toEqual([{ type: 'finish', attemptId: 'own', outcome: 'abandoned' }])
  })

  it('a payment from another chain shows a note to decline if it is sent while the wallet has a request here', () => {
    const { state } = hear('signing', open(reported(transfer())), { attemptId: 'own' })
    expect(state.note?.code).toBe('paid_elsewhere')
    const sent = { type: 'sent', attemptId: 'own', hash: `0x${'ef'.repeat(32)}` } as const
    expect(play(state, sent).state.note?.code).toBe('paid_twice')
  })

  it.each<[string, object]>([
    ['is sent back', transfer({ status: 'refunded' })],
    ['fails', transfer({ status: 'failed' })],
  ])(
    'a payment from another chain that %s leads to a chain search for this page’s own request first',
    (_, ended) => {
      const { state } = hear('signing', open(reported(transfer())), { attemptId: 'own' })
      const { state: searching, effects } = play(state, {
        type: 'server',
        answer: open(reported(ended)),
      })
      expect(searching).toMatchObject({ name: 'unknown', hash: null, crossing: null })
      expect(effects).toEqual([{ type: 'reconcile', attemptId: 'own' }])
    },
  )

  it('a payment from another chain never makes this page forget its own wallet request, regardless of the report', () => {
    const asked = { attemptId: 'own', plan: PLAN }
    const first = hear('signing', { kind: 'processing', payment: null }, asked)
    const next = play(first.state, { type: 'server', answer: open(reported(transfer())) })
    expect(next.state).toMatchObject({
      name: 'settling',
      attemptId: 'own',
      note: { code: 'paid_elsewhere' },
    })
    // While this page's proposal waits for the signers of a Safe, the element continues to follow that proposal.
    const note = { code: 'safe_waiting', tone: 'info' } as const
    const safe = hear('settling', open(reported(transfer())), { ...asked, note })
    expect(safe.state).toMatchObject({ name: 'settling', attemptId: 'own', hash: null, note })
  })

  it('a payment from another chain does not replace a payment that this page sent', () => {
    const own = { hash: `0x${'ef'.repeat(32)}`, attemptId: 'own' }
    for (const name of ['broadcasting', 'confirming', 'settling', 'unknown', 'succeeded'] as const)
      expect(hear(name, open(reported(transfer())), own).state.name).toBe(name)
  })

  it('a payment from another chain is followed once the service identifies it, after it reported only a payment in progress', () => {
    const { state } = load({ kind: 'processing', payment: null })
    expect(state).toMatchObject({ name: 'settling', hash: null })
    const next = play(state, { type: 'server', answer: open(reported(transfer())) })
    expect(next.state.crossing?.sourceName).toBe('Base')
  })

  it('a payment from another chain may be paid again after a refund, by the connected account or by another', () => {
    const { state } = load(open(reported(transfer())))
    const refunded = open(reported(transfer({ status: 'refunded' })))
    const ended = play(state, { type: 'server', answer: refunded })
    expect(toModel(ended.state).error).toMatchObject({ code: 'bridge_refunded', recoverable: true })
    expect(play(ended.state, { type: 'retry' }).state.name).toBe('connect')
  })
})

describe('a part that another payer pays while the wallet has a request here', () => {
  it('a part that another payer pays leads to a chain search for this wallet’s result before the remainder is paid', () => {
    const seen = aTransaction({ txHash: HASH, status: 'confirming' })
    const processing = { kind: 'processing', payment: aPayment({ transactions: [seen] }) } as const
    const { state } = hear('signing', processing, { attemptId: 'own', plan: PLAN })
    expect(state).toMatchObject({ name: 'settling', hash: HASH, note: { code: 'paid_elsewhere' } })
    const [item] = aPayment().items
    const items = item ? [{ ...item, amountPaid: '4', remainingAmount: '6' }] : []
    const transactions = [aTransaction({ txHash: HASH })]
    const { state: searching, effects } = play(state, {
      type: 'server',
      answer: open(aPayment({ items, transactions })),
    })
    expect(searching).toMatchObject({ name: 'unknown', attemptId: 'own', hash: null })
    expect(effects).toEqual([{ type: 'reconcile', attemptId: 'own' }])
  })
})

describe('another payer’s payment on its own chain', () => {
  it('the page waits for another payer’s payment on its own chain', () => {
    const payment = aPayment({ transactions: [aTransaction({ status: 'confirming' })] })
    expect(load(open(payment)).state.name).toBe('settling')
  })
})
