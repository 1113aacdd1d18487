import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatRoute } from '../../routes.ts'

/** Payers and their payments, as links below the heading. */
export function renderPayerTabs(view: ConsoleView, current: 'payers' | 'offramps'): TemplateResult {
  const { tabs } = view.context.text.payers
  const items = [
    ['payers', tabs.payers],
    ['offramps', tabs.offramps],
  ] as const
  return html`<nav class="tabs" aria-label=${tabs.label}>
    <ul>
      ${items.map(
        ([name, label]) =>
          html`<li><a href=${formatRoute({ name })} aria-current=${name === current ? 'page' : nothing}>${label}</a></li>`,
      )}
    </ul>
  </nav>`
}
