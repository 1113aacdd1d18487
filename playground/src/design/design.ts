import { LANGUAGES as OTHERS } from '../../../widget/src/text/languages.ts'

/** Values by name. */
export type Values = Readonly<Record<string, string>>

/** The choices for a checkout, without the element's defaults. */
export type Design = {
  /** The attributes; a boolean attribute that is on has an empty string. */
  readonly attributes: Values
  /** The CSS variables with their values. */
  readonly variables: Values
  /** Plain text by slot; `default` is the link that is visible until the element is defined. */
  readonly slots: Values
  /** CSS declarations by part. */
  readonly parts: Values
}

/** The surroundings of the preview; they are not part of the code. */
export type Preview = {
  /** A key in `previewModels`. */
  readonly state: string
  readonly dir: 'auto' | 'ltr' | 'rtl'
  /** The width of the preview in pixels, or the full width. */
  readonly width: (typeof WIDTHS)[number]
}

/** A design, and its display settings. */
export type Studio = { readonly design: Design; readonly preview: Preview }

/** The widths of the preview. */
export const WIDTHS = ['320', '390', '480', 'full'] as const

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** The languages of the element: English, which is the default, then the others in the order of their English names. */
export const LANGUAGES: readonly string[] = [
  'en',
  ...OTHERS.toSorted((one, other) => nameLanguage(one).localeCompare(nameLanguage(other))),
]

/** Returns the English name of a language; the code if there is none. */
export function nameLanguage(code: string): string {
  return NAMES.of(code) ?? code
}

/** The element with its defaults. */
export const UNCHANGED: Studio = {
  design: { attributes: {}, variables: {}, slots: {}, parts: {} },
  preview: { state: 'connect', dir: 'auto', width: '480' },
}

/** Returns `values` with one value set, or without it: null restores the default. */
export function choose(values: Values, name: string, value: string | null): Values {
  const { [name]: _, ...others } = values
  return value === null ? others : { ...others, [name]: value }
}

/** Returns the number of choices in a design. */
export function countChoices(design: Design): number {
  return Object.values(design).reduce((sum, values) => sum + Object.keys(values).length, 0)
}
