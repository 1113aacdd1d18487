import { describe, expect, test } from 'vitest'
import { IS_QUICK } from '../tiers.ts'
import {
  type AcceptedHistory,
  liveAcceptedHistory,
  type OptionPayment,
} from './support/acceptedHistory.ts'
import type { AcceptedHosts } from './support/acceptedHosts.ts'
import { creditByRule, roundByRule } from './support/creditByRule.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'
import { createRandom } from './support/random.ts'
import type { SeededMarket } from './support/seededMarket.ts'

/** Histories per run; `QUOTE_FIRST_SEED=n` and `QUOTE_SEEDS=1` repeat one. */
const SEED_COUNT = Number(process.env['QUOTE_SEEDS'] ?? (IS_QUICK ? 60 : 1_000))
const FIRST_SEED = Number(process.env['QUOTE_FIRST_SEED'] ?? 1)
/** The number of histories that share two chains and a database. */
const HISTORIES_A_DATABASE = 50
/** The events that each group of histories must contain. */
const EVENTS = [
  ...['quote', 'quoteTwice', 'pay', 'payTogether', 'stray', 'edit', 'jump', 'pause', 'poll'],
  ...['trouble', 'late', 'behind', 'requote', 'calm', 'kill', 'reorganise', 'retry', 'died'],
  ...['lying', 'stale', 'ahead', 'dead'],
]
const SCALE = 10n ** 18n
/** A host reuses a price for this long. */
const PRICE_LIFETIME_MS = 5_000

/** Returns the price that honest sources agree on: the median of the market's sources, or of some of them. */
function priceOf(
  { market, request }: Pick<AcceptedHistory, 'market' | 'request'>,
  asset: string,
  { timeMs, sources }: { timeMs: number; sources: readonly string[] },
): bigint {
  const fiatPrice = (of: string) => {
    const rates = market.sources
      .filter(({ id, kind }) => kind === 'market' && sources.includes(id))
      .map(({ offsetBps }) => (truthOf(market, of, timeMs) * (10_000n + offsetBps)) / 10_000n)
      .toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    const [low = 0n, high = 0n] = [
      rates[Math.ceil(rates.length / 2) - 1],
      rates[Math.floor(rates.length / 2)],
    ]
    return (low + high) / 2n
  }
  const price = fiatPrice(asset)
  return request.invoice_currency === 'EUR' ? price : (price * SCALE) / fiatPrice('DAI')
}

function truthOf({ changes }: SeededMarket, asset: string, timeMs: number): bigint {
  let price = 0n
  for (const change of changes[asset] ?? []) if (change.fromMs <= timeMs) price = change.price
  return price
}

const invoiceDecimalsOf = ({ request }: Pick<AcceptedHistory, 'request'>) =>
  request.invoice_currency === 'EUR' ? 8 : 18

/** Returns a payment's units and the source of its price by the rule; null for a payment that does not count. */
function credit(history: AcceptedHistory, { option, isStray, units, timeMs }: OptionPayment) {
  const invoiceDecimals = invoiceDecimalsOf(history)
  const paymentDecimals = option.decimals
  if (isStray) return null
  if (option.pricing === 'par') {
    const scaled = units * 10n ** BigInt(invoiceDecimals)
    return { units: scaled / 10n ** BigInt(paymentDecimals), by: 'par' }
  }
  return creditByRule({
    payment: { units, timeMs },
    quotes: history.quotes.filter(({ payment_currency }) => payment_currency === option.currency),
    // The two sources with a history must both be honest, so both count.
    marketPriceAt: (at) =>
      priceOf(history, option.asset, { timeMs: at, sources: ['alpha', 'beta'] }),
    invoiceDecimals,
    paymentDecimals,
  })
}

function expectedOf(history: AcceptedHistory) {
  let paidUnits = 0n
  const payments = history.payments.flatMap((payment) => {
    const counted = credit(history, payment)
    if (counted === null) return []
    paidUnits += counted.units
    return [`${payment.txHash} ${counted.units} ${counted.by}`]
  })
  const due = BigInt(history.request.expected_units)
  const status = paidUnits >= due ? 'paid' : paidUnits > 0n ? 'partially_paid' : 'created'
  return { payments: payments.toSorted(), paidUnits: paidUnits.toString(), status }
}

async function storedOf({ db }: TestDatabase, { request }: AcceptedHistory) {
  const rows = await db.kysely
    .selectFrom('payments')
    .select(['tx_hash', 'request_units', 'rate_source'])
    .where('request_id', '=', request.id)
    .execute()
  const payments = rows.map((row) => `${row.tx_hash} ${row.request_units} ${row.rate_source}`)
  return { payments: payments.toSorted(), paidUnits: request.paid_units, status: request.status }
}

