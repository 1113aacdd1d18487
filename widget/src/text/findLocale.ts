import type { Locale } from './text.ts'

/** The languages beside English by their ISO 639-1 codes, each a chunk of its own. */
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
}

/** How to load the locale for a BCP 47 tag by its language alone: `pt-PT` is `pt`; undefined for English and for what there is none for. */
export function findLocale(language: string): (() => Promise<Locale>) | undefined {
  return LOCALES[/^[a-z]{2}(?![^-])/i.exec(language)?.[0].toLowerCase() ?? '']
}

/** A locale's module has one export, named like the language. */
function only(module: Readonly<Record<string, Locale>>): Locale {
  return Object.values(module)[0] as Locale // the packages' tests load each of them
}
