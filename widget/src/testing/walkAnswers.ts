import fc from 'fast-check'
import type { UnavailableReason } from '../codes.ts'
import type { LiveAttempt } from '../machine/attemptRecord.ts'
import type { ServerAnswer } from '../machine/fact.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Review } from '../review.ts'
import { aPayment, aRecord, aTransaction } from './examples.ts'
import {
  bridgedReview,
  expired,
  HASH,
  OTHER_ATTEMPT,
  OTHER_HASH,
  paid,
  payment,
  pending,
  review,
  verifiedAs,
} from './machineExamples.ts'
import { aTronPayment } from './tronExamples.ts'

/** The hash of the service's transaction that submits a permit; the payer did not send it. */
export const RELAYED_HASH = `0x${'c3'.repeat(32)}`
const CALLS_ID = '0x01'
const SIGNED_TRON = {
  txID: 'd4'.repeat(32),
  raw_data: {},
  raw_data_hex: '00',
  visible: false,
}

// ── possible reviews
/** Reviews of one transaction, with a reset of the allowance, and with a permit. */
export const single: Review = { ...review, steps: ['pay'], allowances: [null] }
export const withReset: Review = {
  ...review,
  steps: ['reset_approval', 'approve', 'pay'],
  allowances: [null, { symbol: 'USDT', amount: '10.02' }, null],
}
export const byPermit: Review = { ...review, isByPermit: true }
/** The verified payments that a payer may review. */
export const reviews = [review, single, withReset, byPermit, bridgedReview].map(verifiedAs)

// ── possible responses from the service
const [item] = payment.items
const items = item === undefined ? [] : [{ ...item, amountPaid: '4', remainingAmount: '6' }]
/** Returns a transaction of the payment that still needs confirmations. */
export const confirming = (txHash: string) => aTransaction({ txHash, status: 'confirming' })
/** Returns the service's response for a partly paid payment, with this page's transaction or another one. */
const partly = (txHash: string): ServerAnswer => ({
  kind: 'payment',
  payment: aPayment({ items, transactions: [aTransaction({ txHash })] }),
})
const whole = (txHash: string): ServerAnswer => ({
  kind: 'payment',
  payment: aPayment({ transactions: [aTransaction({ txHash })] }),
})
/** Returns the service's response while a payment is in progress. */
export const processing = (of: PaymentMetadata | null): ServerAnswer => ({
  kind: 'processing',
  payment: of,
})
const lastAttempt = {
  attemptPrefix: OTHER_ATTEMPT.slice(0, 8),
  phase: 'signing',
  wallet: '0x12ab…89cd',
  txHash: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  leaseUntil: '2026-01-01T00:10:00.000Z',
}
const leased: ServerAnswer = { kind: 'payment', payment: aPayment({ lastAttempt }) }
const unavailable = (reason: UnavailableReason): ServerAnswer => ({
  kind: 'unavailable',
  reason,
  retryAt: null,
  payment: null,
})
/** Returns the metadata of a payment over a bridge, with this page's hash or another one. */
export const carried = (txHash: string, status: string, isCounted = false): PaymentMetadata => ({
  ...aPayment(isCounted ? { items } : {}),
  raw: {
    transfers: [
      {
        txHash,
        chain: 'BASE',
        token: 'USDC',
        sourceAmount: '10.05',
        status,
        isCounted,
        settledTxHash: null,
        explorerUrl: null,
      },
    ],
  },
})
const transfers: readonly ServerAnswer[] = [HASH, OTHER_HASH].flatMap((hash) => [
  ...['tracking', 'unanswered', 'refunded', 'failed', 'foreign', 'completed'].map(
    (status): ServerAnswer => ({ kind: 'payment', payment: carried(hash, status) }),
  ),
  { kind: 'payment', payment: carried(hash, 'partial', true) },
  processing(carried(hash, 'tracking')),
])

/** Any response from the service. */
export const answer = fc.oneof(
  { weight: 6, arbitrary: fc.constant(pending) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      expired,
      paid,
      leased,
      processing(aPayment({ transactions: [confirming(OTHER_HASH)] })),
      processing(aPayment({ transactions: [confirming(HASH)] })),
      // No transaction yet, as while a Safe collects signatures; then a response without the payment.
      processing(aPayment()),
      processing(null),
      whole(HASH),
      whole(OTHER_HASH),
      partly(HASH),
      partly(OTHER_HASH),
      { kind: 'payment', payment: aTronPayment() } as const,
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom(...transfers) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<UnavailableReason>('not_found', 'offline', 'server', 'rate_limited', 'no_rate')
      .map(unavailable),
  },
)

// ── possible records of the device

const destination = { network: 'devnet', networkName: 'Devnet' }
/** The attempts that a device may have stored. */
export const records: readonly LiveAttempt[] = [
  ...(['created', 'approving', 'approved', 'signing'] as const).map((phase) => aRecord({ phase })),
  aRecord({ phase: 'broadcast', txHash: HASH }),
  // With a permit: signed, then submitted by the service.
  aRecord({ phase: 'approving', permit: { nonce: '4', deadline: 1, hash: null } }),
  aRecord({ phase: 'approved', permit: { nonce: '4', deadline: 1, hash: RELAYED_HASH } }),
  // A batch (EIP-5792), and a Safe's transaction.
  aRecord({ phase: 'signing', callsId: CALLS_ID }),
  aRecord({ phase: 'broadcast', callsId: CALLS_ID }),
  aRecord({ phase: 'broadcast', callsId: HASH, safeTxHash: HASH }),
  // Tron: built, signed, sent.
  aRecord({ kind: 'tron', network: 'tron', phase: 'signing', nonce: null }),
  aRecord({
    kind: 'tron',
    network: 'tron',
    phase: 'signing',
    nonce: null,
    txHash: SIGNED_TRON.txID,
  }),
  aRecord({
    kind: 'tron',
    network: 'tron',
    phase: 'broadcast',
    nonce: null,
    txHash: SIGNED_TRON.txID,
  }),
  // Two attempts whose payments were sent.
  {
    ...aRecord({ phase: 'broadcast', txHash: HASH }),
    others: [aRecord({ id: OTHER_ATTEMPT, phase: 'broadcast', txHash: OTHER_HASH })],
  },
  // Through a bridge.
  aRecord({ phase: 'signing', network: 'base', destination }),
  aRecord({ phase: 'broadcast', network: 'base', destination, txHash: HASH }),
]
/** Any attempt that the device has stored, or none. */
export const record = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom(...records) },
)
