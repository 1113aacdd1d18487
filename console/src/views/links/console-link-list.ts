import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ListedLink } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { concernsPayments } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { renderEmpty } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { describeListedLink } from './describeListedLink.ts'
import { type LinkFilter, toLinkQuery } from './linkFilter.ts'
import { linkStyles } from './linkStyles.ts'
import { renderLinkTable } from './renderLinkTable.ts'

/** The name of the cancellation in the submit controller. */
const CANCEL = 'cancel'

/** The payment links that match one filter, page by page, newest first. */
export class ConsoleLinkList extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, linkStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    filter: { attribute: false },
  }

  /** Set once: the screen creates a new element for another filter. */
  declare filter: LinkFilter
  /** The link that the member is about to cancel. */
  readonly dialog = new DialogController<ListedLink>(this)
  readonly #pages = new PageController<ListedLink>(
    this,
    ({ token }) => token,
    async (page, signal) => {
      const query = { ...toLinkQuery(this.filter), flow: 'get_paid', ...page } as const
      const { list } = this.context.client.securePayments
      const found = await list({ query }, signal ? { signal } : {})
      if (!('securePayments' in found)) throw new Error('The service returned one payment.')
      return { records: found.securePayments, nextCursor: found.nextCursor }
    },
    { hears: concernsPayments },
  )

  constructor() {
    super()
    this.filter = { status: null, reference: null }
  }

  /** Moves the focus to the first row, because the list has no heading, and a cancelled link's button is gone. */
  override focusHeading(): void {
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('a.open')?.focus()
    })
  }

  protected override render(): TemplateResult {
    return html`<div class="stack">
      ${renderStale(this, this.#pages.loader)}
      ${renderLoaded(this, this.#pages.loader, (page) =>
        page.records.length === 0 ? this.#renderEmpty() : this.#renderPage(page),
      )}
      ${this.#renderDialog()}
    </div>`
  }

  #renderPage({ records, nextCursor }: ListPage<ListedLink>): TemplateResult {
    const { links } = this.context.text
    const onCancel = may(this.context, 'create')
      ? (link: ListedLink) => {
          this.submit.reset()
          this.dialog.open(link)
        }
      : null
    return html`${renderLinkTable(this, records, onCancel)} ${renderMore(this, this.#pages, { label: links.more, nextCursor })}`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    if (current === null) return nothing
    const { cancelling, links } = this.context.text
    return renderConfirm(this, {
      name: CANCEL,
      title: cancelling.title(describeListedLink(current, this.context).amount),
      text: current.isReusable ? links.reuse.cancelText : cancelling.text,
      confirm: cancelling.link,
      keep: cancelling.keep,
      isDanger: true,
      onConfirm: () => void this.#cancel(current),
    })
  }

  async #cancel({ token }: ListedLink): Promise<void> {
    const { client, text, announce } = this.context
    const params = { token }
    const cancelled = await this.submit.run(CANCEL, () => client.securePayments.cancel({ params }))
    // Reads the list again even after a rejection, because a payment may have arrived.
    await this.#pages.loader.refresh()
    if (cancelled === null) return
    this.dialog.close()
    announce(text.cancelling.done)
  }

  #renderEmpty(): TemplateResult {
    const { links } = this.context.text
    const { status, reference } = this.filter
    if (status !== null || reference !== null) {
      return renderEmpty({
        icon: icons.search,
        title: links.emptyFilter,
        text: links.emptyFilterText,
      })
    }
    return renderEmpty({
      icon: icons.link,
      title: links.empty,
      text: links.emptyText,
      action: may(this.context, 'create')
        ? html`<a class="button primary" href=${formatRoute({ name: 'newLink', from: null })}>${renderIcon(icons.plus)}${links.create}</a>`
        : undefined,
    })
  }
}

customElements.define('console-link-list', ConsoleLinkList)

declare global {
  interface HTMLElementTagNameMap {
    'console-link-list': ConsoleLinkList
  }
}
