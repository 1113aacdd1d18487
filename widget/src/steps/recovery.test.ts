import { describe, expect, it } from 'vitest'
import type { Reconciliation } from '../machine/fact.ts'
import { aRecord, PAYER } from '../testing/examples.ts'
import { PROMPT_LIFETIME_MS } from './attempts.ts'
import { comparePayload, parseTransaction } from './chainRecords.ts'
import { type RecoveryFacts, reconcile } from './reconcile.ts'
import { type ChainFacts, followTransaction, type Verdict } from './watch.ts'

const HASH = `0x${'a1'.repeat(32)}`
const OTHER = `0x${'b2'.repeat(32)}`

describe('reconcile decides about a payment that the wallet did not confirm (nonce 7)', () => {
  const quiet: RecoveryFacts = {
    isReadable: true,
    paymentHash: null,
    latestNonce: 7,
    pendingNonce: 7,
    isContract: false,
    atNonce: null,
    ageMs: 10_000,
  }
  const old = { ageMs: PROMPT_LIFETIME_MS }
  const used = { latestNonce: 8, pendingNonce: 8 }
  const same = { atNonce: { hash: HASH, isSamePayload: true } }
  const other = { atNonce: { hash: OTHER, isSamePayload: false } }

  it.each<[string, Partial<RecoveryFacts>, Reconciliation]>([
    ['chain silent', { isReadable: false, paymentHash: HASH }, { kind: 'unreachable' }],
    ['event with the reference', { paymentHash: HASH }, { kind: 'found', hash: HASH }],
    [
      'event, though another payload has the nonce',
      { ...used, ...other, paymentHash: HASH },
      { kind: 'found', hash: HASH },
    ],
    [
      'event from a contract account',
      { isContract: true, paymentHash: HASH },
      { kind: 'found', hash: HASH },
    ],
    ['contract account without event', { ...old, isContract: true }, { kind: 'unreachable' }],
    ['nonce used by the payment', { ...used, ...same }, { kind: 'found', hash: HASH }],
    [
      'nonce used by something else, prompt gone',
      { ...used, ...other, ...old },
      { kind: 'not_sent' },
    ],
    [
      'nonce used by something else, prompt may be open',
      { ...used, ...other },
      { kind: 'nonce_unused', isPromptGone: false },
    ],
    ['nonce used by something not found', { ...used, ...old }, { kind: 'unreachable' }],
    ['waiting in the mempool', { pendingNonce: 8, ...old }, { kind: 'pending' }],
    ['nonce unused, prompt may be open', {}, { kind: 'nonce_unused', isPromptGone: false }],
    ['nonce unused for a minute', old, { kind: 'nonce_unused', isPromptGone: true }],
  ])(
    'reconcile decides about a payment that the wallet did not confirm (nonce 7) after the chain reading: %s',
    (_, facts, expected) => {
      expect(reconcile(aRecord({ nonce: 7 }), { ...quiet, ...facts })).toEqual(expected)
    },
  )

  it('reconcile reads a wallet’s error as the end of its prompt, not as proof', () => {
    const record = aRecord({ nonce: 7, lastError: 'wallet_error' })
    expect(reconcile(record, quiet)).toEqual({ kind: 'nonce_unused', isPromptGone: true })
  })

  it('reconcile stays undecided for an attempt without a nonce', () => {
    expect(reconcile(aRecord({ nonce: null }), { ...quiet, ...old })).toEqual({
      kind: 'unreachable',
    })
  })
})

describe('followTransaction decides about a payment with a hash', () => {
  const missing: ChainFacts = { receipt: null, payload: null, replacement: null, paidHash: null }
  const mined = { isSuccess: true, confirmations: 3, hasPayment: true }

  it.each<[string, Partial<ChainFacts>, Verdict]>([
    ['not seen yet', {}, { kind: 'waiting' }],
    ['in the mempool', { payload: 'same' }, { kind: 'waiting' }],
    ['mined', { receipt: mined, payload: 'same' }, { kind: 'mined', confirmations: 3 }],
    [
      'mined through a wallet contract',
      { receipt: mined, payload: 'different' },
      { kind: 'mined', confirmations: 3 },
    ],
    [
      'mined, event not readable',
      { receipt: { ...mined, hasPayment: false }, payload: 'same' },
      { kind: 'mined', confirmations: 3 },
    ],
    [
      'reverted',
      { receipt: { ...mined, isSuccess: false, hasPayment: false }, payload: 'same' },
      { kind: 'reverted' },
    ],
    [
      'mined, but it is something else',
      { receipt: { ...mined, hasPayment: false }, payload: 'different' },
      { kind: 'replaced', hash: HASH, change: 'different' },
    ],
    [
      'sped up',
      { replacement: { hash: OTHER, payload: 'same' } },
      { kind: 'replaced', hash: OTHER, change: 'faster' },
    ],
    [
      'cancelled',
      { replacement: { hash: OTHER, payload: 'cancelled' } },
      { kind: 'replaced', hash: OTHER, change: 'cancelled' },
    ],
    [
      'replaced',
      { replacement: { hash: OTHER, payload: 'different' } },
      { kind: 'replaced', hash: OTHER, change: 'different' },
    ],
    [
      'the event outweighs the comparison',
      { paidHash: OTHER, replacement: { hash: OTHER, payload: 'different' } },
      { kind: 'replaced', hash: OTHER, change: 'faster' },
    ],
    [
      'the "replacement" is the payment itself',
      { replacement: { hash: HASH.toUpperCase().replace('X', 'x'), payload: 'different' } },
      { kind: 'waiting' },
    ],
  ])(
    'followTransaction decides about a payment with a hash after the chain reading: %s',
    (_, facts, expected) => {
      expect(followTransaction(HASH, { ...missing, ...facts })).toEqual(expected)
    },
  )
})

describe('comparePayload', () => {
  /** keccak256('0x') is the well-known empty hash. */
  const EMPTY_HASH = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
  const record = aRecord({ to: PAYER, valueHex: '0x5', calldataHash: EMPTY_HASH })
  const base = {
    hash: HASH,
    from: PAYER,
    to: PAYER.toLowerCase(),
    value: '0x5',
    input: '0x',
    nonce: '0x7',
  }

  it.each([
    ['the payment in other letters', {}, 'same'],
    ['another value', { value: '0x6' }, 'different'],
    ['another receiver', { to: `0x${'11'.repeat(20)}` }, 'different'],
    ['other calldata', { input: '0x00' }, 'different'],
    ['nothing to oneself', { value: '0x0' }, 'cancelled'],
    ['a deployment', { to: null }, 'different'],
  ])('comparePayload compares %s', (_, patch, expected) => {
    const transaction = parseTransaction({ ...base, ...patch })
    expect(transaction && comparePayload(record, transaction)).toBe(expected)
  })

  it.each([
    null,
    'text',
    {},
    { ...base, hash: '0x1' },
    { ...base, value: 5 },
    { ...base, input: null },
  ])('parseTransaction returns null for %j', (value) => expect(parseTransaction(value)).toBeNull())
})
