/** The part of a stored quote that decides a credit. */
type RuledQuote = {
  id: string
  invoice_units: string
  payment_units: string
  created_at: string
  expires_at: string
}

/** A payment, the quotes of its option, and the market's prices times 10^18. */
export type Ruled = {
  payment: { units: bigint; timeMs: number }
  quotes: readonly RuledQuote[]
  marketPriceAt: (timeMs: number) => bigint
  invoiceDecimals: number
  paymentDecimals: number
}

/** A credited payment: the units that count, and the price that decided. */
export type RuledCredit = { units: bigint; by: 'quote' | 'market' }

const GRACE_MS = 300_000
const SKEW_MS = 60_000
const SCALE = 10n ** 18n

/**
 * Implements the credit rule of docs/design/quotes.md with integers only. The first price that applies counts: 1. at a quote that held, an
 * exact one first, then the newest; 2. at the market's price of its block. Shares no code with the host.
 */
export function creditByRule({ payment, quotes, ...market }: Ruled): RuledCredit | null {
  let chosen: RuledQuote | null = null
  let isExact = false
  for (const quote of quotes) {
    const isFor = BigInt(quote.payment_units) === payment.units
    // Only the exact amount counts before the quote's creation, because clocks differ.
    const begins = new Date(quote.created_at).getTime() - (isFor ? SKEW_MS : 0)
    const ends = new Date(quote.expires_at).getTime() + GRACE_MS
    if (payment.timeMs < begins || payment.timeMs > ends) continue
    const isNewer =
      chosen === null ||
      quote.created_at > chosen.created_at ||
      (quote.created_at === chosen.created_at && quote.id > chosen.id)
    if ((isFor && !isExact) || (isFor === isExact && isNewer)) {
      chosen = quote
      isExact = isFor
    }
  }
  if (chosen !== null) {
    const units = (payment.units * BigInt(chosen.invoice_units)) / BigInt(chosen.payment_units)
    return units === 0n ? null : { units, by: 'quote' }
  }
  const { marketPriceAt, invoiceDecimals, paymentDecimals } = market
  const scaled = payment.units * marketPriceAt(payment.timeMs) * 10n ** BigInt(invoiceDecimals)
  const units = scaled / (10n ** BigInt(paymentDecimals) * SCALE)
  return units === 0n ? null : { units, by: 'market' }
}

/** Implements the rounding up of a quoted amount: to 6 digits of ETH, or to the cent of a stablecoin, with at least 4 digits. */
export function roundByRule(
  units: bigint,
  { asset, decimals }: { asset: string; decimals: number },
): bigint {
  let step = 1n
  const least = asset === 'ETH' ? 100_000n : 1_000n
  const cent = 10n ** BigInt(decimals) / 100n
  while (units / (step * 10n) >= least && (asset === 'ETH' || step < cent)) step *= 10n
  const rest = units % step
  return rest === 0n ? units : units - rest + step
}
