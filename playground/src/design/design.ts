/** Values by name. */
export type Values = Readonly<Record<string, string>>

/** What somebody chose for a checkout: nothing that is as the element has it by itself. */
export type Design = {
  /** Attributes; a boolean one that is on is the empty text. */
  readonly attributes: Values
  /** CSS variables with their values. */
  readonly variables: Values
  /** Plain text by the slot that it stands in; `default` is the link that is there until the element is defined. */
  readonly slots: Values
  /** CSS declarations by part. */
  readonly parts: Values
}

/** Where the preview stands; it is no part of the code. */
export type Preview = {
  /** A key of `previewModels`. */
  readonly state: string
  readonly dir: 'auto' | 'ltr' | 'rtl'
  /** Pixels, or all that there are. */
  readonly width: (typeof WIDTHS)[number]
}

/** A design, and how it is looked at. */
export type Studio = { readonly design: Design; readonly preview: Preview }

/** The widths of the preview. */
export const WIDTHS = ['320', '390', '480', 'full'] as const

/** The languages that the element speaks. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'tr', 'ar', 'ja', 'ko', 'zh']

/** The element as it is. */
export const UNCHANGED: Studio = {
  design: { attributes: {}, variables: {}, slots: {}, parts: {} },
  preview: { state: 'connect', dir: 'auto', width: '480' },
}

/** `values` with one of them set, or without it: null is what it is by itself. */
export function choose(values: Values, name: string, value: string | null): Values {
  const { [name]: _, ...others } = values
  return value === null ? others : { ...others, [name]: value }
}

/** How many choices a design has. */
export function countChoices(design: Design): number {
  return Object.values(design).reduce((sum, values) => sum + Object.keys(values).length, 0)
}
