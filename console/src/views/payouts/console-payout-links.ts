import { findNetwork } from '@secure-payment/core/networks'
import { maskAddress, plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedLink } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import { concernsApprovals, concernsPayments } from '../../live/change.ts'
import { isSame } from '../../networkChoices.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderButton } from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { APPROVAL_TONES } from '../approvals/describeApproval.ts'
import { readDeclined, readHeld } from '../approvals/readHeld.ts'
import { describeListedLink } from '../links/describeListedLink.ts'
import { LINK_TONES } from './linkTones.ts'
import { openPayoutMemory, type PayoutMemory } from './payoutMemory.ts'
import { payoutStyles } from './payoutStyles.ts'
import { renderPayoutStatus } from './renderPayoutStatus.ts'

/** A payout link, and whether it waits for an approval or was declined. */
type Listed = ListedLink & { readonly isHeld: boolean; readonly isDeclined: boolean }

/** The merchant's payout links, page by page, newest first; renders nothing if there are none. */
export class ConsolePayoutLinks extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, payoutStyles]
  readonly #pages = new PageController<Listed>(
    this,
    ({ token }) => token,
    async (page, signal) => {
      const query = { flow: 'pay', ...page } as const
      const { securePayments } = this.context.client
      const options = signal ? { signal } : {}
      const [found, held, declined] = await Promise.all([
        securePayments.list({ query }, options),
        readHeld(this.context, signal),
        readDeclined(this.context, signal),
      ])
      if (!('securePayments' in found)) throw new Error('The service returned one payment.')
      const records = found.securePayments.map((one) => ({
        ...one,
        isHeld: held.has(one.token),
        isDeclined: declined.has(one.token),
      }))
      return { records, nextCursor: found.nextCursor }
    },
    { hears: (change) => concernsPayments(change) || concernsApprovals(change) },
  )

  protected override render(): TemplateResult {
    return renderLoaded(this, this.#pages.loader, (page) =>
      page.records.length === 0 ? html`` : this.#renderPage(page),
    )
  }

  #renderPage({ records, nextCursor }: ListPage<Listed>): TemplateResult {
    const { made } = this.context.text.payouts
    return html`<section class="stack" aria-labelledby="made-title">
      <div class="card-head">
        <h2 id="made-title" tabindex="-1">${made.title}</h2>
        ${this.#renderForget()}
      </div>
      ${renderStale(this, this.#pages.loader)}
      <ul class="records">
        ${repeat(
          records,
          ({ token }) => token,
          (record) => this.#renderLink(record),
        )}
      </ul>
      ${renderMore(this, this.#pages, { label: made.more, nextCursor })}
    </section>`
  }

  /** Renders the button that clears this browser's stored names; the service does not have the recipients' names. */
  #renderForget(): TemplateResult | typeof nothing {
    if (this.#memory.list().length === 0) return nothing
    const forget = () => {
      this.#memory.clear()
      this.requestUpdate()
      this.focusHeading()
    }
    const label = this.context.text.payouts.made.forget
    return html`<div class="flush">${renderButton({ label, kind: 'quiet', onClick: forget })}</div>`
  }

  #renderLink(record: Listed): TemplateResult {
    const { text, format } = this.context
    const { file } = text.payouts
    const { items, itemCount, network, createdAt } = record
    const requestId = ensureDefined(items[0]?.requestId, 'The first request')
    return html`<li class="record">
      <div class="record-head">
        <h3><a href=${formatRoute({ name: 'payoutLink', requestId })}>${describeListedLink(record, this.context).amount}</a></h3>
        ${record.combinedInto === null ? this.#renderStatus(record) : renderCombinedBadges(this, record)}
        ${items[0]?.refundOf === undefined ? nothing : renderBadge('neutral', itemCount === 1 ? text.refunds.marks.one : text.refunds.marks.several)}
      </div>
      <div class="facts-line">
        <time datetime=${createdAt}>${format.dateTime(createdAt)}</time>
        <span>${itemCount === 1 ? this.#describeItem(record) : file.rows(itemCount)}</span>
        <span>${findNetwork(network)?.name ?? plainText(network)}</span>
        ${record.combinedInto === null ? nothing : html`<a href=${formatRoute({ name: 'payoutLink', requestId })}>${text.payouts.made.openCombined}</a>`}
      </div>
    </li>`
  }

  #renderStatus({ isHeld, isDeclined, status }: Listed): TemplateResult {
    const { approvals, payouts } = this.context.text
    if (isHeld && status === 'pending') {
      return renderBadge(APPROVAL_TONES.waiting, approvals.status.waiting)
    }
    return isDeclined && status === 'invalidated'
      ? renderBadge(APPROVAL_TONES.declined, approvals.status.declined)
      : renderBadge(LINK_TONES[status], payouts.link.status[status])
  }

  /** Describes a link's only payout: the refunded order, or the recipient. */
  #describeItem(record: Listed): string {
    const { payouts, refunds } = this.context.text
    const reference = record.items[0]?.refundOf?.reference ?? null
    return reference === null
      ? payouts.made.to(this.#nameRecipient(record))
      : refunds.of(plainText(reference))
  }

  /** Returns the name that was entered in this browser, the merchant's reference, or the masked address. */
  #nameRecipient({ items, reference }: Listed): string {
    const [item] = items
    if (item === undefined) return ''
    const named = this.#memory
      .find(item.requestId)
      ?.payouts.find((one) => one.requestId === item.requestId && isSame(one.recipient, item.payee))
    const name = named?.recipientId ?? item.reference ?? reference ?? null
    return name === null ? maskAddress(item.payee) : plainText(name)
  }

  get #memory(): PayoutMemory {
    return openPayoutMemory(this.context.session.tenantId)
  }
}

/** Renders the state of a payout whose link was combined with others: the link itself has ended, and another one pays the payout. */
function renderCombinedBadges(
  { context: { text } }: ConsoleView,
  { items }: Listed,
): TemplateResult {
  return html`${renderBadge('neutral', text.payouts.made.combined)}
    ${items[0] === undefined ? nothing : renderPayoutStatus(items[0].status, text)}`
}

customElements.define('console-payout-links', ConsolePayoutLinks)

declare global {
  interface HTMLElementTagNameMap {
    'console-payout-links': ConsolePayoutLinks
  }
}
