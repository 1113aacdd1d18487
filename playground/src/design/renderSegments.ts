import { html, type TemplateResult } from 'lit'

/** Renders a choice among a few values, all of which are visible. */
export function renderSegments<Value extends string>(options: {
  readonly label: string
  readonly name: string
  readonly values: readonly Value[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}): TemplateResult {
  const { label, name, values, value: chosen, onChange } = options
  return html`<fieldset class="segments">
    <legend>${label}</legend>
    ${values.map(
      (value) => html`<label>
        <input
          type="radio"
          name=${name}
          value=${value}
          .checked=${value === chosen}
          @change=${() => onChange(value)}
        /><span>${value}</span>
      </label>`,
    )}
  </fieldset>`
}
