import { html, nothing } from 'lit'
import type { QuoteReview } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import { formatList } from '../../text/formatList.ts'
import type { QuotedText } from '../../text/text.ts'
import { roundRate } from '../review/roundUp.ts'
import { formatCosts } from '../shell/elements.ts'
import { renderRow } from '../shell/rows.ts'
import type { FlowContext } from '../viewContext.ts'

/** Renders the rate and its sources as rows; none for the same token on another network, because one unit costs one unit there. */
export function renderPriceRows(
  context: FlowContext,
  words: QuotedText,
  { unit, price, sources }: QuoteReview,
): readonly unknown[] {
  const { format } = context
  if (unit.symbol === price.symbol) return []
  const one = formatCosts(context, [unit])
  const rate = `${one} = ${format.money(roundRate(price.amount), price.symbol, 2)}`
  const names = formatList(format, sources.map(nameSource))
  return [
    renderRow(words.rate, html`<span part="rate">${rate}</span>`),
    sources.length === 0 ? nothing : renderRow(words.sources, names),
  ]
}

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
