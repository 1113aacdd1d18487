import { describe, expect, it } from 'vitest'
import type { AttemptRecord } from './machine/attemptRecord.ts'
import type { Effect } from './machine/effect.ts'
import type { Fact, Reconciliation, ServerAnswer } from './machine/fact.ts'
import { initialState, type State, toModel, transition } from './machine.ts'
import type { StateName } from './model.ts'
import { nonEmpty } from './nonEmpty.ts'
import type { PayOption } from './payOption.ts'
import type { Review } from './review.ts'
import { aPayment, aRecord, aTransaction } from './testing/examples.ts'
import {
  ATTEMPT,
  expired,
  HASH,
  loaded,
  OTHER_ATTEMPT,
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
} from './testing/machineExamples.ts'

type Run = { state: State; effects: Effect[] }

/** Plays facts from the start, at one fact per second. */
function play(...facts: readonly Fact[]): Run {
  const run: Run = { state: initialState, effects: [] }
  for (const [index, fact] of facts.entries()) {
    const next = transition(run.state, { ...fact, at: index * 1000 })
    run.state = next.state
    run.effects.push(...next.effects)
  }
  return run
}

const kinds = (effects: readonly Effect[]) => effects.map((effect) => effect.type)

describe('a payment', () => {
  it('a payment passes through the states from load to success in the contract’s order', () => {
    const names: StateName[] = []
    const done: readonly Fact[] = [
      ...toConfirming,
      { type: 'confirmations', current: 1, required: 2 },
      { type: 'confirmations', current: 2, required: 2 },
      { type: 'server', answer: paid },
    ]
    for (let count = 1; count <= done.length; count++) {
      const { name } = play(...done.slice(0, count)).state
      if (names.at(-1) !== name) names.push(name)
    }
    expect(names).toEqual([
      'loading',
      'connect',
      'connecting',
      'review',
      'preparing',
      'switching',
      'approving',
      'signing',
      'broadcasting',
      'confirming',
      'settling',
      'succeeded',
    ])
  })

  it('the machine sends one wallet request, between acquiring and releasing the locks', () => {
    const { effects } = play(...toConfirming, { type: 'server', answer: paid })
    const order = kinds(effects).filter((kind) => ['acquire', 'pay', 'finish'].includes(kind))
    expect(order).toEqual(['acquire', 'pay', 'finish'])
  })

  it('the machine selects the only affordable option, and shows a note about it', () => {
    const { state } = play(...toReview)
    expect(state.optionId).toBe(option.id)
    expect(state.note?.code).toBe('auto_selected')
  })

  it('the machine shows no note about the only option, because the payer had no other', () => {
    const only: Fact = { type: 'options', options: [option], payment }
    const { state } = play(...toReview.slice(0, 4), only)
    expect(state).toMatchObject({ name: 'connecting', optionId: option.id, note: null })
  })

  it('the machine shows no note about the only affordable option for a payment in several currencies', () => {
    const spending = nonEmpty([...option.spending, { symbol: 'ETH', amount: '0.1' }])
    const mixed: PayOption = { ...option, costs: spending, spending }
    const { state } = play(...toReview.slice(0, 4), {
      type: 'options',
      options: [mixed],
      payment,
    })
    expect(state).toMatchObject({ name: 'connecting', optionId: mixed.id, note: null })
  })

  it('the machine shows the choice when nothing is affordable', () => {
    const { state } = play(
      ...toReview.slice(0, 4),
      { type: 'options', options: [poor], payment },
      { type: 'select', optionId: poor.id },
    )
    expect(state).toMatchObject({ name: 'options', optionId: null })
  })

  it('after a new price beyond the balance, the machine reads the options again and selects none', () => {
    const short: Fact = { type: 'short', note: { code: 'insufficient_balance' } }
    const read = play(...toReview.slice(0, 5), short)
    expect(read.state).toMatchObject({ name: 'connecting', options: [], optionId: null })
    expect(read.effects.at(-1)?.type).toBe('load_options')
    const shown = play(...toReview.slice(0, 5), short, {
      type: 'options',
      options: [option, poor],
      payment,
    })
    expect(shown.state).toMatchObject({
      name: 'options',
      optionId: null,
      note: { code: 'insufficient_balance' },
    })
  })

  it.each(['insufficient_balance', 'insufficient_gas'] as const)(
    'after the shortage %s, the way back leads to all options, with new balances',
    (code) => {
      const back = play(
        ...toReview,
        { type: 'pay', attemptId: ATTEMPT },
        { type: 'acquired' },
        { type: 'step_failed', note: { code } },
        { type: 'back' },
      )
      expect(back.state).toMatchObject({ name: 'connecting', options: [], verified: null })
      expect(back.effects.at(-1)?.type).toBe('load_options')
      const read: Fact = { type: 'options', options: [option, poor], payment }
      const { state } = transition(back.state, { ...read, at: 0 })
      expect(state).toMatchObject({ name: 'options', optionId: null })
    },
  )

  it('the machine skips the network switch if the wallet is on the network already', () => {
    const { state } = play(
      ...toReview,
      { type: 'pay', attemptId: ATTEMPT },
      { type: 'acquired' },
      {
        type: 'ready',
        verified: verifiedAs({ ...review, steps: ['pay'] }),
        needsSwitch: false,
      },
    )
    expect(state.name).toBe('signing')
  })

  it('the machine shows each step with its state and hash', () => {
    const { steps } = toModel(play(...toConfirming).state)
    expect(steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'switch done',
      'approve done',
      'pay done',
      'confirm active',
      'settle waiting',
    ])
    expect(steps[1]?.hash).toBe(OTHER_HASH)
    expect(steps[3]?.hash).toBe(HASH)
  })
})

