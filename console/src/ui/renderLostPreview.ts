import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { PreviewController } from '../controllers/PreviewController.ts'
import { renderButton, renderNote } from './elements.ts'

/**
 * Reports that the preview could not be loaded, with a button that reloads it; otherwise nothing. `keep` is the
 * input.
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
