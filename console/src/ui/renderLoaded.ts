import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { LoadController } from '../controllers/LoadController.ts'
import { renderButton, renderFailure } from './elements.ts'

/** Renders the loaded data, a placeholder while it loads, or a failure, with a retry button if a retry can succeed. */
export function renderLoaded<T>(
  view: ConsoleView,
  loader: LoadController<T>,
  render: (value: T) => TemplateResult,
): TemplateResult {
  const { state } = loader
  switch (state.status) {
    case 'loading':
      return renderPlaceholder(view)
    case 'failed': {
      // The role stays the same, so a retry cannot succeed.
      if (state.failure.code === 'scope_missing') return html`${renderFailure(view, state.failure)}`
      const { common } = view.context.text
      const retry = renderButton({
        label: common.retry,
        isCompact: true,
        onClick: () => void loader.reload(),
      })
      return html`${renderFailure(view, state.failure, html`<div class="row retry">${retry}</div>`)}`
    }
    case 'ready':
      return render(state.value)
    default:
      return state satisfies never
  }
}

function renderPlaceholder(view: ConsoleView): TemplateResult {
  return html`<div class="records" role="status" aria-busy="true">
    <span class="visually-hidden">${view.context.text.common.loading}</span>
    ${[0, 1, 2].map(
      () => html`<div class="record" aria-hidden="true">
        <div class="skeleton title"></div>
        <div class="skeleton text"></div>
      </div>`,
    )}
  </div>`
}
