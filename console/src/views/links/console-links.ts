import { plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import { readForm } from '../../readForm.ts'
import { formatRoute } from '../../routes.ts'
import { renderButton, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderInput } from '../../ui/renderField.ts'
import { formatLinkFilter, LINK_STATUSES, type LinkFilter, parseLinkFilter } from './linkFilter.ts'
import { linkStyles } from './linkStyles.ts'
import './console-link-list.ts'

/** The payment links by status, and the search by reference. The URL contains the filter, so a bookmark keeps it. */
export class ConsoleLinks extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, linkStyles]
  static override readonly properties = { ...ConsoleView.properties, query: {} }

  /** The filter as the URL's query. */
  declare query: string
  #filter: LinkFilter = { status: null, reference: null }

  constructor() {
    super()
    this.query = ''
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) this.#filter = parseLinkFilter(this.query)
  }

  protected override render(): TemplateResult {
    const { links } = this.context.text
    const filter = this.#filter
    return html`<div class="page">
      ${renderPageHead({
        title: links.title,
        lead: links.lead,
        actions: may(this.context, 'create')
          ? html`<a class="button primary in-menu" href=${formatRoute({ name: 'newLink', from: null })}>${renderIcon(icons.plus)}${links.create}</a>`
          : nothing,
      })}
      <div class="finder">
        ${this.#renderSearch()}
        ${filter.reference === null ? nothing : this.#renderReference(filter.reference)}
        ${this.#renderTabs()}
      </div>
      ${keyed(
        formatLinkFilter(filter),
        html`<console-link-list .context=${this.context} .filter=${filter}></console-link-list>`,
      )}
    </div>`
  }

  #renderSearch(): TemplateResult {
    const { links } = this.context.text
    return html`<form class="search-line" role="search" novalidate @submit=${this.#find}>
      ${renderInput(this, {
        name: 'search',
        label: links.search,
        hint: links.searchHint,
        isOptional: true,
        isUnmarked: true,
        maxLength: 255,
        failure: null,
      })}
      ${renderButton({ label: links.find, icon: icons.search })}
    </form>`
  }

  #renderReference(reference: string): TemplateResult {
    const { links } = this.context.text
    return html`<div class="chips">
      <span class="filter-chip">
        <span title=${reference}>${links.reference(plainText(reference))}</span>
        <button type="button" aria-label=${links.removeReference} @click=${this.#clear}>${renderIcon(icons.cross, 'small')}</button>
      </span>
    </div>`
  }

  #renderTabs(): TemplateResult {
    const { tabs } = this.context.text.links
    const { reference, status } = this.#filter
    return html`<nav class="tabs" aria-label=${tabs.label}>
      <ul>
        ${[null, ...LINK_STATUSES].map((one) => {
          const query = formatLinkFilter({ status: one, reference })
          return html`<li><a href=${formatRoute({ name: 'links', query })} aria-current=${one === status ? 'page' : nothing} @click=${this.#choose}>${tabs[one ?? 'all']}</a></li>`
        })}
      </ul>
    </nav>`
  }

  readonly #find = (event: Event): void => {
    const reference = readForm(event).text('search')
    if (reference === '') return
    const { currentTarget } = event
    // A chip shows the search from now on.
    if (currentTarget instanceof HTMLFormElement) currentTarget.reset()
    this.#show({ status: null, reference })
  }

  /** Shows another tab's links; the tab keeps the focus, because the screen stays the same. */
  readonly #choose = (event: MouseEvent): void => {
    const { currentTarget } = event
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!isPlain || event.altKey || !(currentTarget instanceof HTMLAnchorElement)) return
    event.preventDefault()
    this.context.refine({ name: 'links', query: currentTarget.search })
  }

  readonly #clear = (): void => {
    // The pressed button disappears with its chip, so the focus moves to the search field.
    this.renderRoot.querySelector<HTMLElement>('[name="search"]')?.focus()
    this.#show({ ...this.#filter, reference: null })
  }

  #show(filter: LinkFilter): void {
    this.context.refine({ name: 'links', query: formatLinkFilter(filter) })
  }
}

customElements.define('console-links', ConsoleLinks)

declare global {
  interface HTMLElementTagNameMap {
    'console-links': ConsoleLinks
  }
}
