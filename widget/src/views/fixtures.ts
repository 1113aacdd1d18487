import type { Model } from '../model.ts'
import { createAcceptedFixtures } from './acceptedFixtures.ts'
import { createBridgeFixtures } from './bridgeFixtures.ts'
import { createElsewhereFixtures } from './elsewhereFixtures.ts'
import { createFeeFixtures } from './feeFixtures.ts'
import {
  attempt,
  batch,
  connected,
  failed,
  idle,
  manyWallets,
  paying,
  ready,
  sent,
  steps,
  succeeded,
  unavailable,
  wallet,
  wallets,
} from './fixtureModels.ts'
import {
  APPROVAL_HASH,
  basePayment,
  batchPayment,
  batchPayout,
  dollarPayment,
  FIXTURE_TIME_MS,
  HASH,
  item,
  paidPayment,
  partPayment,
  seen,
  singlePayment,
  singlePayout,
} from './fixturePayments.ts'
import {
  batchPayoutReview,
  dollarFee,
  dollarReview,
  networkFee,
  option,
  payoutReview,
  review,
  signedReview,
} from './fixtureReviews.ts'
import { createMerchantFixtures } from './merchantFixtures.ts'
import { createQuotedFixtures } from './quotedFixtures.ts'
import { createRefundFixtures } from './refundFixtures.ts'
import { createTronFixtures } from './tronFixtures.ts'

const tronFixtures = createTronFixtures({ ...connected, payment: singlePayment })

