import { findPricing } from '@secure-payment/core/catalogue'
import {
  creditAtPrice,
  creditAtQuote,
  quoteUnits,
  RATE_SCALE,
} from '@secure-payment/core/conversion'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import type { Price, PricePair, Prices } from '../prices/prices.ts'
import { chooseQuote } from '../quotes/chooseQuote.ts'
import { graceOf } from '../quotes/graceOf.ts'
import { type Quote, readQuotes } from '../quotes/quoteRows.ts'
import {
  type CreditedLog,
  type MatchedRequest,
  NO_PRICE,
  UNPAID,
} from '../settlement/detectedPayment.ts'
import { writeSources } from '../settlement/priceSources.ts'
import { parRate, quotedRate } from '../settlement/quotedRate.ts'
import { withinMs } from '../withinMs.ts'
import { creditBorneFee } from './creditBorneFee.ts'
import { rateText } from './rateText.ts'
import type { Arrival, Counted, Worth } from './valueArrivals.ts'

/** The maximum time for which recording waits for market prices. */
const DEADLINE_MS = 2_000
/** The time after a quote's expiry during which a young payment is still expected to count at the quote. */
const SEEN_GRACE_MS = 24 * 3_600_000
/** The maximum number of prices that one range reads; a job reads the others later. */
const MAX_PRICES = 20

/** Money that reached the payee of a quoted request; without `log`, no payment event states a fee. */
export type QuotedArrival = {
  match:
    | CreditedLog
    | {
        request: Pick<MatchedRequest, 'id' | 'plan' | 'invoice_currency' | 'payment_currency'>
        log?: undefined
      }
} & Pick<Arrival, 'units' | 'timestampS'>

/** The parts of a host that value quoted payments. */
export type QuotedContext = Pick<Context, 'config' | 'db' | 'prices'>

/**
 * Values the money that arrived for quoted requests:
 *
 * - the same asset counts at par
 * - another asset counts at the quote that held at its block's time, if one did
 * - any other amount counts at the market's price of that time; without a price, it does not count yet
 *
 * Recording waits for prices for two seconds at most.
 */
export async function valueQuoted<A extends QuotedArrival>(
  context: QuotedContext,
  arrivals: readonly A[],
  graceMs: number = graceOf(context),
): Promise<ReadonlyMap<A, Worth>> {
  const worths = new Map<A, Worth>()
  const priced: A[] = []
  for (const arrival of arrivals) {
    if (describeRequest(arrival.match.request.plan).pricing === 'par')
      worths.set(arrival, atPar(arrival))
    else priced.push(arrival)
  }
  if (priced.length === 0) return worths
  const quotes = await readQuotesFor(context, priced, graceMs)
  const late: A[] = []
  for (const arrival of priced) {
    const quote = findQuote(quotes, arrival, graceMs)
    if (quote === null) late.push(arrival)
    else worths.set(arrival, atQuote(arrival, quote))
  }
  const prices = await readPrices(context.prices, late)
  for (const arrival of late) {
    const price = prices.get(priceKey(arrival))
    const worth = price === undefined ? unknown(context.prices, arrival) : atMarket(arrival, price)
    worths.set(arrival, worth)
  }
  return worths
}

/**
 * Returns the worths of plain payments for requests that contracts convert: bridges make such payments. A payment of exactly the amount of
 * a quote that held counts at this quote; all others are omitted.
 */
export async function valueExact<A extends QuotedArrival>(
  context: QuotedContext,
  arrivals: readonly A[],
  graceMs: number = graceOf(context),
): Promise<ReadonlyMap<A, Worth>> {
  const worths = new Map<A, Worth>()
  const quotes = await readQuotesFor(context, arrivals, graceMs)
  for (const arrival of arrivals) {
    const quote = findQuote(quotes, arrival, graceMs)
    const isExact = quote?.payment_units === broughtUnits(arrival).toString()
    if (quote !== null && isExact) worths.set(arrival, atQuote(arrival, quote))
  }
  return worths
}

/** Reads the quotes that may have held at the times of arrivals. */
async function readQuotesFor(
  context: QuotedContext,
  arrivals: readonly QuotedArrival[],
  graceMs: number,
): Promise<ReadonlyMap<string, readonly Quote[]>> {
  if (arrivals.length === 0) return new Map()
  const ids = arrivals.map(({ match }) => match.request.id)
  const earliestMs = Math.min(...arrivals.map((arrival) => timeOf(arrival).getTime()))
  return readQuotes(context, ids, new Date(earliestMs - graceMs))
}

/**
 * Returns the amounts that young payments of quoted requests will probably count, in settlement units; 0 for a payment without any quote.
 * Includes payments of requests that contracts convert, if they pay exactly the amount of a quote. `now` stands in for the times of their
 * blocks. A quote that has ended in the meantime still counts here: while the blocks are too young, the payer must not pay a second time.
 */
