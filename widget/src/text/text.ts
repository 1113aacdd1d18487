import { en } from './en.ts'

/** All sentences of one language; every locale module exports one. */
export type Text = Readonly<typeof en>

/** What the `strings` property takes: any sentence, alone or inside a table such as `notes`. */
export type TextOverrides = {
  readonly [K in keyof Text]?: Text[K] extends string | ((...params: never[]) => string)
    ? Text[K]
    : Partial<Text[K]>
}

/** Languages beside English, each its own chunk. */
const LOCALES: Readonly<Record<string, () => Promise<Text>>> = {}

/**
 * The sentences for a BCP 47 language tag: its own locale, else that of its language, else English. Keys that a locale lacks fall
 * back to English one by one.
 */
export async function loadText(language: string): Promise<Text> {
  const load = LOCALES[language] ?? LOCALES[language.split('-', 1)[0] ?? '']
  return load ? { ...en, ...(await load()) } : en
}

/** `text` with a page's own sentences in place of some of its own. Tables are merged, not replaced. */
export function overrideText(text: Text, overrides: TextOverrides | null): Text {
  if (!overrides) return text
  const merged: Record<string, unknown> = { ...text }
  for (const [key, value] of Object.entries(overrides)) {
    const own = merged[key]
    merged[key] = isTable(own) && isTable(value) ? { ...own, ...value } : value
  }
  return merged as Text // the same keys with values of the same types: TextOverrides allows no others
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
