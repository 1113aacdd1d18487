import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ReceivedPayment } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { formatRoute } from '../../routes.ts'
import { renderAddress, renderTime } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderChoice } from '../../ui/renderField.ts'
import { describePayment } from '../payments/describePayment.ts'
import { formatFilter } from '../payments/paymentFilter.ts'
import type { LinkPayments } from './readLink.ts'

type View = ConsoleView<SignedInContext>

/** Renders the choice between a link that is paid once and one that any number of payers pay. */
export function renderReuseChoice(
  view: View,
  { isReusable, onChoose }: { isReusable: boolean; onChoose: (isReusable: boolean) => void },
): TemplateResult {
  const { reuse } = view.context.text.links
  const choice = (value: 'once' | 'many') =>
    renderChoice({
      type: 'radio',
      name: 'reuse',
      value,
      label: reuse[value],
      hint: reuse.hints[value],
      isChecked: isReusable === (value === 'many'),
      onChange: () => onChoose(value === 'many'),
    })
  return html`<fieldset>
    <legend>${reuse.legend}</legend>
    <div>${choice('once')} ${choice('many')}</div>
  </fieldset>`
}

/** Renders a reusable link's latest payments, and a link to all of them. */
export function renderLinkPayments(
  view: View,
  { total, latest, token }: LinkPayments & { readonly token: string },
): TemplateResult {
  const { reuse } = view.context.text.links
  const query = formatFilter({ securePaymentToken: token })
  return html`<section class="stack" aria-labelledby="payments-title">
    <h2 id="payments-title">${reuse.payments(total)}</h2>
    ${
      total === 0
        ? html`<p class="muted">${reuse.noPayments}</p>`
        : html`<ul class="records">
            ${repeat(
              latest,
              ({ id }) => id,
              (payment) => renderPayment(view, payment),
            )}
          </ul>
          <p><a class="link" href=${formatRoute({ name: 'payments', query })}>${renderIcon(icons.list, 'small')} ${reuse.allPayments}</a></p>`
    }
  </section>`
}

function renderPayment(view: View, payment: ReceivedPayment): TemplateResult {
  const { format, now } = view.context
  const { requestId } = payment.request
  const words = describePayment(payment, view.context)
  return html`<li class="record">
    <div class="record-head">
      <h3><a href=${formatRoute({ name: 'payment', requestId })}>${words.amount}</a></h3>
      <span class="muted">${words.status}</span>
    </div>
    <div class="facts-line">
      ${payment.payerAddress === null ? nothing : renderAddress(payment.payerAddress)}
      <span>${renderTime(view, payment.timestamp)} <span class="muted">${format.minute(payment.timestamp, now())}</span></span>
    </div>
  </li>`
}
