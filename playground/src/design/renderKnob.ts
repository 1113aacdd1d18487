import { html, type TemplateResult } from 'lit'
import { findContrast, joinSchemes, type Scheme, splitSchemes } from './contrast.ts'
import { nameLanguage, type Values } from './design.ts'
import { isFit, type Knob } from './knobs.ts'

/** A property to choose, its current value, and the control's listeners. */
export type KnobView = {
  readonly knob: Knob
  /** The chosen value; undefined without a choice. */
  readonly value: string | undefined
  /** All chosen variables; the control computes contrasts from them. */
  readonly variables: Values
  /** Whether the property's part or slot is missing from the preview's screen. */
  readonly isAbsent: boolean
  /** Receives the new value; null removes the choice. */
  readonly onChange: (value: string | null) => void
  /** Called when the control gains or loses focus. */
  readonly onPoint: (isPointed: boolean) => void
}

/** Renders the control of a property with its label, its purpose, and a button that resets the property. */
export function renderKnob(view: KnobView): TemplateResult {
  const { knob, value, isAbsent, onChange, onPoint } = view
  const id = `knob-${knob.key.replace('.', '-')}`
  return html`<div class="knob" data-type=${knob.input.type} data-knob=${knob.key}
    @focusin=${() => onPoint(true)} @focusout=${() => onPoint(false)}>
    <div class="name">
      <label for=${id}><code>${labelOf(knob)}</code></label>
      ${
        value === undefined
          ? ''
          : html`<button type="button" class="reset" aria-label="Reset ${labelOf(knob)}" @click=${() => onChange(null)}>Reset</button>`
      }
    </div>
    ${renderInput(view, id)}
    <p id="${id}-hint">${renderProse(knob.description)}${knob.isUnseen ? html` <i>Takes effect after a payment.</i>` : ''}${isAbsent ? html` <i>Not on this screen.</i>` : ''}</p>
  </div>`
}

/** Returns the property's notation in code. */
function labelOf({ kind, name }: Knob): string {
  if (kind === 'slot') return name === 'default' ? 'the default slot' : `slot="${name}"`
  return kind === 'part' ? `::part(${name})` : name
}

/** Renders text with the parts between backticks as code. */
function renderProse(text: string): unknown[] {
  return text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))
}

function renderInput(view: KnobView, id: string): TemplateResult {
  const { knob, value, onChange } = view
  const { input } = knob
  const hint = `${id}-hint`
  if (input.type === 'flag') {
    return html`<input id=${id} type="checkbox" aria-describedby=${hint} .checked=${value !== undefined}
      @change=${(event: Event) => onChange(isChecked(event) ? '' : null)} />`
  }
  if (input.type === 'choice') {
    const shown = value ?? knob.fallback
    return html`<select id=${id} aria-describedby=${hint} .value=${shown}
      @change=${(event: Event) => onChange(readText(event) || null)}>
      ${knob.fallback === '' ? html`<option value="" ?selected=${shown === ''}>as the page</option>` : ''}
      ${input.choices.map((each) => html`<option value=${each} ?selected=${each === shown}>${knob.key === 'lang' ? nameLanguage(each) : each}${each === knob.fallback ? ' (default)' : ''}</option>`)}
    </select>`
  }
  if (input.type === 'colour') return renderColour(view, id)
  if (input.type === 'length') {
    const { unit, min, max, step } = input
    const shown = value ?? knob.fallback
    return html`<div class="length">
      <input type="range" aria-label="${knob.name}, by sliding" min=${min} max=${max} step=${step}
        .value=${String(Number.parseFloat(shown))}
        @input=${(event: Event) => onChange(`${readText(event)}${unit}`)} />
      ${renderText(view, id)}
    </div>`
  }
  return renderText(view, id)
}

function renderText({ knob, value, onChange }: KnobView, id: string): TemplateResult {
  const isNumber = knob.input.type === 'number'
  return html`<input id=${id} type=${isNumber ? 'number' : 'text'} min=${isNumber ? 0 : ''}
    aria-describedby="${id}-hint" placeholder=${knob.input.type === 'declarations' ? 'font-weight: 600' : knob.fallback} autocomplete="off" spellcheck="false"
    .value=${value ?? ''}
    @input=${(event: Event) => {
      const text = readText(event)
      const isGood = text === '' || isFit(knob, text)
      setInvalid(event, !isGood)
      if (isGood) onChange(text || null)
    }} />`
}

function renderColour({ knob, value, variables, onChange }: KnobView, id: string): TemplateResult {
  const own = splitSchemes(value ?? knob.fallback) ?? splitSchemes(knob.fallback)
  if (!own) return html``
  return html`${(['light', 'dark'] as const).map((scheme) => {
    const take = (event: Event): void => {
      const text = readText(event)
      const next = { ...own, [scheme]: text }
      const isGood = splitSchemes(joinSchemes(next)) !== null
      setInvalid(event, !isGood)
      if (isGood) onChange(joinSchemes(next))
    }
    return html`<div class="colour">
      <span class="scheme">${scheme}</span>
      <input type="color" aria-label="${knob.name}, ${scheme}, by picking" .value=${toPicker(own[scheme])} @input=${take} />
      <input id=${scheme === 'light' ? id : `${id}-dark`} type="text" spellcheck="false" autocomplete="off"
        aria-label="${knob.name}, ${scheme}" aria-describedby="${id}-hint" .value=${own[scheme]} @input=${take} />
      ${renderContrast(knob.name, variables, scheme)}
    </div>`
  })}`
}

function renderContrast(
  name: string,
  variables: KnobView['variables'],
  scheme: Scheme,
): TemplateResult {
  const found = findContrast(name, variables, scheme)
  if (!found) return html`<span class="contrast"></span>`
  const { ratio, other, least } = found
  const isLow = ratio < least
  // The contrast is rounded down, so that the displayed value never exceeds the real contrast.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  return html`<span class="contrast" ?data-low=${isLow} title="with ${other}; at least ${least} needed">
    ${isLow ? html`<span aria-hidden="true">⚠</span> ` : ''}${shown}:1
    <span class="hidden">with ${other}${isLow ? `, too low: at least ${least} needed` : ''}</span>
  </span>`
}

/** Returns a colour with six digits, which the browser's picker requires. */
function toPicker(colour: string): string {
  const digits = colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour
  return digits.slice(0, 7)
}

function setInvalid(event: Event, isInvalid: boolean): void {
  if (!(event.target instanceof HTMLElement)) return
  if (isInvalid) event.target.setAttribute('aria-invalid', 'true')
  else event.target.removeAttribute('aria-invalid')
}

function readText({ target }: Event): string {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  return isField ? target.value : ''
}

function isChecked({ target }: Event): boolean {
  return target instanceof HTMLInputElement && target.checked
}
