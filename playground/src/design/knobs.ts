import manifest from '../../../widget/custom-elements.json' with { type: 'json' }
import { choose, type Design, LANGUAGES } from './design.ts'

/** A property of the element that a designer can choose, as the element's manifest describes it. */
export type Knob = {
  readonly kind: 'attribute' | 'variable' | 'slot' | 'part'
  /** The property's name, unique within its kind; `key` is unique among all kinds. */
  readonly name: string
  /** The property's name in the page's address: `theme`, `--sp-radius`, `slot.footer`, `part.card`. */
  readonly key: string
  readonly description: string
  /** The property's default; an empty string if the manifest has none. */
  readonly fallback: string
  readonly input: KnobInput
  /** Whether the property affects only a payment, so that the preview does not change. */
  readonly isUnseen: boolean
}

/** The kind of input. A length has its unit: `rem`, `px`, `ms`, or none. */
type KnobInput =
  | { readonly type: 'text' | 'flag' | 'number' | 'colour' | 'declarations' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | {
      readonly type: 'length'
      readonly unit: string
      readonly min: number
      readonly max: number
      readonly step: number
    }

/** A group of properties that belong together. */
export type KnobGroup = { readonly title: string; readonly knobs: readonly Knob[] }

/** The parts of a manifest's declaration that this file reads. */
type Described = {
  readonly name: string
  readonly attributes?: readonly Parameters<typeof toAttributeKnob>[0][]
  readonly cssProperties?: readonly Parameters<typeof toVariableKnob>[0][]
  readonly slots?: readonly Parameters<typeof toSlotKnob>[0][]
  readonly cssParts?: readonly Parameters<typeof toPartKnob>[0][]
}

const declarations: readonly Described[] = manifest.modules.flatMap<Described>(
  (module) => module.declarations,
)
const element = declarations.find(({ cssProperties }) => cssProperties !== undefined)

/** The groups of attributes by their names; ungrouped attributes are in the last group. */
const ATTRIBUTE_GROUPS: readonly (readonly [string, RegExp])[] = [
  ['Appearance', /^(theme|lang|mode|open|test-mode|disabled|without-.*)$/],
  ['Shop', /^(merchant|return)-/],
  ['Wallets', /wallet|^auto-/],
  ['Payment', /^(token|api-base|client-id|pay-url|destination|payer|chains|tokens|confirmations)$/],
  ['Form and privacy', /./],
]

const VARIABLE_GROUPS: readonly (readonly [string, RegExp])[] = [
  ['Colours', /color|backdrop/],
  ['Type', /font|line-height/],
  ['Corners and lines', /radius|border|shadow/],
  ['Size and motion', /./],
]

/** The defaults of attributes with choices; without `lang`, the language follows the page. */
const FALLBACKS: Readonly<Record<string, string>> = {
  theme: 'auto',
  mode: 'inline',
  'auto-select': 'true',
  persist: 'on',
  telemetry: 'off',
}

/** Attributes that change the preview; all other attributes affect only a payment. */
const SEEN =
  /^(theme|lang|mode|open|test-mode|disabled|without-.*|merchant-.*|return-.*|token|api-base|pay-url|walletconnect-project-id)$/

/** The link text in the element until its script has run. */
export const LINK_TEXT = 'Pay on the payment page'

/** Every attribute, CSS variable, slot and part in the element's manifest, grouped. */
export const knobGroups: readonly KnobGroup[] = [
  ...group((element?.attributes ?? []).map(toAttributeKnob), ATTRIBUTE_GROUPS),
  ...group((element?.cssProperties ?? []).map(toVariableKnob), VARIABLE_GROUPS),
  { title: 'Your own content', knobs: (element?.slots ?? []).map(toSlotKnob) },
  { title: 'Parts, in CSS', knobs: (element?.cssParts ?? []).map(toPartKnob) },
]

/** The knobs of all groups in one list. */
export const knobs: readonly Knob[] = knobGroups.flatMap((each) => each.knobs)

/** The member in a design that holds the choices for a kind of property. */
const FIELDS = {
  attribute: 'attributes',
  variable: 'variables',
  slot: 'slots',
  part: 'parts',
} as const satisfies Readonly<Record<Knob['kind'], keyof Design>>

/** Reads the choice for a property; undefined without a choice. */
export function readChoice(design: Design, { kind, name }: Knob): string | undefined {
  return design[FIELDS[kind]][name]
}

/** Returns the design with another choice; null, an invalid value and the default remove the choice. */
export function writeChoice(design: Design, knob: Knob, value: string | null): Design {
  const field = FIELDS[knob.kind]
  const isChoice = value !== null && isFit(knob, value) && !isFallback(knob, value)
  return { ...design, [field]: choose(design[field], knob.name, isChoice ? value : null) }
}

/** Returns whether a value is the default. A flag that is on has an empty string, and every flag is off by default. */
function isFallback({ input, fallback }: Knob, value: string): boolean {
  return input.type !== 'flag' && value === fallback
}

/** Returns whether a design may contain a value: values from a link are validated like typed values. */
export function isFit({ kind, input }: Knob, value: string): boolean {
  if (input.type === 'flag') return value === ''
  if (value.trim() === '' || value.length > 300 || /\p{Cc}/u.test(value)) return false
  if (input.type === 'choice') return input.choices.includes(value)
  if (input.type === 'number') return /^\d{1,3}$/.test(value)
  if (kind === 'attribute' || kind === 'slot') return true
  // No value may end its declaration or its rule, or load a resource.
  if (/[{}<>\\@"]|\/\*/.test(value) || LOADS.test(value) || !isClosed(value)) return false
  return input.type === 'declarations' ? readDeclarations(value) !== null : !value.includes(';')
}

/** Reads the declarations of a part; null if any declaration is invalid. */
export function readDeclarations(value: string): readonly string[] | null {
  const all = value.split(';').map((each) => each.trim())
  const found = all.filter((each) => each !== '')
  return found.every((each) => /^-{0,2}[a-z][a-z-]*\s*:\s*\S/.test(each)) ? found : null
}

/** Returns whether every quote and bracket is closed: an open quote would include the declarations after it. */
function isClosed(value: string): boolean {
  let depth = 0
  for (const sign of value.replace(/'[^']*'/g, '')) {
    if (sign === "'") return false
    if ('(['.includes(sign)) depth += 1
    if (')]'.includes(sign)) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** CSS functions that load a resource. */
const LOADS = /(url|image|image-set|cross-fade|src)\s*\(/i

function group(
  all: readonly Knob[],
  groups: readonly (readonly [string, RegExp])[],
): readonly KnobGroup[] {
  const left = new Set(all)
  return groups.map(([title, pattern]) => {
    const own = [...left].filter(({ name }) => pattern.test(name))
    for (const knob of own) left.delete(knob)
    return { title, knobs: own }
  })
}

function toAttributeKnob(from: {
  readonly name: string
  readonly description: string
  readonly type: { readonly text: string }
}): Knob {
  const { name, description, type } = from
  const choices = name === 'lang' ? LANGUAGES : type.text.split('|')
  const input: KnobInput =
    choices.length > 1
      ? { type: 'choice', choices }
      : { type: type.text === 'boolean' ? 'flag' : type.text === 'number' ? 'number' : 'text' }
  const isUnseen = !SEEN.test(name)
  const fallback = FALLBACKS[name] ?? ''
  return { kind: 'attribute', name, key: name, description, fallback, input, isUnseen }
}

function toVariableKnob(from: {
  readonly name: string
  readonly description: string
  readonly default?: string
}): Knob {
  const { name, description, default: fallback = '' } = from
  return {
    kind: 'variable',
    name,
    key: name,
    description,
    fallback,
    input: toVariableInput(name, fallback),
    isUnseen: false,
  }
}

function toSlotKnob(from: { readonly name: string; readonly description: string }): Knob {
  const name = from.name || 'default'
  return {
    kind: 'slot',
    name,
    key: `slot.${name}`,
    description: from.description,
    fallback: name === 'default' ? LINK_TEXT : '',
    input: { type: 'text' },
    isUnseen: false,
  }
}

function toPartKnob({ name, description }: Pick<Knob, 'name' | 'description'>): Knob {
  return {
    kind: 'part',
    name,
    key: `part.${name}`,
    description,
    fallback: '',
    input: { type: 'declarations' },
    isUnseen: false,
  }
}

function toVariableInput(name: string, fallback: string): KnobInput {
  if (/color|backdrop/.test(name)) return { type: 'colour' }
  const [, digits, unit] = /^([\d.]+)(rem|px|ms|)$/.exec(fallback) ?? []
  if (digits === undefined || unit === undefined) return { type: 'text' }
  const value = Number(digits)
  const step = { rem: 0.0625, px: 1, ms: 20 }[unit] ?? 0.05
  // A line height below 1 is useless; every other number may go down to zero.
  return {
    type: 'length',
    unit,
    min: unit === '' ? 1 : 0,
    max: Math.max(value * 2.5, step * 8),
    step,
  }
}
