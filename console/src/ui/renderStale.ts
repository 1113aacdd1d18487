import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { LoadController } from '../controllers/LoadController.ts'
import { renderNote } from './elements.ts'

/** Renders a notice that the shown data may be out of date, if the last automatic read failed. */
export function renderStale(
  view: ConsoleView,
  loader: Pick<LoadController<unknown>, 'isStale'>,
): TemplateResult | typeof nothing {
  if (!loader.isStale) return nothing
  return html`<div role="status">${renderNote('warning', html`<p>${view.context.text.common.stale}</p>`)}</div>`
}
