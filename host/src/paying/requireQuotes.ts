import { divide, type PaymentParts, splitPayment } from '@secure-payment/core'
import { quoteUnits } from '@secure-payment/core/conversion'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import { QuoteRequiredError } from '../quotes/errors.ts'
import { graceOf } from '../quotes/graceOf.ts'
import { heldQuotes, type Quote, readQuotes } from '../quotes/quoteRows.ts'
import { payeePercentage } from '../requests/feePayments.ts'
import { parRate, quotedRate } from '../settlement/quotedRate.ts'
import { type Payable, type PayableRequest, remainingUnits } from './payable.ts'

/** A quoted request's amount and fee in base units of the payment currency; `quote` is null at par. */
export type QuotedPayable = { amountUnits: bigint; feeUnits: bigint; quote: Quote | null }

/**
 * Returns the amounts to pay for each request, in their order; null for a request that is not quoted. A part of the remainder costs its
 * share of the quote for the whole remainder, rounded up.
 *
 * @throws QuoteRequiredError when a request needs a quote and has no current one for its remainder
 */
export async function requireQuotes(
  context: Pick<Context, 'db' | 'now'>,
  payables: readonly Payable[],
): Promise<readonly (QuotedPayable | null)[]> {
  const quoted = payables.filter(({ request }) => pricingOf({ request }) === 'market')
  const ids = quoted.map(({ request }) => request.id)
  const quotes = ids.length === 0 ? NONE : await readQuotes(context, ids, context.now())
  return payables.map((payable) => {
    switch (pricingOf(payable)) {
      case 'par':
        return atPar(payable)
      case 'market':
        return atQuote(payable, requireQuote(payable, quotes, context.now()))
      default:
        return null
    }
  })
}

const NONE: ReadonlyMap<string, readonly Quote[]> = new Map()

/**
 * Returns the amounts that must arrive over a bridge, in base units of the payment currency. A request that contracts convert needs a quote
 * for this, because no bridge calls them.
 *
 * @throws QuoteRequiredError
 */
export async function requireBridgeAmounts(
  context: Pick<Context, 'db' | 'now'>,
  payable: Payable,
): Promise<QuotedPayable> {
  const { request, amountUnits, fee } = payable
  switch (pricingOf(payable)) {
    case 'par':
      return atPar(payable)
    case 'market':
    case 'chain': {
      const quotes = await readQuotes(context, [request.id], context.now())
      return atQuote(payable, requireQuote(payable, quotes, context.now()))
    }
    default:
      return { amountUnits, feeUnits: fee?.units ?? 0n, quote: null }
  }
}

/** Returns the amounts of a request that is paid at par. */
export function atPar(payable: Payable): QuotedPayable {
  const { request, amountUnits, fee } = payable
  const rate = parRate(request)
  const borne = splitBorne(payable, (units) => quoteUnits(units, rate))
  if (borne !== null) return { ...borne, quote: null }
  return {
    amountUnits: quoteUnits(amountUnits, rate),
    feeUnits: quoteUnits(fee?.units ?? 0n, rate),
    quote: null,
  }
}

/** Returns the amounts of a request, or of a part of it, that is paid at a quote. */
export function atQuote(payable: Payable, quote: Quote): QuotedPayable {
  const { request, amountUnits, fee } = payable
  const whole = BigInt(quote.invoice_units)
  const borne = splitBorne(payable, (units) =>
    divide(units * BigInt(quote.payment_units), whole, 'up'),
  )
  if (borne !== null) return { ...borne, quote }
  const feeUnits = quoteUnits(fee?.units ?? 0n, quotedRate(request, BigInt(quote.price)))
  // The quote contains the request's own fee; a client ID or a call may set another one.
  const isOfQuote = fee?.percentage === request.fee_percentage
  return {
    amountUnits: divide(amountUnits * BigInt(quote.payment_units), whole, 'up'),
    // Only the quote's own fee is rounded to few digits; the fee of a part, or of a call, is rounded up to the unit.
    feeUnits: amountUnits === whole && isOfQuote ? BigInt(quote.fee_units) : feeUnits,
    quote,
  }
}

/** Prices the whole amount and splits the result, if the payee bears the fee; the payer thus pays exactly the price. Null otherwise. */
function splitBorne(
  { request, amountUnits, fee }: Payable,
  price: (units: bigint) => bigint,
): PaymentParts | null {
  const percentage = payeePercentage(request)
  if (percentage === null || fee === null) return null
  return splitPayment(price(amountUnits + fee.units), percentage)
}

/** Reads the quotes at which a signed payment of a request's remainder would still count; none unless it is paid at a market price. */
export async function readHeldQuotes(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  request: PayableRequest,
): Promise<readonly Quote[]> {
  if (pricingOf({ request }) !== 'market') return []
  const now = context.now()
  const graceMs = graceOf(context)
  const since = new Date(now.getTime() - graceMs)
  const quotes = await readQuotes(context, [request.id], since)
  const facts = {
    invoiceUnits: remainingUnits(request),
    paymentCurrency: request.payment_currency,
    now,
  }
  return heldQuotes(quotes.get(request.id) ?? [], facts, graceMs)
}

function requireQuote(
  { request, quoteId }: Payable,
  quotes: ReadonlyMap<string, readonly Quote[]>,
  now: Date,
): Quote {
  const { invoice_currency: invoiceCurrency, payment_currency: paymentCurrency } = request
  const facts = { invoiceUnits: remainingUnits(request), paymentCurrency, now }
  const held = heldQuotes(quotes.get(request.id) ?? [], facts)
  const quote = held.find(({ id }) => quoteId === undefined || id === quoteId)
  if (quote === undefined) throw new QuoteRequiredError({ invoiceCurrency, paymentCurrency })
  return quote
}

function pricingOf({ request }: { request: PayableRequest }) {
  return describeRequest(request.plan).pricing
}
