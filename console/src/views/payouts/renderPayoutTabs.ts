import type { TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { renderTabs } from '../../ui/renderTabs.ts'

/** Renders the tabs of the section *Payouts*, as links below the heading. */
export function renderPayoutTabs(
  view: ConsoleView,
  current: 'payouts' | 'payoutFile' | 'payoutList' | 'payoutCombined' | 'schedules' | 'approvals',
): TemplateResult {
  const { payouts, approvals } = view.context.text
  const { tabs } = payouts
  const items = [
    [{ name: 'payouts' }, tabs.byHand],
    [{ name: 'payoutFile' }, tabs.file],
    [{ name: 'payoutList' }, tabs.list],
    [{ name: 'payoutCombined' }, tabs.combined],
    [{ name: 'schedules' }, tabs.schedules],
    [{ name: 'approvals' }, approvals.tab],
  ] as const
  return renderTabs(tabs.label, items, current)
}