export async function valueSeen(
  context: Pick<Context, 'config' | 'db'>,
  matches: readonly CreditedLog[],
  now: Date,
): Promise<ReadonlyMap<CreditedLog, bigint>> {
  const timestampS = BigInt(Math.floor(now.getTime() / 1_000))
  const arrivals = matches.map((match) => ({ match, units: match.log.amountUnits, timestampS }))
  const of = (valuation: string) => arrivals.filter(({ match }) => match.valuation === valuation)
  const [quoted, exact] = await Promise.all([
    valueQuoted({ ...context, prices: null }, of('quote'), SEEN_GRACE_MS),
    valueExact({ ...context, prices: null }, of('rate'), SEEN_GRACE_MS),
  ])
  return new Map(
    [...quoted, ...exact].map(([{ match }, worth]) => [
      match,
      worth.counts ? worth.requestUnits : 0n,
    ]),
  )
}

/** Returns the worth of a payment without a price; `isLasting` if too few sources have a history of the pair. */
function unknown(prices: Prices | null, { match: { request } }: QuotedArrival): Worth {
  const pair = findPricing(request.invoice_currency, request.payment_currency)?.pair
  const canBePriced = prices !== null && pair !== undefined && prices.canPriceAt(pair)
  return { counts: false, reason: NO_PRICE, ...(!canBePriced && { isLasting: true }) }
}

function findQuote(
  quotes: ReadonlyMap<string, readonly Quote[]>,
  arrival: QuotedArrival,
  graceMs: number,
): Quote | null {
  const { request } = arrival.match
  const facts = {
    units: broughtUnits(arrival),
    paymentCurrency: request.payment_currency,
    time: timeOf(arrival),
  }
  return chooseQuote(quotes.get(request.id) ?? [], facts, graceMs)
}

function timeOf({ timestampS }: Pick<QuotedArrival, 'timestampS'>): Date {
  return new Date(Number(timestampS) * 1_000)
}

function atPar(arrival: QuotedArrival): Worth {
  const { request } = arrival.match
  const requestUnits = creditAtPrice(broughtUnits(arrival), parRate(request))
  return counted({ requestUnits, conversionRate: '1', rateSource: 'par', priced: null })
}

function atQuote(arrival: QuotedArrival, quote: Quote): Worth {
  const { request } = arrival.match
  const invoiceUnits = BigInt(quote.invoice_units)
  const paymentUnits = BigInt(quote.payment_units)
  return counted({
    requestUnits: creditAtQuote(broughtUnits(arrival), { invoiceUnits, paymentUnits }),
    // The quoted price, which the payer saw: the amounts are rounded to few digits.
    conversionRate: rateText(
      request,
      quoteUnits(RATE_SCALE, quotedRate(request, BigInt(quote.price))),
    ),
    rateSource: 'quote',
    priced: { quoteId: quote.id, sources: quote.sources },
  })
}

function atMarket(arrival: QuotedArrival, price: Price): Worth {
  const { request } = arrival.match
  const rate = quotedRate(request, price.rate)
  return counted({
    requestUnits: creditAtPrice(broughtUnits(arrival), rate),
    conversionRate: rateText(request, quoteUnits(RATE_SCALE, rate)),
    rateSource: 'market',
    priced: { quoteId: null, sources: writeSources(price) },
  })
}

/** Returns an arrival's base units, with a fee that the payee bears. */
function broughtUnits({ match, units: amountUnits }: QuotedArrival): bigint {
  if (match.log === undefined) return amountUnits
  return creditBorneFee(match, { amountUnits, feeUnits: match.log.feeUnits })
}

function counted(worth: Omit<Counted, 'counts'>): Worth {
  if (worth.requestUnits === 0n) return { counts: false, reason: UNPAID.worthNothing }
  return { counts: true, ...worth }
}

/** Reads the market prices at the times of arrivals, each pair and time once; omits prices that no source returns in time. */
async function readPrices(
  prices: Prices | null,
  arrivals: readonly QuotedArrival[],
): Promise<ReadonlyMap<string, Price>> {
  const found = new Map<string, Price>()
  if (prices === null || arrivals.length === 0) return found
  const queries = new Map<string, { pair: PricePair; time: Date }>()
  for (const arrival of arrivals) {
    const { invoice_currency, payment_currency } = arrival.match.request
    const pair = findPricing(invoice_currency, payment_currency)?.pair
    if (pair !== undefined) queries.set(priceKey(arrival), { pair, time: timeOf(arrival) })
  }
  const reads = [...queries].slice(0, MAX_PRICES).map(async ([key, { pair, time }]) => {
    found.set(key, await prices.readAt(pair, time))
  })
  await withinMs(DEADLINE_MS, Promise.allSettled(reads))
  return new Map(found)
}

function priceKey({ match: { request }, timestampS }: QuotedArrival): string {
  return `${request.invoice_currency} ${request.payment_currency} ${timestampS}`
}
