import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { PreviewController } from '../controllers/PreviewController.ts'
import { renderButton, renderNote } from './elements.ts'

/**
 * Renders a warning with a reload button if the preview could not be loaded; nothing otherwise. `keep` returns the
 * input to keep across the reload.
 */
export function renderLostPreview(
  view: ConsoleView,
  preview: PreviewController,
  keep: () => unknown,
): TemplateResult | typeof nothing {
  if (!preview.isLost) return nothing
  const { common } = view.context.text
  const reload = renderButton({
    label: common.reload,
    isCompact: true,
    onClick: () => preview.reload(keep()),
  })
  return html`<div role="alert">${renderNote('warning', html`<p>${common.partLost}</p><div class="row retry">${reload}</div>`)}</div>`
}
