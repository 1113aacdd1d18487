import { isFinal, offrampMachine } from '@secure-payment/core/offramp'
import { maskAddress, plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { OfframpRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { formatRoute } from '../../routes.ts'
import { timelineStyles } from '../../styles/timelineStyles.ts'
import {
  renderBadge,
  renderButton,
  renderCopyButton,
  renderEmpty,
  renderFact,
  renderNote,
  renderPageHead,
  renderValue,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { describeOfframp } from './describeOfframp.ts'
import { offrampTone } from './offrampTones.ts'
import { payerStyles } from './payerStyles.ts'
import { renderTimeline } from './renderTimeline.ts'

/** The transfer of one request's money to a bank account: every step, and the next action. */
export class ConsoleOfframp extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, timelineStyles, payerStyles]
  static override readonly properties = { ...ConsoleView.properties, requestId: {} }

  declare requestId: string
  readonly #offramps = new LoadController<readonly OfframpRecord[]>(this, async (signal) => {
    const query = { requestId: this.requestId }
    const page = await this.context.client.payerRecords.listOfframps({ query }, { signal })
    return page.offramps
  })

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => {
        const records = this.#offramps.value ?? []
        const isOver = records.every(({ status }) => isFinal(offrampMachine, status))
        return records.length === 0 || !isOver
      },
      refresh: () => this.#offramps.refresh(),
    })
  }

  protected override render(): TemplateResult {
    const { payers } = this.context.text
    const { offramps } = payers
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'offramps' })}>${renderIcon(icons.back, 'small')}${offramps.back}</a>
      ${renderPageHead({
        title: offramps.one,
        actions: renderButton({
          label: payers.refresh,
          icon: icons.refresh,
          onClick: () => void this.#offramps.reload(),
        }),
      })}
      ${renderLoaded(this, this.#offramps, (records) => this.#renderOfframps(records))}
    </div>`
  }

  #renderOfframps(records: readonly OfframpRecord[]): TemplateResult {
    const { offramps } = this.context.text.payers
    if (records.length > 0) {
      return html`${records.map((record) => this.#renderOfframp(record))}`
    }
    return renderEmpty({ icon: icons.bank, title: offramps.emptyOne, text: offramps.emptyOneText })
  }

  #renderOfframp(record: OfframpRecord): TemplateResult {
    const { offramps } = this.context.text.payers
    const words = describeOfframp(record, this.context)
    const { id, status } = record
    return html`<section class="card" aria-labelledby="state-${id}">
        <div class="card-head">
          <div class="row" role="status">
            <h2 id="state-${id}">${words.amount}</h2>
            ${renderBadge(offrampTone(status), offramps.status[status])}
          </div>
        </div>
        ${this.#renderAdvice(record, words.advice)}
        <dl class="facts-list">
          ${renderFact(offramps.payer, words.payer)}
          ${renderFact(offramps.account, words.account)}
          ${renderFact(offramps.provider, plainText(record.provider))}
          ${renderFact(offramps.network, words.network)}
          ${renderFact(
            offramps.transaction,
            html`<span class="value-line"><code title=${record.txHash}>${maskAddress(record.txHash)}</code>${renderCopyButton(this, record.txHash, offramps.transaction)}</span>`,
          )}
          ${renderFact(offramps.request, renderValue(this, record.requestId, offramps.request))}
          ${renderFact(offramps.id, renderValue(this, id, offramps.id))}
        </dl>
      </section>
      <section class="card" aria-labelledby="steps-${id}">
        <div>
          <h2 id="steps-${id}">${offramps.steps}</h2>
          ${isFinal(offrampMachine, status) ? nothing : html`<p class="hint">${offramps.live}</p>`}
        </div>
        ${renderTimeline(this, record)}
      </section>`
  }

  #renderAdvice({ status, userId, failureReason }: OfframpRecord, advice: string): TemplateResult {
    const { payers } = this.context.text
    const tone = userId === null ? 'warning' : NOTE_TONES[offrampTone(status)]
    return renderNote(
      tone,
      html`<p><strong>${payers.offramps.next}</strong></p>
        <p>${advice}</p>
        ${failureReason === null ? nothing : html`<p>${payers.reason(plainText(failureReason))}</p>`}`,
    )
  }
}

const NOTE_TONES = {
  success: 'success',
  danger: 'error',
  warning: 'warning',
  neutral: 'info',
} as const

customElements.define('console-offramp', ConsoleOfframp)

declare global {
  interface HTMLElementTagNameMap {
    'console-offramp': ConsoleOfframp
  }
}