describe('the steps of a batch of two tokens', () => {
  const allowances = [{ symbol: 'USDC', amount: '10.02' }, { symbol: 'DAI', amount: '5' }, null]
  const two: Review = { ...review, steps: ['approve', 'approve', 'pay'], allowances }
  const toFirst: readonly Fact[] = [
    ...toReview,
    { type: 'pay', attemptId: ATTEMPT },
    { type: 'acquired' },
    { type: 'ready', verified: verifiedAs(two), needsSwitch: false },
  ]
  const statuses = (...facts: readonly Fact[]) =>
    toModel(play(...toFirst, ...facts).state).steps.map((step) => step.status)

  it('the steps of a batch follow one another', () => {
    const sent: Fact = { type: 'step_sent', kind: 'approve', hash: HASH }
    const rest = ['waiting', 'waiting', 'waiting']
    expect(statuses()).toEqual(['active', 'waiting', ...rest])
    expect(statuses(sent, { type: 'step_mined' })).toEqual(['done', 'active', ...rest])
  })

  it('the steps of a batch name each approval’s allowance', () => {
    const { steps } = toModel(play(...toFirst).state)
    expect(steps.map((step) => step.cost ?? null)).toEqual([...allowances, null, null])
  })

  it('the steps of a batch have one transaction each, or none if no approval was needed', () => {
    const skipped = toModel(
      play(...toFirst, { type: 'step_mined' }, { type: 'step_sent', kind: 'approve', hash: HASH })
        .state,
    )
    expect(skipped.steps.map((step) => step.hash ?? null).slice(0, 3)).toEqual([null, HASH, null])
  })
})

