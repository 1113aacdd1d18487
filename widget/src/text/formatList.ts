import type { Format } from './format.ts'

/** Joins all items as in a sentence of the format's language: `a, b`, `a und b`, `a、b`. */
export function formatList(
  { language }: Pick<Format, 'language'>,
  items: readonly string[],
): string {
  return new Intl.ListFormat(language, { style: 'narrow' }).format(items)
}