/** Returns the quotes that no honest sources justify, and the calls that should have had another outcome. */
function findWrongQuotes(history: AcceptedHistory) {
  const wrong = history.quotes.flatMap((quote) => {
    const sources: { source: string; at: string }[] = JSON.parse(quote.sources)
    const times = new Set(sources.map(({ at }) => at))
    const [at = ''] = times
    const ageMs = Date.parse(quote.created_at) - Date.parse(at)
    const names = sources.map(({ source }) => source)
    const option = history.options.find(({ currency }) => currency === quote.payment_currency)
    if (option === undefined) return [quote]
    const { asset, decimals } = option
    const price = priceOf(history, asset, { timeMs: Date.parse(at), sources: names })
    const scaled = BigInt(quote.invoice_units) * 10n ** BigInt(decimals) * SCALE
    const divisor = price * 10n ** BigInt(invoiceDecimalsOf(history))
    const amount = roundByRule((scaled + divisor - 1n) / divisor, { asset, decimals })
    const isRight =
      times.size === 1 &&
      ageMs >= 0 &&
      ageMs <= PRICE_LIFETIME_MS &&
      names.length >= 2 &&
      price === BigInt(quote.price) &&
      amount === BigInt(quote.payment_units)
    return isRight ? [] : [{ ...quote, expectedPrice: price.toString() }]
  })
  // A host may reuse a price and a quote of an earlier time.
  const misjudged = history.calls.filter(({ outcome, states, timeMs }) =>
    outcome === 'unavailable'
      ? hasPrice(states)
      : outcome.sources.includes(new Date(timeMs).toISOString()) && !hasPrice(states),
  )
  return [...wrong, ...misjudged]
}

/** Returns whether a price exists: it needs two fresh sources, at least one of which is a market source, and no fresh source that lies. */
function hasPrice(states: AcceptedHistory['calls'][number]['states']): boolean {
  const fresh = states.filter(({ state }) => state === 'honest' || state === 'lying')
  const isCertain = fresh.every(({ state }) => state === 'honest')
  return isCertain && fresh.length >= 2 && fresh.some(({ kind }) => kind === 'market')
}

type Tally = { differences: unknown[]; counted: Record<string, number>; happened: Set<string> }

/** Runs several histories on one database, and returns the differences from the rule. */
async function liveMany(seeds: readonly number[]): Promise<Tally> {
  const tally: Tally = {
    differences: [],
    counted: { quote: 0, market: 0, par: 0 },
    happened: new Set(),
  }
  await using database = await openTestDatabase()
  let hosts: AcceptedHosts | undefined
  for (const seed of seeds) {
    const lived = await liveAcceptedHistory(database, createRandom(seed), hosts)
    hosts = lived.hosts
    const { history } = lived
    const stored = await storedOf(database, history)
    const expected = expectedOf(history)
    const wrongQuotes = findWrongQuotes(history)
    if (JSON.stringify(stored) !== JSON.stringify(expected) || wrongQuotes.length > 0) {
      tally.differences.push({ seed, stored, expected, wrongQuotes })
    }
    for (const line of stored.payments) {
      const by = line.split(' ').at(-1) ?? ''
      tally.counted[by] = (tally.counted[by] ?? 0) + 1
    }
    for (const name of Object.keys(history.happened)) tally.happened.add(name)
  }
  await hosts?.[Symbol.asyncDispose]()
  return tally
}

const seeds = Array.from({ length: SEED_COUNT }, (_, index) => FIRST_SEED + index)
const groups = Array.from({ length: Math.ceil(seeds.length / HISTORIES_A_DATABASE) }, (_, index) =>
  seeds.slice(index * HISTORIES_A_DATABASE, (index + 1) * HISTORIES_A_DATABASE),
)

describe('Requests with several accepted currencies', () => {
  test.each(groups.map((group) => [group[0], group.at(-1), group] as const))(
    'requests with accepted currencies and seeds %i to %i are credited exactly as the rule states',
    async (_first, _last, group) => {
      const { differences, counted, happened } = await liveMany(group)
      expect(differences).toEqual([])
      if (group.length < HISTORIES_A_DATABASE) return
      // The histories cover each price and every event.
      expect(Math.min(...Object.values(counted))).toBeGreaterThan(0)
      expect([...happened].toSorted()).toEqual(EVENTS.toSorted())
    },
    600_000,
  )
})
