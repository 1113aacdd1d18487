import { describe, expect, test } from 'vitest'
import { listFaults } from '../testing/listFaults.ts'
import { en } from './en.ts'
import { findLanguage, LANGUAGES } from './languages.ts'

describe.each(LANGUAGES)('The language $name', ({ code, load }) => {
  test('a language is named by an ISO 639-1 code, and has every sentence with the parameters of the English one', async () => {
    expect(code).toMatch(/^[a-z]{2}$/)
    expect(Intl.PluralRules.supportedLocalesOf(code)).toEqual([code])
    expect(listFaults(await load(), en)).toEqual([])
  })
})

test('No two languages share a code or a name', () => {
  expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(LANGUAGES.length)
  expect(new Set(LANGUAGES.map(({ name }) => name)).size).toBe(LANGUAGES.length)
})

describe('The language check', () => {
  const english = {
    title: 'All payments of this merchant.',
    of: (count: number, name: string) => `${count} of ${name}`,
    ways: ['one', 'two'],
  }
  const german = {
    title: 'Alle Zahlungen dieses Händlers.',
    of: (count: number, name: string) => `${count} von ${name}`,
    ways: ['eins', 'zwei'],
  }

  test('the language check accepts a complete language', () => {
    expect(listFaults(german, english)).toEqual([])
  })

  test.each([
    ['a missing sentence', { title: german.title, of: german.of }, ['ways is missing']],
    ['an unknown sentence', { ...german, more: 'Mehr' }, ['more is unknown']],
    ['a shorter list', { ...german, ways: ['eins'] }, ['ways.1 is missing']],
    ['an empty sentence', { ...german, title: '' }, ['title is empty']],
    ['a sentence in English', { ...german, title: english.title }, ['title is in English']],
    ['another end', { ...german, title: 'Alle Zahlungen' }, ['title ends unlike the English one']],
    [
      'a lost parameter',
      { ...german, of: (count: number, _: string) => `${count}` },
      ['of does not show «2»'],
    ],
    [
      'fewer parameters',
      { ...german, of: (count: number) => `${count} von allen` },
      ['of has 1 parameters, not 2'],
    ],
    ['text for a function', { ...german, of: '2 von 3' }, ['of is a string, not a function']],
    [
      'an undefined part',
      { ...german, of: (count: number, name: string) => `${count} von ${name} ${[][count]}` },
      ['of contains “undefined”'],
    ],
    [
      'an empty singular',
      { ...german, of: (count: number, name: string) => (count === 1 ? '' : `${count} ${name}`) },
      ['of is empty'],
    ],
  ])('the language check reports %s', (_, language, faults) => {
    expect(listFaults(language, english)).toEqual(faults)
  })
})

describe('A person’s language', () => {
  const pack = (code: string) => ({ code, name: code, load: () => Promise.resolve(en) })
  const languages = ['en', 'de', 'pt'].map(pack)

  test.each([
    ['the first preferred one', ['pt', 'de'], 'pt'],
    ['the language of a region', ['de-CH'], 'de'],
    ['the language of a tag in capitals', ['PT-br'], 'pt'],
    ['the next one, if the console lacks the first', ['it', 'de', 'en'], 'de'],
    ['English before later ones', ['en-GB', 'de'], 'en'],
  ])('a person’s language is %s', (_, preferred, code) => {
    expect(findLanguage(preferred, languages)?.code).toBe(code)
  })

  test.each([[[]], [['it']], [['']], [['den']], [['e']], [['-de']]])(
    'a person’s language is undefined for %j',
    (preferred) => {
      expect(findLanguage(preferred, languages)).toBeUndefined()
    },
  )
})