/** One model per state that a payer can see; tests and the states page use the key as its name. */
export const fixtures: Readonly<Record<string, Model>> = {
  loading: { ...idle, state: 'loading' },
  connect: ready,
  'connect-one': { ...ready, wallets: wallets.slice(0, 1) },
  'connect-many': { ...ready, wallets: manyWallets },
  'connect-none': { ...ready, wallets: [] },
  'connect-rejected': { ...ready, note: { code: 'wallet_busy', tone: 'error' } },
  'connect-batch': { ...ready, payment: batchPayment },
  'connect-converted': { ...ready, payment: dollarPayment },
  'connect-long-names': {
    ...ready,
    payment: {
      ...singlePayment,
      reference: 'مرجع ‮321 <img src=x onerror=alert(1)> '.repeat(3),
      merchant: {
        ...singlePayment.merchant,
        name: `قهوة ${'Interkontinentale Gesellschaft '.repeat(3)}`,
      },
      items: [
        item({
          amount: '123456789.000000000000000001',
          decimals: 18,
          symbol: 'LONGTOKEN',
          fee: null,
        }),
      ],
    },
    wallets: [wallet('A wallet whose name does not end where it should end', 'x.y', '#444', true)],
  },
  'connect-button': ready,
  ...createElsewhereFixtures({ ...ready, wallets: [] }),
  ...createMerchantFixtures(ready, { ...connected, state: 'review', review }, singlePayout),
  connecting: { ...ready, state: 'connecting', waitingSince: FIXTURE_TIME_MS },
  'connecting-slow': {
    ...ready,
    state: 'connecting',
    waitingSince: FIXTURE_TIME_MS - 16_000,
    waiting: 'slow',
  },
  blocked: { ...connected, state: 'blocked' },
  options: { ...connected, state: 'options', optionId: null },
  'options-poor': {
    ...connected,
    state: 'options',
    optionId: null,
    options: [
      { ...option, balance: '3.5', hasEnoughBalance: false },
      { ...option, id: 'gas', hasEnoughGas: false },
    ],
  },
  'options-reading': { ...connected, state: 'options' },
  review: {
    ...connected,
    state: 'review',
    review,
    networkFee,
    note: {
      code: 'auto_selected',
      tone: 'info',
      params: { symbol: 'USDC', network: 'Base Sepolia' },
    },
  },
  'review-rejected': {
    ...connected,
    state: 'review',
    review,
    note: { code: 'rejected', tone: 'info' },
  },
  'options-converted': {
    ...connected,
    state: 'options',
    payment: dollarPayment,
    optionId: null,
    options: [
      {
        ...option,
        needed: '80.81616',
        costs: dollarReview.totalNeeded,
        spending: dollarReview.spending,
      },
    ],
  },
  'review-converted': {
    ...connected,
    state: 'review',
    payment: dollarPayment,
    review: dollarReview,
    networkFee: dollarFee,
  },
  'review-signed': { ...connected, state: 'review', review: signedReview },
  'review-reading-fee': { ...connected, state: 'review', review, networkFee: null },
  'review-converted-batch': {
    ...batch,
    state: 'review',
    payment: { ...batchPayment, items: [...batchPayment.items, ...dollarPayment.items] },
    review: batch.review && {
      ...batch.review,
      items: [...batch.review.items, ...dollarReview.items],
      totalNeeded: [...batch.review.totalNeeded, ...dollarReview.totalNeeded],
      spending: [{ symbol: 'USDC', amount: '2183.336161' }],
      allowances: [{ symbol: 'USDC', amount: '2183.336161' }, null],
    },
  },
  'review-batch': { ...batch, state: 'review' },
  preparing: { ...paying, state: 'preparing', waitingSince: null, steps: steps(0) },
  switching: { ...paying, state: 'switching', steps: steps(0) },
  'switching-stuck': { ...paying, state: 'switching', steps: steps(0), waiting: 'stuck' },
  resetting: {
    ...paying,
    state: 'resetting',
    steps: [{ kind: 'reset_approval', status: 'active' }, ...steps(-1).slice(1)],
  },
  approving: { ...paying, state: 'approving', steps: steps(1) },
  'approving-mining': {
    ...paying,
    state: 'approving',
    waitingSince: null,
    steps: steps(1, APPROVAL_HASH),
  },
  'approving-batch': {
    ...batch,
    state: 'approving',
    waitingSince: FIXTURE_TIME_MS - 3_000,
    review: batch.review && {
      ...batch.review,
      totalNeeded: [
        { symbol: 'USDC', amount: '2090.5' },
        { symbol: 'DAI', amount: '12.02' },
      ],
    },
    steps: [
      { kind: 'approve', status: 'done', cost: { symbol: 'USDC', amount: '2090.5' } },
      { kind: 'approve', status: 'active', cost: { symbol: 'DAI', amount: '12.02' } },
      ...steps(-1).slice(2),
    ],
  },
  signing: { ...paying, state: 'signing', steps: steps(2) },
  permitting: { ...paying, state: 'permitting', steps: steps(1) },
  'signing-calls': {
    ...paying,
    state: 'signing',
    steps: [
      { kind: 'approve', status: 'active' },
      { kind: 'pay', status: 'active' },
      ...steps(1).slice(3),
    ],
  },
  'settling-safe': {
    ...paying,
    state: 'settling',
    waitingSince: null,
    steps: steps(2).slice(2),
    note: { code: 'safe_waiting', tone: 'info' },
  },
  'locked-safe': { ...ready, state: 'locked', note: { code: 'safe_waiting', tone: 'info' } },
  'signing-slow': { ...paying, state: 'signing', steps: steps(2), waiting: 'slow' },
  'signing-memory': { ...paying, state: 'signing', steps: steps(2), persistence: 'memory' },
  broadcasting: {
    ...paying,
    ...sent,
    state: 'broadcasting',
    waitingSince: null,
    steps: steps(2, HASH),
  },
  confirming: {
    ...paying,
    ...sent,
    state: 'confirming',
    waitingSince: null,
    steps: steps(3, HASH),
    confirmations: { current: 4, required: 10 },
  },
  settling: { ...paying, ...sent, state: 'settling', waitingSince: null, steps: steps(4, HASH) },
  'settling-elsewhere': {
    ...ready,
    state: 'settling',
    confirmations: { current: 1, required: 10 },
    steps: steps(3, HASH).slice(2),
  },
  'confirming-offline': {
    ...paying,
    ...sent,
    state: 'confirming',
    waitingSince: null,
    steps: steps(3, HASH),
    confirmations: { current: 0, required: 10 },
    offline: true,
  },
  resuming: { ...ready, state: 'resuming', attempt },
  unknown: {
    ...connected,
    state: 'unknown',
    attempt,
    note: { code: 'prompt_may_be_open', tone: 'info' },
  },
  'unknown-unused': {
    ...connected,
    state: 'unknown',
    attempt,
    canDiscard: true,
    note: { code: 'nonce_unused', tone: 'success' },
  },
  'locked-tab': {
    ...connected,
    state: 'locked',
    canTakeOver: true,
    note: { code: 'locked_tab', tone: 'info' },
  },
  'locked-device': {
    ...connected,
    state: 'locked',
    attempt,
    note: { code: 'locked_device', tone: 'info' },
  },
  partial: { ...ready, state: 'partial', payment: partPayment },
  succeeded,
  'succeeded-converted': {
    ...succeeded,
    payment: {
      ...paidPayment,
      items: dollarPayment.items.map((from) => ({
        ...from,
        status: 'paid',
        amountPaid: '80',
        amountSpent: '80.016',
        remainingAmount: '0',
      })),
      transactions: [seen('80')],
    },
  },
  'succeeded-batch': {
    ...batch,
    state: 'succeeded',
    payment: {
      ...batchPayment,
      status: 'completed',
      completedAt: '2026-03-02T14:04:12Z',
      transactions: [seen('1250')],
    },
  },
  ...createRefundFixtures(succeeded),
  'succeeded-twice': { ...succeeded, note: { code: 'paid_twice', tone: 'error' } },
  'payout-connect': { ...ready, payment: singlePayout },
  'payout-connect-batch': { ...ready, payment: batchPayout },
  'payout-connect-many': {
    ...ready,
    payment: { ...batchPayout, items: Array.from({ length: 4 }, () => batchPayout.items).flat() },
  },
  'payout-connecting': { ...ready, payment: singlePayout, state: 'connecting' },
  'payout-review': { ...connected, payment: singlePayout, state: 'review', review: payoutReview },
  'payout-review-batch': {
    ...connected,
    payment: batchPayout,
    state: 'review',
    review: batchPayoutReview,
  },
  'payout-signing': {
    ...paying,
    payment: singlePayout,
    review: payoutReview,
    state: 'signing',
    steps: steps(2),
  },
  'payout-succeeded': {
    ...paying,
    ...sent,
    state: 'succeeded',
    review: payoutReview,
    payment: {
      ...paidPayment,
      flow: 'pay',
      items: singlePayout.items.map((from) => ({ ...from, status: 'paid', remainingAmount: '0' })),
    },
  },
  'payout-succeeded-batch': {
    ...connected,
    state: 'succeeded',
    payment: {
      ...batchPayout,
      status: 'completed',
      completedAt: '2026-03-02T14:04:12Z',
      transactions: [seen('1250')],
    },
  },
  'payout-failed-mismatch': {
    ...failed('calldata_mismatch', { params: { reason: 'wrong_payee' }, recoverable: false }),
    payment: singlePayout,
  },
  'payout-expired': unavailable('expired', { payment: { ...singlePayout, status: 'expired' } }),
  ...createAcceptedFixtures(connected),
  ...createQuotedFixtures({ ...connected, state: 'review' }),
  ...createBridgeFixtures({ ...connected, payment: basePayment }),
  ...tronFixtures,
  ...createFeeFixtures({ ready, connected, batch, succeeded, tron: tronFixtures['tron-review'] }),
  'failed-mismatch': failed('calldata_mismatch', {
    params: { reason: 'wrong_payee' },
    recoverable: false,
  }),
  'failed-destination': failed('destination_mismatch', { recoverable: false }),
  'failed-unsupported': failed('unsupported_network', { recoverable: false }),
  'failed-reverted': { ...failed('payment_reverted', { moneyState: 'fee-only' }), ...sent },
  'failed-cancelled': failed('payment_cancelled', {}),
  'failed-replaced': failed('payment_replaced', {}),
  'failed-answer': failed('invalid_response', {}),
  'failed-internal': failed('internal', { moneyState: 'maybe-sent' }),
  'unavailable-expired': unavailable('expired', {
    payment: { ...singlePayment, status: 'expired' },
  }),
  'unavailable-not-found': unavailable('not_found'),
  'unavailable-cancelled': unavailable('cancelled', {
    payment: { ...singlePayment, status: 'invalidated' },
  }),
  'unavailable-not-payable': unavailable('not_payable', { payment: singlePayment }),
  'unavailable-rate-limited': {
    ...unavailable('rate_limited'),
    unavailable: { reason: 'rate_limited', retryAt: FIXTURE_TIME_MS + 42_000 },
  },
  'unavailable-offline': { ...unavailable('offline'), offline: true },
  'unavailable-unauthorized': unavailable('unauthorized'),
  'unavailable-server': unavailable('server'),
}

/** The attributes of the element for a fixture, in addition to its model. */
export const fixtureAttributes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'connect-button': { mode: 'button' },
}
