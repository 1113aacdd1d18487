import { html, nothing, type TemplateResult } from 'lit'
import type { TronReadiness } from '../../model.ts'
import type { TronText } from '../../text/text.ts'
import { formatCosts, renderButton, renderHeading, renderNote } from '../../views/shell/elements.ts'
import { icons, renderIcon } from '../../views/shell/icons.ts'
import type { FlowContext, Screen } from '../../views/viewContext.ts'
import type { TronKit } from './tronScreens.ts'

/** What will leave the wallet, who gets it, what the network takes for it, and whether the account has that. */
export function createReview({ parts, words }: TronKit): Screen<FlowContext> {
  return {
    ...parts.screens.review,
    body: (context) => {
      const { model, text, actions } = context
      const shown = model.review
      if (!shown) return html``
      const { tron: readiness, steps } = shown
      const isLacking = Boolean(readiness?.trxMissing)
      const symbol = shown.spending[0]?.symbol ?? ''
      const pay = text.payButton(formatCosts(context, shown.totalNeeded))
      return html`${renderHeading(text.reviewTitle)} ${parts.renderAccount(context)}
        ${parts.renderSingle(context, shown)}
        ${readiness ? renderReadiness(context, words, readiness) : nothing}
        <div class="assurance">
          ${renderIcon(icons.shield)}
          <p>
            <strong>${text.verified}.</strong> ${text.verifiedHint} ${parts.describePrompts(context, shown)}
            ${steps.includes('approve') ? words.allowHint(symbol) : nothing}
          </p>
        </div>
        ${parts.renderDetails(context)}
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

/** The account's TRX, energy and bandwidth beside what the payment needs; what is missing in figures. */
function renderReadiness(
  { format }: FlowContext,
  words: TronText,
  readiness: TronReadiness,
): TemplateResult {
  const { trxBalance, trxRequired, trxMissing } = readiness
  const energy = words.energy(
    format.count(readiness.energyRequired),
    format.count(readiness.energyAvailable),
  )
  const bandwidth = words.bandwidth(
    format.count(readiness.bandwidthRequired),
    format.count(readiness.bandwidthAvailable),
  )
  const [required, balance] = [trxRequired, trxBalance].map((amount) => format.amount(amount))
  return html`${
    trxMissing
      ? renderNote(
          'error',
          html`<strong>${words.missingTitle}.</strong> ${words.missing(required ?? '', balance ?? '', format.amount(trxMissing))}`,
        )
      : nothing
  }
    <details>
      <summary>${renderIcon(icons.chevron, 'small directional')}${words.resources}</summary>
      <p class="muted small">${energy}. ${bandwidth}. ${words.balance(balance ?? '')}.</p>
    </details>`
}
