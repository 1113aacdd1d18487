import { findNetwork } from '@secure-payment/core/networks'
import { maskAddress } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderButton } from '../../ui/elements.ts'
import { LINK_TONES } from './linkTones.ts'
import { type MadeLink, openPayoutMemory } from './payoutMemory.ts'
import { addUnits, sumPayouts } from './summarizePayouts.ts'

/** Links that were created in this browser; nothing before the first. */
export function renderMadeLinks(
  view: ConsoleView<SignedInContext>,
): TemplateResult | typeof nothing {
  const { text, session } = view.context
  const { made } = text.payouts
  const memory = openPayoutMemory(session.tenantId)
  const links = memory.list()
  if (links.length === 0) return nothing
  const clear = () => {
    memory.clear()
    view.requestUpdate()
    view.focusHeading()
  }
  return html`<section class="stack" aria-labelledby="made-title">
    <div class="card-head">
      <h2 id="made-title">${made.title}</h2>
      <div class="flush">${renderButton({ label: made.clear, kind: 'quiet', onClick: clear })}</div>
    </div>
    <p class="hint">${made.text}</p>
    <ul class="records">
      ${links.map((link) => html`<li class="record">${renderLink(view, link)}</li>`)}
    </ul>
  </section>`
}

function renderLink(view: ConsoleView, { createdAt, network, payouts, status }: MadeLink) {
  const { text, format } = view.context
  const { made, link, file } = text.payouts
  const totals = sumPayouts(payouts.map(addUnits))
  const [first] = payouts
  const whom =
    first === undefined
      ? ''
      : (first.recipientId ?? first.reference ?? maskAddress(first.recipient))
  return html`<div class="record-head">
      <h3><a href=${formatRoute({ name: 'payoutLink', requestId: first?.requestId ?? '' })}>${totals.map(({ amount, symbol }) => format.money(amount, symbol)).join(' + ')}</a></h3>
      ${status === null ? nothing : renderBadge(LINK_TONES[status], link.status[status])}
    </div>
    <div class="facts-line">
      <time datetime=${createdAt}>${format.dateTime(createdAt)}</time>
      <span>${payouts.length === 1 ? made.to(whom) : file.rows(payouts.length)}</span>
      <span>${findNetwork(network)?.name ?? network}</span>
    </div>`
}