describe('a problem before the payment’s request', () => {
  it.each<[string, readonly Fact[], StateName, string]>([
    [
      'rejected connect',
      [{ type: 'connect_failed', note: { code: 'rejected' } }],
      'connect',
      'rejected',
    ],
    ['silent wallet', [{ type: 'waited', level: 'stuck' }], 'connect', 'wallet_timeout'],
  ])(
    'a problem before the payment’s request, after %s, returns to the right state with a note',
    (_, facts, name, code) => {
      const { state } = play(...toReview.slice(0, 3), ...facts)
      expect(state).toMatchObject({ name, note: { code } })
    },
  )

  it.each<[string, Fact, StateName, string]>([
    [
      'declined switch',
      { type: 'step_failed', note: { code: 'switch_rejected' } },
      'review',
      'switch_rejected',
    ],
    [
      'too little balance',
      { type: 'step_failed', note: { code: 'insufficient_balance' } },
      'review',
      'insufficient_balance',
    ],
    ['changed payment', { type: 'requote', verified }, 'review', 'payment_changed'],
    ['the payment continues in another tab', { type: 'yield' }, 'review', 'taken_over'],
    ['wallet gone', { type: 'account_changed', account: null }, 'connect', 'wallet_gone'],
  ])('the machine releases the locks without a wallet request after: %s', (_, fact, name, code) => {
    const { state, effects } = play(
      ...toReview,
      { type: 'pay', attemptId: ATTEMPT },
      { type: 'acquired' },
      fact,
    )
    expect(state).toMatchObject({ name, note: { code } })
    expect(effects).toContainEqual({ type: 'finish', attemptId: ATTEMPT, outcome: 'abandoned' })
    expect(kinds(effects)).not.toContain('pay')
  })

  it('the machine rejects mismatching calldata permanently', () => {
    const { state } = play(...toReview.slice(0, 5), {
      type: 'refused',
      refusal: { code: 'calldata_mismatch', params: { reason: 'wrong_payee' } },
    })
    expect(state).toMatchObject({
      name: 'failed',
      error: { code: 'calldata_mismatch', moneyState: 'untouched', recoverable: false },
    })
  })

  it('the machine retries after a response that it cannot parse', () => {
    const garbled = { type: 'refused', refusal: { code: 'invalid_response' } } as const
    const { state } = play(...toReview.slice(0, 5), garbled)
    const error = { code: 'invalid_response', moneyState: 'untouched', recoverable: true }
    expect(state).toMatchObject({ name: 'failed', error })
    const again = play(...toReview.slice(0, 5), garbled, { type: 'retry' })
    expect(again.state.name).toBe('connecting')
    expect(kinds(again.effects)).toContain('load_options')
  })

  it('the machine shows the other payer’s attempt', () => {
    const attempt = {
      id: '',
      phase: 'signing',
      walletMasked: '0x12…',
      networkName: '',
      startedAt: 1,
    }
    const { state, effects } = play(
      ...toReview,
      { type: 'pay', attemptId: ATTEMPT },
      {
        type: 'locked',
        note: { code: 'locked_device' },
        attempt,
        canTakeOver: false,
      },
    )
    expect(state).toMatchObject({ name: 'locked', attempt, canTakeOver: false })
    expect(kinds(effects)).not.toContain('pay')
  })
})

describe('a wallet that received the request', () => {
  it('a proven rejection by the wallet returns the payer to the review', () => {
    const { state, effects } = play(...toSigning, {
      type: 'not_sent',
      attemptId: ATTEMPT,
      note: { code: 'rejected' },
    })
    expect(state).toMatchObject({ name: 'review', note: { code: 'rejected', tone: 'info' } })
    expect(effects).toContainEqual({ type: 'finish', attemptId: ATTEMPT, outcome: 'abandoned' })
  })

  it('a malformed response from the wallet leads to “unknown”, and the chain is searched', () => {
    const { state, effects } = play(...toSigning, { type: 'lost', attemptId: ATTEMPT })
    expect(state.name).toBe('unknown')
    expect(effects.at(-1)).toEqual({ type: 'reconcile', attemptId: ATTEMPT })
  })

  it('15 s without a response from the wallet lead to a chain search, while the prompt stays open', () => {
    const { state, effects } = play(...toSigning, { type: 'waited', level: 'slow' })
    expect(state).toMatchObject({ name: 'signing', waiting: 'slow' })
    expect(effects.at(-1)).toEqual({ type: 'reconcile', attemptId: ATTEMPT })
  })

  it('a wallet that received the request may respond late, and its hash counts', () => {
    const { state } = play(
      ...toSigning,
      { type: 'check' },
      { type: 'sent', attemptId: ATTEMPT, hash: HASH },
    )
    expect(state).toMatchObject({ name: 'broadcasting', hash: HASH })
  })

  it('a wallet that received the request may return a hash even after the payer discarded the attempt, and the hash counts', () => {
    const { state } = play(
      ...toSigning,
      { type: 'check' },
      { type: 'discard', isConfirmed: true },
      { type: 'sent', attemptId: ATTEMPT, hash: HASH },
    )
    expect(state).toMatchObject({ name: 'broadcasting', hash: HASH, attemptId: ATTEMPT })
  })

  it('the payer of an open prompt sees a note to decline when the payment was made elsewhere in the meantime', () => {
    const { state } = play(...toSigning, { type: 'server', answer: paid })
    expect(state).toMatchObject({ name: 'succeeded', note: { code: 'paid_elsewhere' } })
  })

  it('the payer sees a warning about a second payment when the wallet sends a payment that is already paid', () => {
    const { state } = play(
      ...toSigning,
      { type: 'server', answer: paid },
      { type: 'sent', attemptId: ATTEMPT, hash: HASH },
    )
    expect(state).toMatchObject({ name: 'succeeded', note: { code: 'paid_twice', tone: 'error' } })
  })

  it('an expired link does not interrupt a wallet that received the request', () => {
    expect(play(...toSigning, { type: 'server', answer: expired }).state.name).toBe('signing')
  })
})

