import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatRoute } from '../../routes.ts'

/** Renders the ways to pay out, as links below the heading. */
export function renderPayoutTabs(
  view: ConsoleView,
  current: 'payouts' | 'payoutFile' | 'payoutList' | 'schedules' | 'approvals',
): TemplateResult {
  const { payouts, approvals } = view.context.text
  const { tabs } = payouts
  const items = [
    ['payouts', tabs.byHand],
    ['payoutFile', tabs.file],
    ['payoutList', tabs.list],
    ['schedules', tabs.schedules],
    ['approvals', approvals.tab],
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
