import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { PayerRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { PageController } from '../../controllers/PageController.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderBadge, renderEmpty, renderTime } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { judgePayer } from './judgePayer.ts'
import { payerStyles } from './payerStyles.ts'
import { renderBankAccount } from './renderBankAccount.ts'
import { renderPayerList } from './renderPayerList.ts'

/** Payers with the progress of their checks, and their bank accounts. */
export class ConsolePayers extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payerStyles]
  readonly #pages = new PageController<PayerRecord>(
    this,
    ({ userId }) => userId,
    async (query, signal) => {
      const { listPayers } = this.context.client.payerRecords
      const { payers, pagination } = await listPayers({ query }, signal ? { signal } : {})
      return { records: payers, nextCursor: pagination.nextCursor }
    },
  )

  protected override render(): TemplateResult {
    const { payers, common } = this.context.text
    return renderPayerList(this, this.#pages, {
      tab: 'payers',
      title: payers.title,
      lead: payers.lead,
      more: payers.more,
      empty: renderEmpty({
        icon: icons.person,
        title: payers.empty,
        text: payers.emptyText,
        action: html`<a class="button" href="${this.context.settings.baseUrl}/docs" target="_blank" rel="noopener">${payers.toReference}<span class="visually-hidden"> (${common.opensNewTab})</span></a>`,
      }),
      renderRecord: (payer) => this.#renderPayer(payer),
    })
  }

  #renderPayer(payer: PayerRecord): TemplateResult {
    const { text } = this.context
    const { payers } = text
    const { tone, label, advice } = judgePayer(payer, text)
    const name = payer.clientUserId === null ? payers.erasedName : plainText(payer.clientUserId)
    return html`<li class="record">
      <div class="record-head">
        <h2 class="title">${name}</h2>
        ${renderBadge(tone, label)}
      </div>
      ${advice === null ? nothing : html`<p>${advice}</p>`}
      <dl class="checks">
        <div><dt>${payers.identity}</dt><dd>${payers.kyc[payer.kycStatus]}</dd></div>
        <div><dt>${payers.agreement}</dt><dd>${payers.agreements[payer.agreementStatus]}</dd></div>
      </dl>
      ${
        payer.paymentDetails.length === 0
          ? nothing
          : html`<ul class="accounts" aria-label=${payers.accounts}>
              ${payer.paymentDetails.map((account) => renderBankAccount(account, text))}
            </ul>`
      }
      <div class="facts-line">
        <span>${renderTime(this, payer.createdAt)}</span>
        <span>${payers.by(plainText(payer.provider))}</span>
      </div>
    </li>`
  }
}

customElements.define('console-payers', ConsolePayers)

declare global {
  interface HTMLElementTagNameMap {
    'console-payers': ConsolePayers
  }
}
