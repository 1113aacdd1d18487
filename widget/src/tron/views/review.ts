import { html, nothing, type TemplateResult } from 'lit'
import type { TronReadiness } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import type { TronText } from '../../text/text.ts'
import { renderDetails, renderPrompts, renderSingle, review } from '../../views/review/review.ts'
import { formatCosts, renderButton, renderHeading, renderNote } from '../../views/shell/elements.ts'
import { icons, renderIcon } from '../../views/shell/icons.ts'
import { renderAccount } from '../../views/shell/renderAccount.ts'
import type { FlowContext, Screen } from '../../views/viewContext.ts'

/**
 * Creates the screen with the amount that leaves the wallet, its recipient, the network's cost, and whether the account can
 * afford it.
 */
export function createReview(words: TronText): Screen<FlowContext> {
  return {
    ...review,
    body: (context) => {
      const { model, text, actions } = context
      const shown = model.review
      if (!shown) return html``
      const { tron: readiness, steps } = shown
      const isLacking = Boolean(readiness?.trxMissing)
      const symbol = plainText(shown.spending[0].symbol)
      const pay = text.payButton(formatCosts(context, shown.totalNeeded))
      return html`${renderHeading(text.reviewTitle)} ${renderAccount(context)}
        ${readiness ? renderMissing(context, words, readiness) : nothing}
        ${renderSingle(context, shown)}
        ${readiness ? renderResources(context, words, readiness) : nothing}
        <div class="assurance">
          ${renderIcon(icons.shield)}
          <p><strong>${text.verified}</strong> ${text.verifiedHint}</p>
        </div>
        ${renderDetails(context)}
        ${renderPrompts(context, shown, steps.includes('approve') ? words.allowHint(symbol) : nothing)}
        <div class="actions dock">
          ${
            isLacking
              ? renderButton({
                  label: words.checkAgain,
                  kind: 'primary',
                  onClick: () => actions.refresh(),
                })
              : renderButton({
                  label: pay,
                  kind: 'primary',
                  part: 'pay-button button',
                  onClick: () => actions.pay(),
                })
          }
        </div>
        ${renderButton({ label: text.back, kind: 'quiet', onClick: () => actions.back() })}`
    },
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
