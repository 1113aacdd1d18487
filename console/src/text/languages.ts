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

/** The languages, in display order. English is bundled with the page; every other language is a separate chunk. */
export const LANGUAGES: readonly Language[] = [
  { code: 'en', name: 'English', load: () => Promise.resolve(en) },
  { code: 'de', name: 'Deutsch', load: async () => (await import('./de.ts')).de },
  { code: 'es', name: 'Español', load: async () => (await import('./es.ts')).es },
  { code: 'fr', name: 'Français', load: async () => (await import('./fr.ts')).fr },
  { code: 'ja', name: '日本語', load: async () => (await import('./ja.ts')).ja },
  { code: 'pt', name: 'Português', load: async () => (await import('./pt.ts')).pt },
]

/**
 * Finds the person's most preferred language that the console offers; undefined if it offers none. Compares only the
 * primary subtag of each BCP 47 tag: `pt-BR` matches `pt`.
 */
export function findLanguage(
  preferred: readonly string[],
  languages: readonly Language[],
): Language | undefined {
  return preferred
    .map((tag) => languages.find(({ code }) => code === tag.split('-')[0]?.toLowerCase()))
    .find((language) => language !== undefined)
}
