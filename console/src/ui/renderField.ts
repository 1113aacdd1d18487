import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { Failure } from '../failure.ts'

type FieldOptions = {
  name: string
  label: string
  hint?: string
  /** Screen readers announce the hint whenever it changes, such as while a person types. */
  isHintLive?: boolean
  isOptional?: boolean
  /** Omits the optional mark from the label, for a form in which every field is optional. */
  isUnmarked?: boolean
  failure: Failure | null
}

/** Renders a one-line text field; `value` is its initial text. */
export function renderInput(
  view: ConsoleView,
  options: FieldOptions & {
    type?: 'text' | 'email' | 'password' | 'url' | 'date'
    value?: string | null | undefined
    autocomplete?: string
    inputMode?: 'decimal' | 'numeric' | 'url' | 'email'
    isMono?: boolean
    maxLength?: number
    onInput?: (value: string) => void
  },
): TemplateResult {
  const { name, onInput } = options
  return renderField(
    view,
    options,
    (attributes) => html`<input
      id=${name}
      name=${name}
      class=${options.isMono ? 'mono' : ''}
      type=${options.type ?? 'text'}
      .defaultValue=${options.value ?? ''}
      autocomplete=${options.autocomplete ?? 'off'}
      autocapitalize="none"
      spellcheck="false"
      inputmode=${options.inputMode ?? nothing}
      maxlength=${options.maxLength ?? nothing}
      aria-required=${options.isOptional ? nothing : 'true'}
      aria-invalid=${attributes.isInvalid ? 'true' : nothing}
      aria-describedby=${attributes.describedBy || nothing}
      @input=${onInput ? (event: Event) => onInput(readValue(event)) : nothing}
    >`,
  )
}

/** Renders a multi-line text field. */
export function renderTextarea(
  view: ConsoleView,
  options: FieldOptions & {
    value?: string | null | undefined
    rows?: number
    /** The text is prose, not code. */
    isProse?: boolean
    onInput?: (value: string) => void
  },
): TemplateResult {
  const { name, onInput } = options
  return renderField(
    view,
    options,
    (attributes) => html`<textarea
      id=${name}
      name=${name}
      class=${options.isProse ? '' : 'mono'}
      rows=${options.rows ?? 3}
      .defaultValue=${options.value ?? ''}
      autocapitalize=${options.isProse ? 'sentences' : 'none'}
      spellcheck=${options.isProse ? 'true' : 'false'}
      aria-required=${options.isOptional ? nothing : 'true'}
      aria-invalid=${attributes.isInvalid ? 'true' : nothing}
      aria-describedby=${attributes.describedBy || nothing}
      @input=${onInput ? (event: Event) => onInput(readValue(event)) : nothing}
    ></textarea>`,
  )
}

/** Renders a select field. */
export function renderSelect(
  view: ConsoleView,
  options: FieldOptions & {
    value: string | null | undefined
    choices: readonly (readonly [value: string, label: string])[]
    onChange?: (value: string) => void
  },
): TemplateResult {
  const { name, onChange } = options
  return renderField(
    view,
    options,
    (attributes) => html`<select
      id=${name}
      name=${name}
      aria-invalid=${attributes.isInvalid ? 'true' : nothing}
      aria-describedby=${attributes.describedBy || nothing}
      @change=${onChange ? (event: Event) => onChange(readValue(event)) : nothing}
    >
      ${options.choices.map(
        ([value, label]) =>
          html`<option value=${value} ?selected=${value === (options.value ?? '')}>${label}</option>`,
      )}
    </select>`,
  )
}

/** Renders one radio button or checkbox of a group, with its label. */
export function renderChoice(options: {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  label: unknown
  hint?: unknown
  isChecked: boolean
  onChange?: () => void
}): TemplateResult {
  return html`<label class="choice-line">
    <input
      type=${options.type}
      name=${options.name}
      value=${options.value}
      .checked=${options.isChecked}
      @change=${options.onChange ?? nothing}
    >
    <span>${options.label}${options.hint ? html`<span class="hint">${options.hint}</span>` : nothing}</span>
  </label>`
}

/** Renders a field's error message; nothing if the field has no error. */
export function renderFieldError(
  name: string,
  failure: Failure | null,
): TemplateResult | typeof nothing {
  const message = failure?.fields[name]
  return message ? html`<p class="field-error" id="${name}-error">${message}</p>` : nothing
}

function renderField(
  view: ConsoleView,
  options: FieldOptions,
  control: (attributes: { isInvalid: boolean; describedBy: string }) => TemplateResult,
): TemplateResult {
  const { name, label, hint, failure } = options
  const isInvalid = failure?.fields[name] !== undefined
  const describedBy = [hint ? `${name}-hint` : '', isInvalid ? `${name}-error` : '']
    .join(' ')
    .trim()
  const { common } = view.context.text
  return html`<div class="field">
    <label for=${name}>${label}${options.isOptional && !options.isUnmarked ? html` <span class="optional">${common.optional}</span>` : nothing}</label>
    ${control({ isInvalid, describedBy })}
    ${hint ? html`<p class="hint" id="${name}-hint" aria-live=${options.isHintLive ? 'polite' : nothing}>${hint}</p>` : nothing}
    ${renderFieldError(name, failure)}
  </div>`
}

function readValue(event: Event): string {
  const { target } = event
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  return isField ? target.value : ''
}
