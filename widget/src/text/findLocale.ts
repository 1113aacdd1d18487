import type { Language } from './languages.ts'
import type { Locale } from './text.ts'

/** The languages other than English by their ISO 639-1 codes, one chunk per language. */
const LOCALES: Readonly<Record<string, () => Promise<Locale>>> = {
  ar: () => import('./ar.ts').then(only),
  de: () => import('./de.ts').then(only),
  es: () => import('./es.ts').then(only),
  fr: () => import('./fr.ts').then(only),
  it: () => import('./it.ts').then(only),
  ja: () => import('./ja.ts').then(only),
  ko: () => import('./ko.ts').then(only),
  nl: () => import('./nl.ts').then(only),
  pt: () => import('./pt.ts').then(only),
  tr: () => import('./tr.ts').then(only),
  zh: () => import('./zh.ts').then(only),
} satisfies Readonly<Record<Language, () => Promise<Locale>>>

/**
 * Finds the loader of the locale for a BCP 47 tag, by its language only: `pt-PT` is `pt`; undefined for English and for languages
 * without a locale.
 */
export function findLocale(language: string): (() => Promise<Locale>) | undefined {
  return LOCALES[/^[a-z]{2}(?![^-])/i.exec(language)?.[0].toLowerCase() ?? '']
}

/** A locale's module has one export, named like the language. */
function only(module: Readonly<Record<string, Locale>>): Locale {
  return Object.values(module)[0] as Locale // the packages' tests load each of them
}
