import type { Model } from '../model.ts'
import {
  batchPayment,
  bornePayment,
  paidPayment,
  partPayment,
  singlePayment,
  singlePayout,
} from './fixturePayments.ts'
import { borneReview, review } from './fixtureReviews.ts'

/** The models from which the states of a fee are made; all but `batch` have one item. */
type Bases = {
  ready: Model
  connected: Model
  batch: Model
  succeeded: Model
  /** The review of a payment on Tron. */
  tron: Model | undefined
}

/** Creates one model per visible state of a payment whose payees bear its fee; in a batch, only some of them do. */
export function createFeeFixtures(bases: Bases): Readonly<Record<string, Model>> {
  const { ready, connected, batch, succeeded, tron } = bases
  const reviewing = { ...connected, state: 'review', review: borneReview } as const
  const paid = bornePayment(paidPayment)
  const sum = [{ symbol: 'USDC', amount: '2122.540001' }] as const
  return {
    'connect-borne': { ...ready, payment: bornePayment(singlePayment) },
    'review-borne': { ...reviewing, payment: bornePayment(singlePayment) },
    'review-borne-payout': {
      ...reviewing,
      payment: { ...bornePayment(singlePayment), flow: 'pay', reference: singlePayout.reference },
    },
    'review-borne-batch': {
      ...batch,
      state: 'review',
      payment: bornePayment(batchPayment),
      review: batch.review && {
        ...batch.review,
        items: [...batch.review.items, ...borneReview.items, ...review.items],
        totalNeeded: sum,
        spending: sum,
        allowances: [sum[0], null],
      },
    },
    ...(tron?.payment && tron.review && { 'tron-review-borne': bearOnTron(tron) }),
    'partial-borne': { ...ready, state: 'partial', payment: bornePayment(partPayment) },
    'succeeded-borne': {
      ...succeeded,
      payment: { ...paid, items: paid.items.map((one) => ({ ...one, amountSpent: '10' })) },
    },
  }
}

function bearOnTron(tron: Model): Model {
  const sum = [{ symbol: 'USDT', amount: '10' }] as const
  return {
    ...tron,
    payment: tron.payment && bornePayment(tron.payment),
    review: tron.review && {
      ...tron.review,
      items: tron.review.items.map((one) => ({
        ...one,
        amount: '9.98',
        fee: one.fee && { ...one.fee, bearer: 'payee' },
      })),
      totalNeeded: sum,
      spending: sum,
      allowances: tron.review.allowances.map((one) => one && sum[0]),
    },
  }
}
