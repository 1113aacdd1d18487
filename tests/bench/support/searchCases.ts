import type { PaymentSearchQuery } from '@secure-payment/core/api'
import type { Random } from '../../flows/support/random.ts'
import {
  BUSY_PAYER,
  CLIENT_IDS,
  FROM_MS,
  PAYEES,
  payerAt,
  paymentReferenceAt,
  referenceAt,
  requestIdAt,
  SHARED_REFERENCE,
  txHashAt,
  UNTIL_MS,
} from './paymentRows.ts'

/** A search query, authenticated by an API key or, with `clientId`, by a page's client ID. */
export type SearchCase = {
  name: string
  query(facts: SearchFacts): PaymentSearchQuery
  clientId?: string
}

/**
 * The inputs of queries: `count` payments, and the cursors of the middle pages for all payments and for the conversions.
 */
export type SearchFacts = {
  random: Random
  count: number
  middle: { all: PaymentSearchQuery; conversions: PaymentSearchQuery }
}

const DAY_MS = 86_400_000
const MONTH_MS = 30 * DAY_MS

/** Every single filter, and the combinations that merchants use. */
export const searchCases: readonly SearchCase[] = [
  { name: 'no filter', query: () => ({}) },
  { name: 'txHash', query: ({ random, count }) => ({ txHash: txHashAt(indexIn(random, count)) }) },
  { name: 'a payee’s wallet', query: ({ random }) => ({ walletAddress: random.pick(PAYEES) }) },
  { name: 'a busy payer’s wallet', query: () => ({ walletAddress: BUSY_PAYER }) },
  {
    name: 'a rare payer’s wallet',
    query: ({ random, count }) => ({ walletAddress: payerAt(random.integer(0, count >> 1)) }),
  },
  {
    name: 'paymentReference',
    query: ({ random, count }) => ({
      paymentReference: paymentReferenceAt(indexIn(random, count)),
    }),
  },
  {
    name: 'requestId',
    query: ({ random, count }) => ({ requestId: requestIdAt(indexIn(random, count)) }),
  },
  {
    name: 'one order’s reference',
    query: ({ random, count }) => ({ reference: referenceAt(indexIn(random, count)) }),
  },
  { name: 'a shared reference', query: () => ({ reference: SHARED_REFERENCE }) },
  { name: 'type, matching a quarter of the payments', query: () => ({ type: 'conversion' }) },
  { name: 'invoiceCurrency', query: () => ({ invoiceCurrency: 'EUR' }) },
  { name: 'paymentCurrency, a symbol', query: () => ({ paymentCurrency: 'USDC' }) },
  { name: 'fromDate', query: ({ random }) => ({ fromDate: momentIn(random) }) },
  { name: 'toDate', query: ({ random }) => ({ toDate: momentIn(random) }) },
  { name: 'a client ID’s own', query: () => ({}), clientId: CLIENT_IDS[0] },
  {
    name: 'payee, type and 30 days',
    query: ({ random }) => ({
      walletAddress: random.pick(PAYEES),
      type: 'conversion',
      ...monthIn(random),
    }),
  },
  {
    name: 'wallet as payer or payee, and 30 days',
    query: ({ random }) => ({
      walletAddress: random.pick([...PAYEES, BUSY_PAYER]),
      ...monthIn(random),
    }),
  },
  {
    name: 'client ID, currency and wallet',
    query: ({ random }) => ({ walletAddress: random.pick(PAYEES), paymentCurrency: 'USDC-base' }),
    clientId: CLIENT_IDS[1],
  },
  {
    name: 'middle by offset',
    query: ({ count }) => ({ offset: String(Math.floor(count * 0.475)) }),
  },
  {
    name: 'middle of the conversions by offset',
    query: ({ count }) => ({ type: 'conversion', offset: String(Math.floor(count * 0.119)) }),
  },
  { name: 'middle by cursor', query: ({ middle }) => middle.all },
  { name: 'middle of the conversions by cursor', query: ({ middle }) => middle.conversions },
]

/** This query's cost grows up to a limit: both filters match many payments, and the host reads the shorter list. */
export const unboundedCase: SearchCase = {
  name: 'a payee’s wallet and a shared reference',
  query: () => ({ walletAddress: PAYEES[0], reference: SHARED_REFERENCE }),
}

function indexIn(random: Random, count: number): number {
  return random.integer(0, count - 1)
}

function momentIn(random: Random): string {
  return new Date(random.integer(FROM_MS + DAY_MS, UNTIL_MS - DAY_MS)).toISOString()
}

function monthIn(random: Random): { fromDate: string; toDate: string } {
  const fromMs = random.integer(FROM_MS, UNTIL_MS - MONTH_MS)
  return {
    fromDate: new Date(fromMs).toISOString(),
    toDate: new Date(fromMs + MONTH_MS).toISOString(),
  }
}
