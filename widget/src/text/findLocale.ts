import type { Locale } from './text.ts'

/** The languages beside English by their ISO 639-1 codes, each a chunk of its own. */
const LOCALES: Readonly<Record<string, () => Promise<Locale>>> = {
  de: () => import('./de.ts').then(({ de }) => de),
}

/** How to load the locale for a BCP 47 tag by its language alone: `pt-PT` is `pt`; undefined for English and for what there is none for. */
export function findLocale(language: string): (() => Promise<Locale>) | undefined {
  return LOCALES[/^[a-z]{2}(?![^-])/i.exec(language)?.[0].toLowerCase() ?? '']
}
