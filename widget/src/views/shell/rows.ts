import { html, nothing, type TemplateResult } from 'lit'
import { groupAddress } from '../../text/address.ts'
import type { FlowContext, ViewContext } from '../viewContext.ts'
import { renderCopyButton } from './elements.ts'
import { icons, renderIcon } from './icons.ts'

/** Renders a row of a description list; `isStacked` puts the value below its term, and `below` adds a line under both. */
export function renderRow(
  term: string,
  value: unknown,
  options: { isStacked?: boolean; isStrong?: boolean; below?: TemplateResult; part?: string } = {},
): TemplateResult {
  const form = [options.isStacked && 'stack', options.isStrong && 'strong'].filter(Boolean)
  return html`<div part=${['summary-row', options.part].join(' ').trim()} class=${['summary-row', 'protected', ...form].join(' ')}>
    <dt>${term}</dt>
    <dd>${value}</dd>
    ${options.below ? html`<dd class="below">${options.below}</dd>` : nothing}
  </div>`
}

/**
 * Renders the ends of an address, which one press unfolds, and a button that copies the address. Each end has eight digits, so that an
 * address with the same ends cannot be found by brute force. A masked address has no more digits and no copy button.
 */
export function renderAddress(context: ViewContext, address: string, what: string): TemplateResult {
  if (address.includes('…'))
    return html`<div class="address-line">${renderAddressText(address)}</div>`
  const groups = groupAddress(address)
  const ends = [...groups.slice(0, 2), '…', ...groups.slice(-2)]
  return html`<div class="address-line">
    <details class="fold">
      <summary><bdi part="address" class="address protected" dir="ltr">${renderGroups(ends)}</bdi>${renderIcon(icons.chevron, 'small directional')}</summary>
      ${renderAddressText(address)}
    </details>
    ${renderCopyButton(context, address, what)}
  </div>`
}

/** Renders the address of an item's recipient, and below it the payment that the item refunds. */
export function renderRecipientOf(
  context: FlowContext,
  { payee, requestId }: { readonly payee: string; readonly requestId: string },
): TemplateResult {
  return html`${renderAddress(context, payee, context.text.recipient)}${context.renderPurpose?.(context, requestId)}`
}

/** Renders a full address in groups of four; copied text has no gaps. */
export function renderAddressText(address: string): TemplateResult {
  return html`<bdi part="address" class="address protected" dir="ltr">${renderGroups(groupAddress(address))}</bdi>`
}

/** Renders groups with the first and the last in bold. */
function renderGroups(groups: readonly string[]): TemplateResult[] {
  const last = groups.length - 1
  return groups.map(
    (group, index) =>
      html`<span class=${index === 0 || index === last ? 'end-group' : ''}>${group}</span>`,
  )
}
