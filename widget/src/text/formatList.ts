import type { Format } from './format.ts'

/** `a, b`, `a und b`, `a、b`: all of them, in a sentence of the format's language. */
export function formatList(
  { language }: Pick<Format, 'language'>,
  items: readonly string[],
): string {
  return new Intl.ListFormat(language, { style: 'narrow' }).format(items)
}
