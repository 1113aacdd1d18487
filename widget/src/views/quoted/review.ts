import { html, nothing, type TemplateResult } from 'lit'
import type { QuoteReview, Review } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import { formatList } from '../../text/formatList.ts'
import type { QuotedText } from '../../text/text.ts'
import { isPayout } from '../payment.ts'
import {
  nameShare,
  renderDetails,
  renderNetworkFee,
  renderPrompts,
  review,
} from '../review/review.ts'
import { roundUp } from '../review/roundUp.ts'
import { formatCosts, renderButton, renderHeading, renderNote } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import { renderRecipientOf, renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The parts that a family of networks adds to the review. */
export type FamilyParts = {
  /** Replaces the press on Pay while the account cannot pay the network fee; null if it can. */
  main(context: FlowContext, shown: Review): MainPress | null
  /** What the account lacks for the network fee, and the details of that fee. */
  problem(context: FlowContext, shown: Review): TemplateResult | typeof nothing
  resources(context: FlowContext, shown: Review): TemplateResult | typeof nothing
  /** Explains the wallet's requests. */
  hint(shown: Review): string | typeof nothing
}

type MainPress = { readonly label: string; readonly part?: string; readonly onClick: () => void }

const NO_PARTS: FamilyParts = {
  main: () => null,
  problem: () => nothing,
  resources: () => nothing,
  hint: () => nothing,
}

/**
 * Shows the invoiced amount, the rate with its sources, and the exact amount that leaves the wallet. Shows a countdown for a quote. Once
 * the quote has expired, the only button creates the next one, which the payer reviews before Pay.
 */
export function createReview(
  words: QuotedText,
  update: () => void,
  parts: FamilyParts = NO_PARTS,
): Screen<FlowContext> {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    ...review,
    body: (context) => {
      const { model, text, actions } = context
      const shown = model.review
      if (!shown?.quote) return html``
      const leftS = secondsLeft(shown.quote)
      const isOver = leftS !== null && leftS <= 0
      clearTimeout(timer)
      if (leftS !== null && !isOver) timer = setTimeout(update, 1_000)
      const pay = {
        label: text.payButton(formatCosts(context, shown.spending)),
        part: 'pay-button button',
        onClick: () => actions.pay(),
      }
      const main: MainPress = isOver
        ? {
            label: words.newPrice,
            part: 'new-price-button button',
            onClick: () => actions.refresh(),
          }
        : (parts.main(context, shown) ?? pay)
      return html`${renderHeading(text.reviewTitle)} ${renderAccount(context)}
        ${isOver ? renderNote('info', words.priceEnded) : nothing} ${parts.problem(context, shown)}
        ${renderSummary(context, words, shown, shown.quote)}
        ${parts.resources(context, shown)}
        ${leftS === null || isOver ? nothing : renderTime(context, words, leftS)}
        <div class="assurance">
          ${renderIcon(icons.shield)}
          <p><strong>${text.verified}</strong> ${text.verifiedHint}</p>
        </div>
        ${renderDetails(context)} ${isOver ? nothing : renderPrompts(context, shown, parts.hint(shown))}
        <div class="actions dock">${renderButton({ kind: 'primary', ...main })}</div>
        ${renderButton({ label: text.back, kind: 'quiet', onClick: () => actions.back() })}`
    },
  }
}

function renderSummary(
  context: FlowContext,
  words: QuotedText,
  { items, spending, networkName }: Review,
  { unit, price, sources }: QuoteReview,
): TemplateResult {
  const { text, format } = context
  const [item] = items
  if (!item) return html``
  const { fee } = item
  const recipient = renderRow(text.recipient, renderRecipientOf(context, item), {
    isStacked: true,
    part: 'recipient',
  })
  const isFirst = isPayout(context.model)
  const one = formatCosts(context, [unit])
  const rate = `${one} = ${format.money(roundUp(price.amount), price.symbol, 2)}`
  return html`<dl part="summary" class="summary">
    ${isFirst ? recipient : nothing}
    ${renderRow(text.youSpend, formatCosts(context, spending), { isStrong: true })}
    ${renderRow(nameShare(context), format.money(item.amount, item.symbol, 2))}
    ${fee ? renderRow(text.feeOf(format.count(Number(fee.percentage))), format.money(fee.amount, item.symbol)) : nothing}
    ${renderRow(words.rate, html`<span part="rate">${rate}</span>`)}
    ${sources.length === 0 ? nothing : renderRow(words.sources, html`<bdi>${formatList(format, sources.map(nameSource))}</bdi>`)}
    ${renderRow(text.network, html`<bdi>${plainText(networkName)}</bdi>`)}
    ${renderRow(text.networkFee, renderNetworkFee(context))}
    ${isFirst ? nothing : recipient}
  </dl>`
}

function renderTime({ format }: FlowContext, words: QuotedText, leftS: number): TemplateResult {
  const minutes = format.count(Math.floor(leftS / 60))
  const seconds = String(leftS % 60).padStart(2, '0')
  return html`<p part="price-time" class="muted small">${words.priceFor(`${minutes}:${seconds}`)}</p>`
}

function secondsLeft({ expiresAt }: QuoteReview): number | null {
  return expiresAt === null ? null : Math.ceil((expiresAt - Date.now()) / 1_000)
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
