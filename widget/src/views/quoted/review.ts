import { html, nothing, type TemplateResult } from 'lit'
import type { QuoteReview, Review } from '../../review.ts'
import type { QuotedText } from '../../text/text.ts'
import {
  countDown,
  type MainPress,
  renderEnd,
  renderPrompts,
  renderSingle,
  review,
} from '../review/review.ts'
import { formatCosts, renderHeading, renderNote } from '../shell/elements.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import { renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import { renderPriceRows } from './priceRows.ts'

/** The parts that a family of networks adds to the review. */
export type FamilyParts = {
  /** Replaces the press on Pay while the account cannot pay the network fee; null if it can. */
  main(context: FlowContext, shown: Review): MainPress | null
  /** The amount that the account lacks for the network fee, and the details of that fee. */
  problem(context: FlowContext, shown: Review): TemplateResult | typeof nothing
  resources(context: FlowContext, shown: Review): TemplateResult | typeof nothing
  /** Explains the wallet's requests. */
  hint(shown: Review): string | typeof nothing
}

const NO_PARTS: FamilyParts = {
  main: () => null,
  problem: () => nothing,
  resources: () => nothing,
  hint: () => nothing,
}

/**
 * Creates the review with the invoiced amount, the rate with its sources, and the exact amount that leaves the wallet. It shows a countdown
 * for a quote. Once the quote has expired, the only button creates the next quote, which the payer reviews before *Pay*.
 */
export function createReview(
  words: QuotedText,
  update: () => void,
  parts: FamilyParts = NO_PARTS,
): Screen<FlowContext> {
  return {
    ...review,
    body: (context) => {
      const { model, text, actions } = context
      const shown = model.review
      if (!shown?.quote) return html``
      const leftS = secondsLeft(shown.quote)
      const isOver = leftS !== null && leftS <= 0
      if (leftS !== null && !isOver) countDown(update)
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
        ${renderSingle(context, shown, {
          spending: renderRow(text.youSpend, formatCosts(context, shown.spending), {
            isStrong: true,
          }),
          price: renderPriceRows(context, words, shown.quote),
        })}
        ${parts.resources(context, shown)}
        ${renderEnd(
          context,
          main,
          isOver ? nothing : renderPrompts(context, shown, parts.hint(shown)),
          leftS === null || isOver ? nothing : renderTime(context, words, leftS),
        )}`
    },
  }
}

function renderTime({ format }: FlowContext, words: QuotedText, leftS: number): TemplateResult {
  const minutes = format.count(Math.floor(leftS / 60))
  const seconds = String(leftS % 60).padStart(2, '0')
  return html`<p part="price-time" class="muted small">${words.priceFor(`${minutes}:${seconds}`)}</p>`
}

function secondsLeft({ expiresAt }: QuoteReview): number | null {
  return expiresAt === null ? null : Math.ceil((expiresAt - Date.now()) / 1_000)
}
