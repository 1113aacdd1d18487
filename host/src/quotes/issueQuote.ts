import { createUlid, MAX_UINT256, splitPayment } from '@secure-payment/core'
import { findPricing, isStablecoin, type Pair } from '@secure-payment/core/catalogue'
import { quoteAmounts } from '@secure-payment/core/conversion'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { PriceUnavailableError } from '../prices/errors.ts'
import type { Price } from '../prices/prices.ts'
import { ConversionUnavailableError } from '../rates/errors.ts'
import type { Planned } from '../requests/requestPlan.ts'
import { writeSources } from '../settlement/priceSources.ts'
import { quotedRate } from '../settlement/quotedRate.ts'
import { QuoteNotNeededError, TooManyQuotesError } from './errors.ts'
import { currentQuote, type Quote, readQuotes } from './quoteRows.ts'

/**
 * A request to quote, with the amount and the fee that are due, in settlement units. `percentage` is that of a fee that the payee bears,
 * which is part of the amount; null for a fee on top.
 */
export type Quotable = {
  request: Planned<
    Pick<Row<'requests'>, 'id' | 'tenant_id' | 'network' | 'invoice_currency' | 'payment_currency'>
  >
  amountUnits: bigint
  feeUnits: bigint
  percentage: string | null
}

type QuoteContext = Pick<Context, 'config' | 'db' | 'now' | 'prices' | 'random'>

/** The maximum number of quotes of one request in one currency: a new one every five minutes for a week. */
const MAX_QUOTES = 2_016

const ULID_RANDOM_BYTES = 10

/**
 * Creates a quote for the amount that is due, or returns the current one while at least half of its time is left. Concurrent calls return
 * the same quote.
 *
 * @throws QuoteNotNeededError, PriceUnavailableError, ConversionUnavailableError if the amount is too large, TooManyQuotesError
 */
export async function issueQuote(context: QuoteContext, quotable: Quotable): Promise<Quote> {
  const { request } = quotable
  const pair = pairOf(quotable)
  const known = await findFresh(context, context.db.kysely, quotable)
  if (known !== null) return known
  const { prices, config } = context
  if (prices === null || config.prices === null) throw new PriceUnavailableError(pair, 'too_few')
  const price = await prices.read(pair)
  const amounts = toAmounts(quotable, price)
  const lifetimeMs = config.prices.quoteS * 1_000
  return context.db.transaction(async (tx) => {
    const { dialect } = context.db
    const lock = tx.selectFrom('requests').select('id').where('id', '=', request.id)
    await (dialect === 'postgres' ? lock.forUpdate() : lock).execute()
    const meanwhile = await findFresh(context, tx, quotable)
    if (meanwhile !== null) return meanwhile
    await guardCount(tx, request)
    const now = context.now()
    const row: Quote = {
      id: createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES)),
      tenant_id: request.tenant_id,
      request_id: request.id,
      payment_currency: request.payment_currency,
      price: price.rate.toString(),
      sources: writeSources(price),
      ...amounts,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    }
    await tx.insertInto('quotes').values(row).execute()
    return row
  })
}

/** Returns the pair whose price values a request's payments. @throws QuoteNotNeededError */
function pairOf({ request }: Pick<Quotable, 'request'>): Pair {
  const { invoice_currency, payment_currency } = request
  const found = findPricing(invoice_currency, payment_currency)
  if (found?.pricing !== 'market') throw new QuoteNotNeededError()
  return found.pair
}

function toAmounts({ request, percentage, ...due }: Quotable, { rate: price }: Price) {
  const rate = {
    ...quotedRate(request, price),
    isStablecoin: isStablecoin(request.payment_currency),
  }
  const isOnTop = percentage === null
  const paid = quoteAmounts(isOnTop ? due : { ...due, feeUnits: 0n }, rate)
  const feeUnits = isOnTop ? paid.feeUnits : splitPayment(paid.amountUnits, percentage).feeUnits
  if (paid.amountUnits + paid.feeUnits > MAX_UINT256) {
    throw new ConversionUnavailableError({
      network: request.network,
      invoiceCurrency: request.invoice_currency,
      paymentCurrency: request.payment_currency,
      reason: 'no_amount',
    })
  }
  return {
    invoice_units: due.amountUnits.toString(),
    payment_units: paid.amountUnits.toString(),
    fee_units: feeUnits.toString(),
  }
}

type Reader = Parameters<typeof readQuotes>[0]['db']['kysely']

/** Finds the current quote for the amount due, with at least half of its time left; null if there is none. */
async function findFresh(
  { db, now }: Pick<QuoteContext, 'db' | 'now'>,
  kysely: Reader,
  { request, amountUnits }: Quotable,
): Promise<Quote | null> {
  const facts = { invoiceUnits: amountUnits, paymentCurrency: request.payment_currency, now: now() }
  const readable = { db: { kysely, dialect: db.dialect } }
  const quotes = await readQuotes(readable, [request.id], facts.now)
  const quote = currentQuote(quotes.get(request.id) ?? [], facts)
  if (quote === null) return null
  const endMs = Date.parse(quote.expires_at)
  const leftMs = endMs - facts.now.getTime()
  return leftMs * 2 >= endMs - Date.parse(quote.created_at) ? quote : null
}

/** Counts each option's quotes separately, so that the quotes of one option do not use up those of another. */
async function guardCount(
  kysely: Reader,
  { id, payment_currency }: Quotable['request'],
): Promise<void> {
  const { count } = await kysely
    .selectFrom('quotes')
    .select(({ fn }) => fn.countAll<number | bigint>().as('count'))
    .where('request_id', '=', id)
    .where('payment_currency', '=', payment_currency)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_QUOTES) throw new TooManyQuotesError({ most: MAX_QUOTES })
}
