import { html, type TemplateResult } from 'lit'
import { countChoices, type Design } from './design.ts'
import { type Knob, knobGroups, readChoice } from './knobs.ts'
import { renderKnob } from './renderKnob.ts'

/** Groups that are open at first. */
const OPEN: ReadonlySet<string> = new Set(['Appearance', 'Colours'])

/** The choices of all properties, and the listeners of their controls. */
export type KnobsView = {
  readonly design: Design
  /** The keys of the parts and slots on the preview's screen; null before the preview reports them. */
  readonly shown: ReadonlySet<string> | null
  readonly onChoose: (knob: Knob, value: string | null) => void
  /** The part that the preview highlights; null if it highlights none. */
  readonly onPoint: (part: string | null) => void
  readonly onReset: () => void
}

/** Renders every control in its group, and a button that resets all properties. */
export function renderKnobs(view: KnobsView): TemplateResult {
  const { design, shown, onChoose, onPoint, onReset } = view
  const count = countChoices(design)
  return html`<section class="knobs" aria-labelledby="knobs">
    <div class="heading">
      <h2 id="knobs">Choices</h2>
      <button type="button" ?disabled=${count === 0} @click=${onReset}>
        Reset all${count > 0 ? ` (${count})` : ''}
      </button>
    </div>
    ${knobGroups.map(({ title, knobs }) => {
      const changed = knobs.filter((knob) => readChoice(design, knob) !== undefined).length
      return html`<details ?open=${OPEN.has(title)}>
        <summary>
          <span>${title}</span>
          ${changed > 0 ? html`<span class="count">${changed} changed</span>` : ''}
        </summary>
        ${knobs.map((knob) =>
          renderKnob({
            knob,
            value: readChoice(design, knob),
            variables: design.variables,
            isAbsent: isAbsent(knob, shown),
            onChange: (value) => onChoose(knob, value),
            onPoint: (isPointed) => {
              if (knob.kind === 'part') onPoint(isPointed ? knob.name : null)
            },
          }),
        )}
      </details>`
    })}
  </section>`
}

/** Returns whether a part or slot is missing from the preview's screen. */
function isAbsent({ kind, key }: Knob, shown: KnobsView['shown']): boolean {
  const isPlace = (kind === 'part' || kind === 'slot') && key !== 'slot.default'
  return isPlace && shown !== null && !shown.has(key)
}
