import { html, nothing, type TemplateResult } from 'lit'

/** Renders a list record with a checkbox in front of it; without a checkbox if there is no choice. */
export function renderSelectable(
  content: TemplateResult,
  choice: { label: string; isSelected: boolean; onChange: () => void } | null,
): TemplateResult {
  return html`<li class="record">
    <div class="choosable">
      ${
        choice === null
          ? nothing
          : html`<input type="checkbox" aria-label=${choice.label} .checked=${choice.isSelected} @change=${choice.onChange}>`
      }
      <div class="stack tight">${content}</div>
    </div>
  </li>`
}
