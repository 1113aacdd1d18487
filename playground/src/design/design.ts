/** What somebody chose for a checkout: nothing that is as the element has it by itself. */
export type Design = {
  /** Attributes by name; a boolean one that is on is the empty text. */
  readonly attributes: Readonly<Record<string, string>>
  /** CSS variables by name, with their values. */
  readonly variables: Readonly<Record<string, string>>
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
  design: { attributes: {}, variables: {} },
  preview: { state: 'connect', dir: 'auto', width: '480' },
}

/** `values` with one of them set, or without it: null is what it is by itself. */
export function choose(
  values: Readonly<Record<string, string>>,
  name: string,
  value: string | null,
): Readonly<Record<string, string>> {
  const { [name]: _, ...others } = values
  return value === null ? others : { ...others, [name]: value }
}
