import { explorerTransactionUrl, findNetwork } from '@secure-payment/core/networks'
import { maskAddress, plainText, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { UnmatchedRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { PageController } from '../../controllers/PageController.ts'
import { refuseFields } from '../../failure.ts'
import { concernsUnmatched } from '../../live/change.ts'
import { may } from '../../may.ts'
import { readForm } from '../../readForm.ts'
import {
  renderAddress,
  renderBadge,
  renderButton,
  renderCopyButton,
  renderEmpty,
  renderFact,
  renderFailure,
  renderPageHead,
  renderTime,
  renderValue,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderDialog } from '../../ui/renderDialog.ts'
import { renderInput, renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { describeUnmatched } from './describeUnmatched.ts'
import { isRequestId, readSearch, type Search } from './readSearch.ts'
import { unmatchedStyles } from './unmatchedStyles.ts'

type Scope = 'notable' | 'all'

/** The name of the claim in the submit controller; also the name of the claim's only field. */
const CLAIM = 'claim'

/**
 * Payments that match no request, with the reason, the value, and an action that assigns a payment to a request that
 * was created again.
 */
export class ConsoleUnmatched extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, unmatchedStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    search: { state: true },
    scope: { state: true },
  }

  declare search: Search | null
  declare scope: Scope
  readonly dialog = new DialogController<UnmatchedRecord>(this)
  readonly #pages = new PageController<UnmatchedRecord>(
    this,
    ({ id }) => id,
    async (page, signal) => {
      // A search covers the payments of every scope.
      const query = { ...page, ...(this.search ?? { scope: this.scope }) }
      const { list } = this.context.client.unmatchedPayments
      const { unmatchedPayments, nextCursor } = await list({ query }, signal ? { signal } : {})
      return { records: unmatchedPayments, nextCursor }
    },
    { hears: concernsUnmatched },
  )

  constructor() {
    super()
    this.search = null
    this.scope = 'notable'
  }

  protected override render(): TemplateResult {
    const { unmatched } = this.context.text
    return html`<div class="page">
      ${renderPageHead({
        title: unmatched.title,
        lead: unmatched.lead,
        actions: renderButton({
          label: unmatched.refresh,
          icon: icons.refresh,
          onClick: () => void this.#pages.loader.reload(),
        }),
      })}
      ${this.#renderSearch()}
      ${renderLoaded(this, this.#pages.loader, ({ records, nextCursor }) =>
        records.length === 0
          ? this.#renderEmpty()
          : html`<ul class="records">${records.map((record) => this.#renderRecord(record))}</ul>
            ${renderMore(this, this.#pages, { label: this.context.text.unmatched.more, nextCursor })}`,
      )}
      ${this.#renderClaim()}
    </div>`
  }

  #renderSearch(): TemplateResult {
    const { unmatched } = this.context.text
    const send = (event: Event): void =>
      this.#show({ search: readSearch(readForm(event).text('search')) })
    return html`<form class="search" role="search" novalidate @submit=${send}>
      <div class="search-line">
        ${renderInput(this, {
          name: 'search',
          label: unmatched.search,
          hint: unmatched.searchHint,
          isOptional: true,
          maxLength: 255,
          failure: null,
        })}
        ${renderButton({ label: unmatched.find })}
      </div>
      ${renderSelect(this, {
        name: 'scope',
        label: unmatched.scope,
        value: this.scope,
        choices: Object.entries(unmatched.scopes),
        onChange: (value) => this.#show({ scope: value === 'all' ? 'all' : 'notable' }),
        failure: null,
      })}
      <p class="hint">${unmatched.scopeHint}</p>
    </form>`
  }

  #renderEmpty(): TemplateResult {
    const { unmatched } = this.context.text
    return this.search === null
      ? renderEmpty({ icon: icons.check, title: unmatched.empty, text: unmatched.emptyText })
      : renderEmpty({
          icon: icons.info,
          title: unmatched.emptySearch,
          text: unmatched.emptySearchText,
        })
  }

  #renderRecord(record: UnmatchedRecord): TemplateResult {
    const { unmatched } = this.context.text
    const words = describeUnmatched(record, this.context)
    const { claimedRequestId, isNotable, reference } = record
    const isOpen = record.reason === 'unknown_reference' && claimedRequestId === null
    const canClaim = isOpen && may(this.context, 'create')
    return html`<li class="record">
      <div class="record-head">
        <h2 class="title">${words.amount}</h2>
        ${claimedRequestId === null ? renderBadge('warning', words.label) : renderBadge('success', unmatched.claimed)}
        ${isNotable ? nothing : renderBadge('plain', unmatched.dust)}
      </div>
      <div class="facts-line">
        ${renderTime(this, record.detectedAt)}
        <span>${words.network}</span>
        ${words.worth === null ? nothing : html`<span>${words.worth}</span>`}
        ${reference === null ? nothing : html`<span>${unmatched.reference(plainText(reference))}</span>`}
        ${this.#renderTransaction(record)}
      </div>
      ${claimedRequestId === null ? html`<p>${words.advice}</p>` : nothing}
      ${this.#renderFacts(record)}
      ${
        canClaim
          ? html`<div class="record-actions">${renderButton({
              label: unmatched.claim,
              isCompact: true,
              describe: words.amount,
              onClick: () => {
                this.submit.reset()
                this.dialog.open(record)
              },
            })}</div>`
          : nothing
      }
    </li>`
  }

  #renderFacts(record: UnmatchedRecord): TemplateResult {
    const { unmatched } = this.context.text
    const { amount, tokenAddress, amountUnits, requestId, claimedRequestId } = record
    const { payerAddress, paymentReference } = record
    return html`<dl class="facts-list">
      ${payerAddress === null ? nothing : renderFact(unmatched.from, renderAddress(payerAddress))}
      ${renderFact(unmatched.to, renderAddress(record.payee))}
      ${
        amount === null && tokenAddress !== null
          ? html`${renderFact(unmatched.token, renderAddress(tokenAddress))}
            ${renderFact(unmatched.units, amountUnits)}`
          : nothing
      }
      ${paymentReference === null ? nothing : renderFact(unmatched.paymentReference, renderValue(this, paymentReference, unmatched.paymentReference))}
      ${requestId === null ? nothing : renderFact(unmatched.request, renderValue(this, requestId, unmatched.request))}
      ${claimedRequestId === null ? nothing : renderFact(unmatched.claimedFor, renderValue(this, claimedRequestId, unmatched.claimedFor))}
    </dl>`
  }

  #renderTransaction({ network: id, txHash }: UnmatchedRecord): TemplateResult {
    const { unmatched, common } = this.context.text
    const network = findNetwork(id)
    const url = network ? safeUrl(explorerTransactionUrl(network, txHash)) : null
    const label = unmatched.transaction(maskAddress(txHash))
    return html`<span class="value-line">${url === null ? html`<span title=${txHash}>${label}</span>` : html`<a href=${url} target="_blank" rel="noopener">${label}<span class="visually-hidden"> (${common.opensNewTab})</span></a>`}${renderCopyButton(this, txHash, label)}</span>`
  }

  #renderClaim(): TemplateResult | typeof nothing {
    const { unmatched, common } = this.context.text
    const record = this.dialog.current
    if (record === null) return nothing
    const failure = this.submit.failureOf(CLAIM)
    return renderDialog(this, {
      title: unmatched.claimTitle(describeUnmatched(record, this.context).amount),
      content: html`<form novalidate @submit=${(event: Event) => void this.#claim(event, record)}>
        <p>${unmatched.claimText}</p>
        ${renderInput(this, {
          name: 'requestId',
          label: unmatched.requestId,
          hint: unmatched.requestIdHint,
          isMono: true,
          maxLength: 80,
          failure,
        })}
        ${renderFailure(this, failure)}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: unmatched.claimConfirm, kind: 'primary', isBusy: this.submit.pending === CLAIM })}
        </div>
      </form>`,
    })
  }

  async #claim(event: Event, { id }: UnmatchedRecord): Promise<void> {
    const { client, text, announce } = this.context
    const requestId = readForm(event).text('requestId')
    if (!isRequestId(requestId)) {
      const { requestIdInvalid } = text.unmatched
      this.submit.refuse(CLAIM, refuseFields({ requestId: requestIdInvalid }, text))
      await focusFirstInvalid(this)
      return
    }
    const claimed = await this.submit.run(CLAIM, () =>
      client.unmatchedPayments.claim({ params: { id }, body: { requestId } }),
    )
    if (claimed === null) return
    await this.#pages.loader.reload()
    this.dialog.close()
    announce(text.unmatched.claimDone)
  }

  #show(change: { search: Search | null } | { scope: Scope }): void {
    Object.assign(this, change)
    void this.#pages.loader.reload()
  }
}

customElements.define('console-unmatched', ConsoleUnmatched)

declare global {
  interface HTMLElementTagNameMap {
    'console-unmatched': ConsoleUnmatched
  }
}
