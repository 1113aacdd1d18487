import { expect, test } from 'vitest'
import { createPlural } from './createPlural.ts'

/** The plural categories of whole numbers, from https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html. */
const ONE: Readonly<Record<string, readonly number[]>> = {
  en: [1],
  de: [1],
  es: [1],
  fr: [0, 1],
  ja: [],
  pt: [0, 1],
}

test.each(Object.entries(ONE))('The plural of %s follows CLDR', (language, ones) => {
  const plural = createPlural(language)
  for (const count of [0, 1, 2, 5, 11, 21, 101]) {
    expect(plural(count, 'one', 'other'), String(count)).toBe(
      ones.includes(count) ? 'one' : 'other',
    )
  }
})

test('A million has the plural form of smaller numbers', () => {
  expect(createPlural('fr')(1_000_000, 'one', 'other')).toBe('other')
})
