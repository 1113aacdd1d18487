import type { Model } from '../model.ts'
import { dollarPayment, FIXTURE_TIME_MS } from './fixturePayments.ts'
import { dollarReview } from './fixtureReviews.ts'

/** The time that is left of the fixtures' quotes. */
const LEFT_MS = 540_000

/** Creates the reviews of a payment that the service prices: at a quote, at one that has expired, and at par. */
export function createQuotedFixtures(review: Model): Readonly<Record<string, Model>> {
  const reviewing = (quote: NonNullable<Model['review']>['quote']): Model => ({
    ...review,
    networkFee: { symbol: 'ETH', amount: '0.00042', worth: { symbol: 'EUR', amount: '0.93' } },
    payment: { ...dollarPayment, plan: { way: 'quoted', rail: 'quoted' } },
    review: {
      ...dollarReview,
      spending: [{ symbol: 'USDC', amount: '86.96' }],
      totalNeeded: [{ symbol: 'EUR', amount: '80' }],
      items: dollarReview.items.map((item) => ({ ...item, symbol: 'EUR' })),
      allowances: [{ symbol: 'USDC', amount: '86.96' }, null],
      ...(quote && { quote }),
    },
  })
  const quote = {
    id: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
    unit: { symbol: 'USDC', amount: '1' },
    price: { symbol: 'EUR', amount: '0.92' },
    sources: ['chainlink', 'coinbase', 'kraken'],
    parts: [
      {
        due: { symbol: 'EUR', amount: '80' },
        worth: { symbol: 'USDC', amount: '86.956522' },
        paid: { symbol: 'USDC', amount: '86.96' },
      },
    ],
    expiresAt: FIXTURE_TIME_MS + LEFT_MS,
  }
  const par = {
    id: null,
    unit: quote.unit,
    price: quote.unit,
    sources: [],
    parts: [],
    expiresAt: null,
  }
  const atPar = reviewing(par)
  const due = [{ symbol: 'USDC', amount: '80' }] as const
  const equal = atPar.review && {
    ...atPar.review,
    items: atPar.review.items.map((item) => ({ ...item, symbol: 'USDC' })),
    totalNeeded: due,
    spending: due,
    allowances: [due[0], null],
  }
  return {
    'review-quoted': reviewing(quote),
    'review-quote-expired': reviewing({ ...quote, expiresAt: FIXTURE_TIME_MS - 1 }),
    'review-par': { ...atPar, networkFee: null, review: equal },
  }
}
