import { en } from './en.ts'
import type { Text } from './text.ts'

/** A console language. */
export type Language = {
  /** The ISO 639-1 code. */
  readonly code: string
  /** The language's name in the language itself. */
  readonly name: string
  readonly load: () => Promise<Text>
}

/** The languages in the order in which the console offers them: one line and one chunk per language. English is part of the page. */
export const LANGUAGES: readonly Language[] = [
  { code: 'en', name: 'English', load: () => Promise.resolve(en) },
  { code: 'de', name: 'Deutsch', load: async () => (await import('./de.ts')).de },
  { code: 'es', name: 'Español', load: async () => (await import('./es.ts')).es },
  { code: 'fr', name: 'Français', load: async () => (await import('./fr.ts')).fr },
  { code: 'ja', name: '日本語', load: async () => (await import('./ja.ts')).ja },
  { code: 'pt', name: 'Português', load: async () => (await import('./pt.ts')).pt },
]

/**
 * Finds the first language that a person prefers and the console has, by the language of each BCP 47 tag only: `pt-BR` is `pt`;
 * undefined if it has none of them.
 */
export function findLanguage(
  preferred: readonly string[],
  languages: readonly Language[],
): Language | undefined {
  return preferred
    .map((tag) => languages.find(({ code }) => code === tag.split('-')[0]?.toLowerCase()))
    .find((language) => language !== undefined)
}
