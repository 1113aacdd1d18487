import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { PageController } from '../../controllers/PageController.ts'
import { renderButton, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderPayerTabs } from './renderPayerTabs.ts'

/** The parts in which the list of payers and the list of transfers differ. */
export type PayerList<T> = {
  readonly tab: 'payers' | 'offramps'
  readonly title: string
  readonly lead: string
  /** The button that loads more records. */
  readonly more: string
  /** Shown in place of an empty list. */
  readonly empty: TemplateResult
  /** A `li`. */
  readonly renderRecord: (record: T) => TemplateResult
}

/** Renders a screen with one list: its heading, the link to the other list, and its records, page by page. */
export function renderPayerList<T>(
  view: ConsoleView,
  pages: PageController<T>,
  list: PayerList<T>,
): TemplateResult {
  return html`<div class="page">
    ${renderPageHead({
      title: list.title,
      lead: list.lead,
      actions: renderButton({
        label: view.context.text.payers.refresh,
        icon: icons.refresh,
        onClick: () => void pages.loader.reload(),
      }),
    })}
    ${renderPayerTabs(view, list.tab)}
    ${renderLoaded(view, pages.loader, ({ records, nextCursor }) =>
      records.length === 0
        ? list.empty
        : html`<ul class="records">${records.map(list.renderRecord)}</ul>
          ${renderMore(view, pages, { label: list.more, nextCursor })}`,
    )}
  </div>`
}