describe('another payer’s payment that covers everything', () => {
  const seen = aTransaction({ txHash: OTHER_HASH, status: 'confirming' })
  const covered: ServerAnswer = {
    kind: 'processing',
    payment: aPayment({ transactions: [seen] }),
  }
  const answered: Fact = { type: 'server', answer: covered }
  const toPreparing: readonly Fact[] = [...toReview, { type: 'pay', attemptId: ATTEMPT }]

  it.each<[string, readonly Fact[]]>([
    ['on the first screen', toReview.slice(0, 2)],
    ['at the review', toReview],
    ['while the locks are acquired', toPreparing],
    ['while the wallet has an approval request', toSigning.slice(0, -1)],
  ])('another payer’s full payment seen %s leaves nothing to sign', (_, facts) => {
    const { state, effects } = play(...facts, answered)
    expect(state).toMatchObject({
      name: 'settling',
      hash: OTHER_HASH,
      confirmations: { current: 1, required: 12 },
    })
    expect(kinds(effects)).not.toContain('pay')
    const isHolding = facts.length > toReview.length
    const end = { type: 'finish', attemptId: ATTEMPT, outcome: 'abandoned' }
    expect(effects.filter((one) => one.type === 'finish')).toEqual(isHolding ? [end] : [])
    expect(toModel(state).steps.find((step) => step.status === 'active')?.kind).toBe('confirm')
  })

  it('another payer’s full payment shows as settling on a page that loads now', () => {
    const fact: Fact = { type: 'loaded', answer: covered, record: null, isLockedElsewhere: false }
    expect(play({ type: 'load' }, fact).state).toMatchObject({ name: 'settling', hash: OTHER_HASH })
  })

  it('another payer’s full payment counts even if the service returns no data about it', () => {
    const bare: Fact = { type: 'server', answer: { kind: 'processing', payment: null } }
    const { state } = play(...toPreparing, bare)
    expect(state).toMatchObject({ name: 'settling', hash: null, confirmations: null })
  })

  it('another payer’s full payment shows a note to decline the open prompt, and keeps the attempt', () => {
    const { state, effects } = play(...toSigning, answered)
    expect(state).toMatchObject({
      name: 'settling',
      note: { code: 'paid_elsewhere' },
      attemptId: ATTEMPT,
    })
    expect(kinds(effects)).not.toContain('finish')
  })

  it('another payer’s full payment shows a warning about a second payment when the wallet still sends its own', () => {
    const { state, effects } = play(...toSigning, answered, {
      type: 'sent',
      attemptId: ATTEMPT,
      hash: HASH,
    })
    expect(state).toMatchObject({ name: 'settling', note: { code: 'paid_twice', tone: 'error' } })
    expect(effects.at(-1)).toEqual({ type: 'record', attemptId: ATTEMPT, hash: HASH })
  })

  it('another payer’s full payment keeps the note about an open prompt or a second payment once the service reports it as paid', () => {
    const sent: Fact = { type: 'sent', attemptId: ATTEMPT, hash: HASH }
    const done: Fact = { type: 'server', answer: paid }
    const noted = (...facts: Fact[]) => play(...toSigning, answered, ...facts, done).state
    expect(noted()).toMatchObject({ name: 'succeeded', note: { code: 'paid_elsewhere' } })
    expect(noted(sent)).toMatchObject({ name: 'succeeded', note: { code: 'paid_twice' } })
    expect(noted({ ...sent, hash: OTHER_HASH })).toMatchObject({ name: 'succeeded', note: null })
  })

  it('another payer’s full payment is shown as the payer’s own when the wallet returns its hash late', () => {
    const { state, effects } = play(...toSigning, answered, {
      type: 'sent',
      attemptId: ATTEMPT,
      hash: OTHER_HASH,
    })
    expect(state).toMatchObject({ name: 'settling', note: null })
    expect(effects.at(-1)).toEqual({ type: 'record', attemptId: ATTEMPT, hash: OTHER_HASH })
  })

  it('another payer’s full payment ends attempts with an unknown result', () => {
    const { state } = play(...toSigning, { type: 'lost', attemptId: ATTEMPT }, answered)
    expect(state).toMatchObject({ name: 'settling', hash: OTHER_HASH })
  })

  it('another payer’s full payment is complete once the service reports it', () => {
    const { state, effects } = play(...toReview, answered, { type: 'server', answer: paid })
    expect(state.name).toBe('succeeded')
    expect(effects.at(-1)).toMatchObject({ type: 'emit', signal: { type: 'success' } })
  })
})

