import { plainText, renderIcon, renderQr, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { type Change, concernsPayments, concernsRequests } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderButton, renderEmpty, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { describeLink, type LinkWords } from './describeLink.ts'
import { invoiceStyles } from './invoiceStyles.ts'
import { linkStyles } from './linkStyles.ts'
import { type LinkState, readLink } from './readLink.ts'
import { renderInvoice } from './renderInvoice.ts'
import { renderLinkFacts, renderLinkState } from './renderLinkFacts.ts'
import { renderLinkPayments } from './renderReuse.ts'

/** The name of the cancellation in the submit controller. */
const CANCEL = 'cancel'

/** One payment link, with the invoice that the browser prints. */
export class ConsoleLink extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, linkStyles, invoiceStyles]
  static override readonly properties = { ...ConsoleView.properties, token: {} }

  declare token: string
  readonly dialog = new DialogController<LinkWords>(this)
  /** The link and its data; null if there is no such link. */
  readonly #state = new LoadController<LinkState | null>(this, (signal) =>
    readLink(this.context, { token: this.token, signal }),
  )

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => this.#state.value?.payment.status === 'pending',
      refresh: () => this.#state.refresh(),
      isStale: () => this.#state.isStale,
      hears: (change) => this.#hears(change),
    })
  }

  /** For a reusable link, reacts to every payment: its payments belong to requests that the page has not loaded yet. */
  #hears(change: Change): boolean {
    const state = this.#state.value
    if (state?.payments) return concernsPayments(change)
    return concernsRequests(change, state?.payment.requestIds ?? [])
  }

  protected override render(): TemplateResult {
    const { detail } = this.context.text.links
    const state = this.#state.value
    const words = state === null ? null : describeLink(state, this.context)
    return html`<div class="page screen-only">
        <a class="crumb" href=${formatRoute({ name: 'links', query: '' })}>${renderIcon(icons.back, 'small')}${detail.back}</a>
        ${renderPageHead({
          title: words?.name ? detail.titleOf(words.name) : detail.title,
          actions: state === null || words === null ? nothing : this.#renderActions(state, words),
        })}
        ${renderStale(this, this.#state)}
        ${renderLoaded(this, this.#state, (loaded) =>
          loaded === null
            ? renderEmpty({ icon: icons.search, title: detail.missing, text: detail.missingText })
            : this.#renderLink(loaded, describeLink(loaded, this.context)),
        )}
      </div>
      ${state === null || words === null ? nothing : renderInvoice(this, state, words)}`
  }

  #renderLink(state: LinkState, words: LinkWords): TemplateResult {
    return html`<section class="card" aria-labelledby="state-title">
        <div class="row" role="status">
          <h2 id="state-title">${words.amount}</h2>
          ${renderBadge(words.tone, words.status)}
          ${state.payments === null ? nothing : renderBadge('neutral', this.context.text.links.reusable)}
        </div>
        ${renderLinkState(this, state, words)}
        ${state.payment.status === 'pending' ? this.#renderShare(state, words) : nothing}
      </section>
      ${state.payments === null ? nothing : renderLinkPayments(this, { ...state.payments, token: this.token })}
      ${renderLinkFacts(this, state, words)} ${this.#renderDialog(state)}`
  }

  #renderActions({ payment }: LinkState, words: LinkWords): TemplateResult {
    const { links, cancelling } = this.context.text
    const { detail } = links
    const mayCreate = may(this.context, 'create')
    return html`${renderButton({ label: detail.print, icon: icons.print, onClick: () => window.print() })}
      ${
        mayCreate && payment.items.length === 1
          ? html`<a class="button" href=${formatRoute({ name: 'newLink', from: this.token })}>${renderIcon(icons.copy)}${detail.duplicate}</a>`
          : nothing
      }
      ${
        mayCreate && payment.items.length === 1 && payment.status === 'pending'
          ? html`<a class="button" href=${formatRoute({ name: 'editLink', token: this.token })}>${renderIcon(icons.edit)}${detail.edit}</a>`
          : nothing
      }
      ${
        mayCreate && payment.status === 'pending'
          ? renderButton({
              label: cancelling.link,
              isDanger: true,
              onClick: () => {
                this.submit.reset()
                this.dialog.open(words)
              },
            })
          : nothing
      }
      ${renderButton({ label: detail.refresh, icon: icons.refresh, onClick: () => void this.#state.reload() })}`
  }

  #renderShare({ summary, payments }: LinkState, words: LinkWords): TemplateResult {
    const { text, session } = this.context
    const { access, links } = text
    const { detail, reuse } = links
    const url = summary.securePaymentUrl
    const message = detail.messageText({
      merchant: plainText(session.tenantName),
      amount: words.total,
      title: words.orderName ?? '',
      until: words.expires,
      url,
    })
    return html`<div class="share">
      <div class="stack">
        <p>
          <a class="hosted" href=${safeUrl(url) ?? nothing} target="_blank" rel="noopener">${url}<span class="visually-hidden"> (${text.common.opensNewTab})</span></a>
        </p>
        <div class="row">
          ${this.#renderCopy(url, { label: detail.copyUrl, what: detail.url, isPrimary: true })}
          ${this.#renderCopy(message, { label: detail.copyMessage, what: detail.message, isPrimary: false })}
        </div>
        <p class="hint">${summary.accessPolicy?.allowedPayerAddresses ? access.shareHint : payments === null ? detail.shareHint : reuse.shareHint}</p>
        ${session.tenantName === '' ? html`<p class="hint">${detail.noName} <a class="link" href=${formatRoute({ name: 'account' })}>${detail.addName}</a></p>` : nothing}
      </div>
      ${renderQr(url, detail.qr)}
    </div>`
  }

  /** Renders a copy button, which briefly confirms that the text was copied. */
  #renderCopy(
    value: string,
    options: { label: string; what: string; isPrimary: boolean },
  ): TemplateResult {
    const isCopied = this.copier.copied === value
    return renderButton({
      label: isCopied ? this.context.text.common.copied : options.label,
      icon: isCopied ? icons.check : icons.copy,
      kind: options.isPrimary ? 'primary' : 'secondary',
      onClick: () => void this.copier.copy(value, options.what),
    })
  }

  #renderDialog({ payments }: LinkState): TemplateResult | typeof nothing {
    const { current } = this.dialog
    if (current === null) return nothing
    const { cancelling, links } = this.context.text
    return renderConfirm(this, {
      name: CANCEL,
      title: cancelling.title(current.amount),
      text: payments === null ? cancelling.text : links.reuse.cancelText,
      confirm: cancelling.link,
      keep: cancelling.keep,
      isDanger: true,
      onConfirm: () => void this.#cancel(),
    })
  }

  async #cancel(): Promise<void> {
    const { client, text, announce } = this.context
    const params = { token: this.token }
    const cancelled = await this.submit.run(CANCEL, () => client.securePayments.cancel({ params }))
    if (cancelled === null) {
      // The page behind the dialog must show a payment that has arrived in the meantime.
      await this.#state.refresh()
      return
    }
    await this.#state.reload()
    this.dialog.close()
    announce(text.cancelling.done)
  }
}

customElements.define('console-link', ConsoleLink)

declare global {
  interface HTMLElementTagNameMap {
    'console-link': ConsoleLink
  }
}
