import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedLink } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderTime } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { moveRowFocus } from '../../ui/moveRowFocus.ts'
import { describeListedLink } from './describeListedLink.ts'

type View = ConsoleView<SignedInContext>

/** Opens the confirmation before a link is cancelled; null for members who may not cancel. */
type Cancel = ((link: ListedLink) => void) | null

/**
 * Renders payment links as a table; on a narrow page each row becomes a card. The explicit roles keep the table's
 * semantics when the styles show cards. An open link has a button that cancels it.
 */
export function renderLinkTable(
  view: View,
  links: readonly ListedLink[],
  onCancel: Cancel,
): TemplateResult {
  const { links: text } = view.context.text
  const names = [text.amount, text.statusColumn, text.for, text.created, text.expires]
  return html`<div class="table">
    <table role="table" aria-label=${text.table}>
      <thead role="rowgroup">
        <tr role="row">
          ${names.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}
          ${onCancel === null ? nothing : html`<th role="columnheader" scope="col"><span class="visually-hidden">${text.actions}</span></th>`}
        </tr>
      </thead>
      <tbody role="rowgroup" @keydown=${moveRowFocus}>
        ${repeat(
          links,
          ({ token }) => token,
          (link) => renderRow(view, link, onCancel),
        )}
      </tbody>
    </table>
  </div>`
}

/** The maximum length of an amount without a line break; a longer one may break anywhere. */
const BREAKING = 24

function renderRow(view: View, link: ListedLink, onCancel: Cancel): TemplateResult {
  const { text, format, now } = view.context
  const { links } = text
  const words = describeListedLink(link, view.context)
  const { token, createdAt, expiresAt, status } = link
  return html`<tr role="row">
    <td role="cell" class="amount ${words.amount.length > BREAKING ? 'long' : ''}">
      <a class="open" href=${formatRoute({ name: 'link', token })} title=${links.open(words.name ?? words.amount)}><strong>${words.amount}</strong></a>
      ${words.items === null ? nothing : html`<span class="sub">${words.items}</span>`}
    </td>
    <td role="cell" class="status">
      <span class="badges">
        ${renderBadge(words.tone, words.status)}
        ${link.isReusable ? renderBadge('neutral', links.reusable) : nothing}
      </span>
      ${words.paidTimes === null ? nothing : html`<span class="sub">${words.paidTimes}</span>`}
    </td>
    <td role="cell" class="for">
      ${words.name === null ? html`<span class="muted">${links.noTitle}</span>` : html`<span>${words.name}</span>`}
      ${words.reference === null ? nothing : html`<span class="sub">${words.reference}</span>`}
      ${words.customer === null ? nothing : html`<span class="sub">${words.customer}</span>`}
    </td>
    <td role="cell" class="time" data-name=${links.created}>
      ${renderTime(view, createdAt)}
      <span class="sub">${format.minute(createdAt, now())}</span>
    </td>
    <td role="cell" class="time" data-name=${links.expires}>
      ${status === 'pending' ? renderTime(view, expiresAt) : html`<span class="muted">—</span>`}
      ${status === 'pending' ? html`<span class="sub">${format.minute(expiresAt, now())}</span>` : nothing}
    </td>
    ${
      onCancel === null
        ? nothing
        : html`<td role="cell" class="actions">
            ${status === 'pending' ? renderCancel(view, { link, name: words.name ?? words.amount, onCancel }) : nothing}
          </td>`
    }
  </tr>`
}

/** Renders the cancel button, as an icon in the table, and with words on a card. */
function renderCancel(
  view: View,
  options: { link: ListedLink; name: string; onCancel: (link: ListedLink) => void },
): TemplateResult {
  const { link, name, onCancel } = options
  const label = view.context.text.cancelling.link
  return html`<button class="button compact danger cancel" type="button" title=${label} aria-label="${label}: ${name}" @click=${() => onCancel(link)}>${renderIcon(icons.cross)}<span>${label}</span></button>`
}