describe('the state unknown', () => {
  const toUnknown: readonly Fact[] = [...toSigning, { type: 'lost', attemptId: ATTEMPT }]

  it.each<[string, Reconciliation, StateName, string | undefined, boolean]>([
    ['found', { kind: 'found', hash: HASH }, 'broadcasting', undefined, false],
    ['another transaction took the nonce', { kind: 'not_sent' }, 'connecting', 'not_sent', false],
    ['prompt gone', { kind: 'nonce_unused', isPromptGone: true }, 'unknown', 'nonce_unused', true],
    [
      'prompt open',
      { kind: 'nonce_unused', isPromptGone: false },
      'unknown',
      'prompt_may_be_open',
      false,
    ],
    ['waiting in the wallet', { kind: 'pending' }, 'unknown', 'pending_in_wallet', false],
    ['chain silent', { kind: 'unreachable' }, 'unknown', 'not_found_yet', false],
  ])(
    'the state unknown responds to the result of a chain reading: %s',
    (_, result, name, code, canDiscard) => {
      const { state } = play(...toUnknown, { type: 'reconciled', result })
      expect(toModel(state)).toMatchObject({ state: name, canDiscard })
      expect(state.note?.code).toBe(code)
      // The note about an attempt that can safely be discarded has the tone of a success.
      expect(state.note?.tone === 'success').toBe(canDiscard)
    },
  )

  it('the state unknown remains when the payer discards without confirming, or goes back', () => {
    const { state } = play(...toUnknown, { type: 'discard', isConfirmed: false }, { type: 'back' })
    expect(state.name).toBe('unknown')
  })

  it('the state unknown ends when the payer confirms that no prompt is open', () => {
    const { state } = play(...toUnknown, { type: 'discard', isConfirmed: true })
    expect(state).toMatchObject({ name: 'connecting', note: { code: 'not_sent' } })
  })
})

describe('a sent payment', () => {
  it('a sent payment continues under the new hash when it was sped up', () => {
    const { state, effects } = play(...toConfirming, {
      type: 'replaced',
      hash: OTHER_HASH,
      change: 'faster',
    })
    expect(state).toMatchObject({ name: 'confirming', hash: OTHER_HASH })
    expect(effects.slice(-2)).toEqual([
      { type: 'record', attemptId: ATTEMPT, hash: OTHER_HASH },
      { type: 'watch', attemptId: ATTEMPT, hash: OTHER_HASH },
    ])
  })

  it.each<[Fact, string, string]>([
    [{ type: 'reverted', hash: HASH }, 'payment_reverted', 'fee-only'],
    [{ type: 'dropped', params: { reason: 'expired' } }, 'tron_dropped', 'untouched'],
    [{ type: 'replaced', hash: OTHER_HASH, change: 'cancelled' }, 'payment_cancelled', 'untouched'],
    [{ type: 'replaced', hash: OTHER_HASH, change: 'different' }, 'payment_replaced', 'untouched'],
  ])('a sent payment fails with the state of the money: %j', (fact, code, moneyState) => {
    const { state } = play(...toConfirming, fact)
    expect(state).toMatchObject({
      name: 'failed',
      error: { code, moneyState, recoverable: true, supportCode: '00000000' },
    })
    expect(toModel(state).steps.some((step) => step.status === 'failed')).toBe(true)
  })

  it('a sent payment shows the obstacle until a block contains the payment', () => {
    const busy = { code: 'tron_busy', tone: 'info' } as const
    const told = (note: typeof busy | null): Fact => {
      return { type: 'confirmations', current: 0, required: 19, note }
    }
    expect(play(...toConfirming, told(busy)).state.note).toEqual(busy)
    expect(play(...toConfirming, told(busy), told(null)).state.note).toBeNull()
    const deep: Fact = { type: 'confirmations', current: 19, required: 19, note: null }
    expect(play(...toConfirming, told(busy), deep).state).toMatchObject({
      name: 'settling',
      note: null,
    })
  })

  it('a sent payment is never shown as paid from the chain alone', () => {
    const { state } = play(...toConfirming, { type: 'confirmations', current: 99, required: 1 })
    expect(state.name).toBe('settling')
  })

  it('a sent payment is partial if the service confirmed it and a remainder is left', () => {
    const [item] = payment.items
    const part = aPayment({
      items: item === undefined ? [] : [{ ...item, amountPaid: '4', remainingAmount: '6' }],
      transactions: [
        {
          requestId: 'r',
          txHash: HASH,
          amount: '4',
          confirmations: 3,
          requiredConfirmations: 3,
          status: 'confirmed',
          explorerUrl: null,
          timestamp: null,
        },
      ],
    })
    const { state } = play(...toConfirming, {
      type: 'server',
      answer: { kind: 'payment', payment: part },
    })
    expect(state.name).toBe('partial')
    for (const press of [{ type: 'retry' }, { type: 'pay', attemptId: OTHER_ATTEMPT }] as const) {
      expect(transition(state, { ...press, at: 1 }).state.name).toBe('connecting')
    }
  })
})

