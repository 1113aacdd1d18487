import { maskAddress, plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import type { ConsoleContext } from '../../context.ts'
import { renderButton } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { type FilterName, listFilters, PAYMENT_TYPES, type PaymentFilter } from './paymentFilter.ts'

/** Renders the active filters, each with a button that removes it, and the button that changes them. */
export function renderFilterChips(
  view: ConsoleView,
  filter: PaymentFilter,
  on: { onOpen: () => void; onRemove: (name: FilterName) => void; onClear: () => void },
): TemplateResult {
  const { text } = view.context
  const { payments } = text
  const filters = listFilters(filter)
  const afterwards = (change: () => void) => (event: Event) => {
    // The pressed button disappears with its chip, so the focus moves to the filter button.
    const { currentTarget } = event
    const root = currentTarget instanceof Node ? currentTarget.getRootNode() : null
    if (root instanceof ShadowRoot) root.querySelector<HTMLElement>('.open-filter button')?.focus()
    change()
  }
  return html`<div class="chips">
    <span class="open-filter">${renderButton({ label: payments.filter, icon: icons.filter, isCompact: true, onClick: on.onOpen })}</span>
    ${
      filters.length === 0
        ? nothing
        : html`<ul role="list" aria-label=${payments.active}>
            ${filters.map(([name, value]) => {
              const label = payments.chip(
                payments.filters[name],
                describeFilter(name, value, view.context),
              )
              return html`<li class="filter-chip">
                <span title=${value}>${label}</span>
                <button type="button" aria-label=${payments.removeChip(label)} @click=${afterwards(() => on.onRemove(name))}>${renderIcon(icons.cross, 'small')}</button>
              </li>`
            })}
          </ul>
          <button class="link small" type="button" @click=${afterwards(on.onClear)}>${payments.clear}</button>`
    }
  </div>`
}

/** Describes a filter's value. */
export function describeFilter(
  name: FilterName,
  value: string,
  { text, format }: Pick<ConsoleContext, 'text' | 'format'>,
): string {
  const { payments } = text
  switch (name) {
    case 'type': {
      const type = PAYMENT_TYPES.find((one) => one === value)
      return type === undefined ? plainText(value) : payments.types[type]
    }
    case 'from':
    case 'to':
      return formatDay(format, value)
    case 'requestId':
    case 'txHash':
    case 'walletAddress':
    case 'securePaymentToken':
      return maskAddress(value)
    default:
      return plainText(value)
  }
}
