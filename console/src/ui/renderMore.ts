import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { PageController } from '../controllers/PageController.ts'
import { renderButton, renderFailure } from './elements.ts'

/**
 * Renders the button that reads a list's next page, and the last read's error. After the last page, renders only the error.
 */
export function renderMore<T>(
  view: ConsoleView,
  pages: PageController<T>,
  { label, nextCursor }: { label: string; nextCursor: string | null },
): TemplateResult {
  return html`${renderFailure(view, view.submit.failureOf('more'))}
  ${
    nextCursor === null
      ? nothing
      : html`<div>${renderButton({
          label,
          isBusy: view.submit.pending === 'more',
          onClick: () => void pages.more(),
        })}</div>`
  }`
}
