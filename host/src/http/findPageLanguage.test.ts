import { expect, test } from 'vitest'
import { findPageLanguage } from './findPageLanguage.ts'

test.each([
  ['', '', 'en'],
  ['', 'de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['', 'la,pt-PT;q=0.7,fr;q=0.9', 'fr'],
  ['', 'en;q=0.1, ja', 'ja'],
  ['', 'de;q=0, tr;q=0.2', 'tr'],
  ['', 'zh-Hant-TW', 'zh'],
  ['', '*', 'en'],
  ['', 'q;;=,;q=x,<script>', 'en'],
  ['ar', 'de', 'ar'],
  ['PT-pt', 'de', 'pt'],
  ['constructor', 'de', 'de'],
  ['xx', '', 'en'],
])('?lang=%s with Accept-Language %j selects %s', (lang, accepted, language) => {
  const query = lang ? { lang } : {}
  expect(findPageLanguage({ query, headers: { 'accept-language': accepted } })).toBe(language)
})
