import { html, nothing, type TemplateResult } from 'lit'
import type { PricedPart, QuoteReview } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import { formatList } from '../../text/formatList.ts'
import type { QuotedText } from '../../text/text.ts'
import { formatPrice, roundRate, roundWorth } from '../review/roundUp.ts'
import { formatCosts } from '../shell/elements.ts'
import { renderRow } from '../shell/rows.ts'
import type { FlowContext } from '../viewContext.ts'

/**
 * Renders the rate and its sources as rows; none for the same token on another network, because one unit costs one unit there. Below the
 * rate, the payer reads how it leads from the amount that is due to the amount that is paid.
 */
export function renderPriceRows(
  context: FlowContext,
  words: QuotedText,
  { unit, price, sources, parts }: QuoteReview,
): readonly unknown[] {
  const { format } = context
  if (unit.symbol === price.symbol) return []
  const one = formatCosts(context, [unit])
  const rate = `${one} = ${formatPrice(format, roundRate(price.amount), price.symbol)}`
  const names = formatList(format, sources.map(nameSource))
  return [
    renderRow(
      words.rate,
      html`<span part="rate">${rate}</span>`,
      renderParts(context, words, parts),
    ),
    sources.length === 0 ? nothing : renderRow(words.sources, names),
  ]
}

/** Returns a line per part below the rate; none if the price alone leads to the only part. */
function renderParts(
  context: FlowContext,
  words: QuotedText,
  parts: readonly PricedPart[],
): { below?: TemplateResult } {
  if (parts.length < 2 && parts.every(({ worth, paid }) => worth.amount === paid.amount)) return {}
  const lines = parts.map(
    (part) => html`<div class="rounding">${describePart(context, words, part)}</div>`,
  )
  return { below: html`<div class="muted small">${lines}</div>` }
}

function describePart(
  { format }: FlowContext,
  words: QuotedText,
  { due, worth, paid }: PricedPart,
): string {
  const said = format.money(due.amount, due.symbol, CENTS)
  const whole = format.money(paid.amount, paid.symbol, CENTS)
  if (worth.amount === paid.amount) return `${said} = ${whole}`
  return `${said} ≈ ${words.roundedUp(format.money(roundWorth(worth.amount), worth.symbol, CENTS), whole)}`
}

/** The minimum number of decimals of amounts that the payer compares. */
const CENTS = 2

/** Returns a source's own name; for an unknown one, its id. */
function nameSource(source: string): string {
  return SOURCES.get(source) ?? plainText(source)
}

const SOURCES: ReadonlyMap<string, string> = new Map([
  ['chainlink', 'Chainlink'],
  ['coinbase', 'Coinbase'],
  ['coinbase-exchange', 'Coinbase Exchange'],
  ['coingecko', 'CoinGecko'],
  ['kraken', 'Kraken'],
])
