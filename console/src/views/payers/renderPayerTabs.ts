import type { TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { renderTabs } from '../../ui/renderTabs.ts'

/** Payers and their payments, as links below the heading. */
export function renderPayerTabs(view: ConsoleView, current: 'payers' | 'offramps'): TemplateResult {
  const { tabs } = view.context.text.payers
  const items = [
    [{ name: 'payers' }, tabs.payers],
    [{ name: 'offramps' }, tabs.offramps],
  ] as const
  return renderTabs(tabs.label, items, current)
}
