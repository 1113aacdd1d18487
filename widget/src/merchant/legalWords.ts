import type { Language } from '../text/languages.ts'

/** The names of the links to a merchant's terms and privacy notice. */
export type LegalWords = readonly [terms: string, privacy: string]

const ENGLISH: LegalWords = ['Terms', 'Privacy']

/** The names by language; they load with the branding, because no other payment has such links. */
const WORDS: Readonly<Record<string, LegalWords>> = {
  ar: ['الشروط', 'الخصوصية'],
  de: ['Nutzungsbedingungen', 'Datenschutz'],
  es: ['Condiciones', 'Privacidad'],
  fr: ['Conditions', 'Confidentialité'],
  it: ['Condizioni', 'Privacy'],
  ja: ['利用規約', 'プライバシー'],
  ko: ['이용약관', '개인정보 처리방침'],
  nl: ['Voorwaarden', 'Privacy'],
  pt: ['Termos', 'Privacidade'],
  tr: ['Koşullar', 'Gizlilik'],
  zh: ['条款', '隐私'],
} satisfies Readonly<Record<Language, LegalWords>>

/** Returns the names for a language tag, such as `de-AT`; English if there are none. */
export function legalWords(language: string): LegalWords {
  return WORDS[language.split('-', 1)[0]?.toLowerCase() ?? ''] ?? ENGLISH
}
