import type { Step } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'
import { ensureDefined } from '../ensureDefined.ts'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { Fact, ServerAnswer } from '../machine/fact.ts'
import { initialState, type Loose, type State } from '../machine/state.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { StateName } from '../model.ts'
import type { PayOption } from '../payOption.ts'
import type { Review } from '../review.ts'
import { anAccount, aPayment } from './examples.ts'

/** The attempt in the example sequences, and another attempt. */
export const ATTEMPT = '00000000-0000-4000-8000-000000000001'
export const OTHER_ATTEMPT = '00000000-0000-4000-8000-000000000002'
/** Two transactions. */
export const HASH: `0x${string}` = `0x${'a1'.repeat(32)}`
export const OTHER_HASH = `0x${'b2'.repeat(32)}`
/** The states in which the payer chooses or reviews; the wallet receives only requests for an account. */
export const CHOOSING: readonly StateName[] = [
  'connect',
  'connecting',
  'blocked',
  'options',
  'review',
]

/** A payment option that the payer can afford, and one that the payer cannot. */
export const option: PayOption = {
  id: 'devnet:USDC',
  network: 'devnet',
  symbol: 'USDC',
  needed: '10.02',
  costs: [{ symbol: 'USDC', amount: '10.02' }],
  spending: [{ symbol: 'USDC', amount: '10.02' }],
  balance: '50',
  hasEnoughBalance: true,
  missing: null,
  hasEnoughGas: true,
  route: 'direct',
}
export const poor: PayOption = {
  ...option,
  id: 'devnet:DAI',
  symbol: 'DAI',
  hasEnoughBalance: false,
}
/** A review of a payment that needs an approval first. */
export const review: Review = {
  items: [],
  totalNeeded: [{ symbol: 'USDC', amount: '10.02' }],
  spending: [{ symbol: 'USDC', amount: '10.02' }],
  networkName: 'Devnet',
  contractAddress: '0x5eCC000000000000000000000000000000000001',
  steps: ['approve', 'pay'],
  allowances: [{ symbol: 'USDC', amount: '10.02' }, null],
  verified: true,
  calldata: [],
}
/** The review of a payment from another chain, over a bridge. */
export const bridgedReview: Review = {
  ...review,
  bridge: {
    chain: 'BASE',
    network: 'base',
    networkName: 'Base',
    destinationName: 'Devnet',
    fee: null,
    durationS: 60,
    expiresAt: 1,
    isCarried: true,
  },
}
/** Responses from the service. */
export const payment = aPayment()
export const paid: ServerAnswer = { kind: 'completed', payment: aPayment({ status: 'completed' }) }
export const pending: ServerAnswer = { kind: 'payment', payment }
export const expired: ServerAnswer = {
  kind: 'unavailable',
  reason: 'expired',
  retryAt: null,
  payment: null,
}

/** Returns a state with these members, and without those that its name also requires. */
export function stateWith(name: StateName, patch: Partial<Loose>): State {
  return { ...initialState, ...patch, name } as State
}
/** Returns a payment whose transactions were verified, with a review of it. */
export function verifiedAs(shown: Review): VerifiedPayment {
  const pay: Step = {
    kind: 'pay',
    transaction: { to: shown.contractAddress, data: '0x', value: 0n },
    token: null,
    spender: null,
    amountUnits: 0n,
  }
  return {
    payment,
    network: ensureDefined(findNetwork('devnet'), 'The network of the tests'),
    steps: [pay],
    pay,
    calldataHash: '0x',
    items: [],
    review: shown,
    converter: null,
    limits: new Map(),
  }
}
/** A payment that needs an approval first. */
export const verified = verifiedAs(review)
/** Returns a page's first fact: the service's response, and the attempt that this device stored. */
export const loaded = (record: AttemptRecord | null = null, isLockedElsewhere = false): Fact => ({
  type: 'loaded',
  answer: pending,
  record,
  isLockedElsewhere,
})
/** The facts that lead from the start to the review, to the wallet's open prompt, and to a sent payment. */
export const toReview: readonly Fact[] = [
  { type: 'load' },
  loaded(),
  { type: 'connect', walletId: 'w' },
  { type: 'connected', account: anAccount() },
  { type: 'options', options: [option, poor], payment },
  { type: 'review', verified },
]
export const toSigning: readonly Fact[] = [
  ...toReview,
  { type: 'pay', attemptId: ATTEMPT },
  { type: 'acquired' },
  { type: 'ready', verified, needsSwitch: true },
  { type: 'switched', chainId: 31337 },
  { type: 'step_sent', kind: 'approve', hash: OTHER_HASH },
  { type: 'step_mined' },
]
/**
 * Returns the facts of a payment that the payer discarded without proof and requested again. `first` leads to the discarded payment, which
 * the wallet may still send.
 */
export const toAskedAgain = (first: readonly Fact[] = toSigning): readonly Fact[] => [
  ...first,
  { type: 'check' },
  { type: 'discard', isConfirmed: true },
  ...toReview.slice(-2),
  { type: 'pay', attemptId: OTHER_ATTEMPT },
  { type: 'acquired' },
  { type: 'ready', verified: verifiedAs({ ...review, steps: ['pay'] }), needsSwitch: false },
]
export const toConfirming: readonly Fact[] = [
  ...toSigning,
  { type: 'sent', attemptId: ATTEMPT, hash: HASH },
  { type: 'recorded' },
]
