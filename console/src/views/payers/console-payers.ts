import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { PayerPage, PayerRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import {
  renderBadge,
  renderButton,
  renderEmpty,
  renderFailure,
  renderPageHead,
  renderTime,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { judgePayer } from './judgePayer.ts'
import { payerStyles } from './payerStyles.ts'
import { renderBankAccount } from './renderBankAccount.ts'
import { renderPayerTabs } from './renderPayerTabs.ts'

const PAGE_SIZE = 20

/** Payers with how far their checks are, and their bank accounts. */
export class ConsolePayers extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payerStyles]
  readonly #page = new LoadController<PayerPage>(this, (signal) =>
    this.context.client.payerRecords.listPayers(
      { query: { limit: String(PAGE_SIZE) } },
      { signal },
    ),
  )

  constructor() {
    super()
    new RefreshController(this, {
      // Payers come and change by themselves. More than the first page stays as it was read.
      isNeeded: () => (this.#page.value?.payers.length ?? 0) <= PAGE_SIZE,
      refresh: () => this.#page.refresh(),
    })
  }

  protected override render(): TemplateResult {
    const { payers } = this.context.text
    return html`<div class="page">
      ${renderPageHead({
        title: payers.title,
        lead: payers.lead,
        actions: renderButton({
          label: payers.refresh,
          icon: icons.refresh,
          onClick: () => void this.#page.reload(),
        }),
      })}
      ${renderPayerTabs(this, 'payers')}
      ${renderFailure(this, this.submit.failureOf('more'))}
      ${renderLoaded(this, this.#page, (page) => this.#renderList(page))}
    </div>`
  }

  #renderList({ payers: records, pagination }: PayerPage): TemplateResult {
    const { text, settings } = this.context
    const { payers, common } = text
    if (records.length === 0) {
      return renderEmpty({
        icon: icons.person,
        title: payers.empty,
        text: payers.emptyText,
        action: html`<a class="button" href="${settings.baseUrl}/docs" target="_blank" rel="noopener">${payers.toReference}<span class="visually-hidden"> (${common.opensNewTab})</span></a>`,
      })
    }
    const { nextCursor } = pagination
    return html`<ul class="records">
        ${records.map((record) => this.#renderPayer(record))}
      </ul>
      ${
        nextCursor === null
          ? nothing
          : html`<div>${renderButton({
              label: payers.more,
              isBusy: this.submit.pending === 'more',
              onClick: () => void this.#more(nextCursor),
            })}</div>`
      }`
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

  async #more(cursor: string): Promise<void> {
    const known = this.#page.value
    const query = { limit: String(PAGE_SIZE), cursor }
    const page = await this.submit.run('more', () =>
      this.context.client.payerRecords.listPayers({ query }),
    )
    if (page === null || known === null || this.#page.value !== known) return
    this.#page.replace({ ...page, payers: [...known.payers, ...page.payers] })
  }
}

customElements.define('console-payers', ConsolePayers)

declare global {
  interface HTMLElementTagNameMap {
    'console-payers': ConsolePayers
  }
}
