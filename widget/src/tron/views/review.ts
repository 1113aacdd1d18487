import { html, nothing, type TemplateResult } from 'lit'
import type { TronReadiness } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import type { TronText } from '../../text/text.ts'
import type { FamilyParts } from '../../views/quoted/review.ts'
import { renderEnd, renderPrompts, renderSingle, review } from '../../views/review/review.ts'
import { formatCosts, renderHeading, renderNote } from '../../views/shell/elements.ts'
import { icons, renderIcon } from '../../views/shell/icons.ts'
import { renderAccount } from '../../views/shell/renderAccount.ts'
import type { FlowContext, Screen } from '../../views/viewContext.ts'

/**
 * Creates the screen with the amount that leaves the wallet, its recipient, the network's cost, and whether the account can
 * afford it.
 */
export function createReview(words: TronText): Screen<FlowContext> {
  const parts = createTronParts(words)
  return {
    ...review,
    body: (context) => {
      const { model, text, actions } = context
      const shown = model.review
      if (!shown) return html``
      const pay = {
        label: text.payButton(formatCosts(context, shown.totalNeeded)),
        part: 'pay-button button',
        onClick: () => actions.pay(),
      }
      const main = parts.main(context, shown) ?? pay
      return html`${renderHeading(text.reviewTitle)} ${renderAccount(context)}
        ${parts.problem(context, shown)} ${renderSingle(context, shown)}
        ${parts.resources(context, shown)}
        ${renderEnd(context, main, renderPrompts(context, shown, parts.hint(shown)))}`
    },
  }
}

/** Creates Tron's parts of a review: the missing TRX, energy and bandwidth, and the press that checks them again. */
export function createTronParts(words: TronText): FamilyParts {
  return {
    main: ({ actions }, { tron }) =>
      tron?.trxMissing ? { label: words.checkAgain, onClick: () => actions.refresh() } : null,
    problem: (context, { tron }) => (tron ? renderMissing(context, words, tron) : nothing),
    resources: (context, { tron }) => (tron ? renderResources(context, words, tron) : nothing),
    hint: ({ steps, spending: [{ symbol }] }) =>
      steps.includes('approve') ? words.allowHint(plainText(symbol)) : nothing,
  }
}

/** The missing amounts come first, because they prevent the payment. */
function renderMissing(
  { format }: FlowContext,
  words: TronText,
  { trxBalance, trxRequired, trxMissing }: TronReadiness,
): TemplateResult | typeof nothing {
  if (trxMissing === null) return nothing
  const story = words.missing(
    format.money(trxRequired, 'TRX'),
    format.money(trxBalance, 'TRX'),
    format.money(trxMissing, 'TRX'),
  )
  return renderNote('error', html`<strong>${words.missingTitle}</strong> ${story}`)
}

/** Renders the account's energy, bandwidth and TRX next to the payment's needs. */
function renderResources(
  { format }: FlowContext,
  words: TronText,
  readiness: TronReadiness,
): TemplateResult {
  const { energyRequired, energyAvailable, bandwidthRequired, bandwidthAvailable } = readiness
  const lines = [
    words.energy(format.count(energyRequired), format.count(energyAvailable)),
    words.bandwidth(format.count(bandwidthRequired), format.count(bandwidthAvailable)),
    words.balance(format.money(readiness.trxBalance, 'TRX')),
  ]
  return html`<details>
    <summary>${renderIcon(icons.chevron, 'small directional')}${words.resources}</summary>
    <p class="muted small">${lines.join('. ')}.</p>
  </details>`
}