describe('a reloaded page', () => {
  it.each<[string, AttemptRecord, boolean, StateName, string]>([
    ['sent', aRecord({ phase: 'broadcast', txHash: HASH }), false, 'confirming', 'watch'],
    [
      'sent, seen from another tab',
      aRecord({ phase: 'broadcast', txHash: HASH }),
      true,
      'confirming',
      'watch',
    ],
    ['asked, no answer', aRecord({ phase: 'signing' }), false, 'resuming', 'reconcile'],
    ['asked in another tab', aRecord({ phase: 'signing' }), true, 'locked', 'emit'],
    ['approved', aRecord({ phase: 'approved' }), false, 'connect', 'finish'],
    ['just begun', aRecord({ phase: 'created' }), false, 'connect', 'finish'],
    ['begun in another tab', aRecord({ phase: 'created' }), true, 'locked', 'emit'],
  ])('a reloaded page resumes an attempt that was: %s', (_, record, isLocked, name, effect) => {
    const { state, effects } = play({ type: 'load' }, loaded(record, isLocked))
    expect(state.name).toBe(name)
    expect(effects.at(-1)?.type).toBe(effect)
  })

  it('a reloaded page leaves an attempt to the other tab that sent its request', () => {
    const { state } = play({ type: 'load' }, loaded(aRecord({ phase: 'signing' }), true))
    expect(state).toMatchObject({ name: 'locked', note: { code: 'locked_tab_signing' } })
    // No button ends that attempt.
    expect(state.attemptId).toBeNull()
  })

  it('a reloaded page trusts the service over its own record', () => {
    const { state } = play(
      { type: 'load' },
      {
        type: 'loaded',
        answer: paid,
        record: aRecord({ phase: 'signing' }),
        isLockedElsewhere: false,
      },
    )
    expect(state.name).toBe('succeeded')
  })

  it('a reloaded page resumes a sent payment although the link has expired', () => {
    const record = aRecord({ phase: 'broadcast', txHash: HASH })
    const fact: Fact = { type: 'loaded', answer: expired, record, isLockedElsewhere: false }
    expect(play({ type: 'load' }, fact).state.name).toBe('confirming')
  })

  it('a reloaded page shows that an approval is in place only if the record contains it', () => {
    const noteAfter = (phase: AttemptRecord['phase']) =>
      play({ type: 'load' }, loaded(aRecord({ phase }))).state.note?.code ?? null
    expect(noteAfter('approved')).toBe('approval_kept')
    // The wallet received the request; its response is unknown.
    expect(noteAfter('approving')).toBeNull()
    expect(noteAfter('created')).toBeNull()
  })

  it('a reloaded page never reads a missing record as “not paid” while the service has a live attempt', () => {
    const lastAttempt = {
      attemptPrefix: OTHER_ATTEMPT.slice(0, 8),
      phase: 'signing',
      wallet: '0x12ab…89cd',
      txHash: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      leaseUntil: '2026-01-01T00:10:00.000Z',
    }
    const answer: ServerAnswer = { kind: 'payment', payment: aPayment({ lastAttempt }) }
    const fact: Fact = { type: 'loaded', answer, record: null, isLockedElsewhere: false }
    const { state } = play({ type: 'load' }, fact)
    expect(state).toMatchObject({ name: 'locked', note: { code: 'locked_device' } })
    const later = { ...answer.payment, serverTime: '2026-01-01T00:10:01.000Z' }
    const free: Fact = { type: 'server', answer: { kind: 'payment', payment: later } }
    expect(transition(state, { ...free, at: 1 }).state.name).toBe('connect')
  })
})
