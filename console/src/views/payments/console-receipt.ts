import { plainText, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RequestDetail } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'

/** The states of a request whose payment is complete, so that the service can send its receipt. */
const COMPLETE: readonly string[] = ['paid', 'refunded']

/** The receipt of a payment: its permanent page, and the button that sends it to the customer by e-mail. */
export class ConsoleReceipt extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    request: { attribute: false },
  }

  declare request: RequestDetail

  protected override render(): TemplateResult | typeof nothing {
    const { receiptUrl, paidAmount, customerInfo, status, flow } = this.request
    const url = safeUrl(receiptUrl)
    if (url === null || Number(paidAmount) === 0) return nothing
    const { payments, common } = this.context.text
    const { receipt } = payments
    const email = customerInfo?.email ?? null
    const mayButton = flow !== 'pay' && COMPLETE.includes(status) && may(this.context, 'create')
    return html`<section class="card" aria-labelledby="receipt-title">
      <div>
        <h2 id="receipt-title">${receipt.title}</h2>
        <p class="hint">${receipt.hint}</p>
      </div>
      <p><a href=${url} target="_blank" rel="noopener">${receipt.open}<span class="visually-hidden"> (${common.opensNewTab})</span></a></p>
      ${renderFailure(this, this.submit.failure)}
      ${email === null || !mayButton ? nothing : this.#renderSend(plainText(email))}
    </section>`
  }

  #renderSend(email: string): TemplateResult {
    const { receipt } = this.context.text.payments
    return html`<div>${renderButton({
      label: receipt.send(email),
      isBusy: this.submit.pending === 'receipt',
      onClick: () => void this.#send(),
    })}</div>`
  }

  async #send(): Promise<void> {
    const { client, announce, text } = this.context
    const token = this.request.securePaymentToken ?? null
    if (token === null) return
    const sent = await this.submit.run('receipt', () =>
      client.securePayments.sendReceipt({ params: { token } }),
    )
    if (sent !== null) announce(text.payments.receipt.sent(plainText(sent.email)))
  }
}

customElements.define('console-receipt', ConsoleReceipt)

declare global {
  interface HTMLElementTagNameMap {
    'console-receipt': ConsoleReceipt
  }
}
