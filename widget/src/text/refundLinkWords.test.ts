import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { refundLinkWords } from './refundLinkWords.ts'

describe('The words of a link that pays refunds', () => {
  const english = collect(refundLinkWords('en'))

  it.each(LANGUAGES)(
    'the words of a refund exist in %s, with the same parameters and ends',
    (language) => {
      const words = collect(refundLinkWords(language))
      expect([...words.keys()]).toEqual([...english.keys()])
      for (const [path, text] of words) {
        const original = english.get(path) ?? ''
        expect(text, path).not.toBe(original)
        expect(text, path).not.toMatch(/undefined|[<>{}]| {2}/)
        expect(/[.。]$/.test(text), path).toBe(/\.$/.test(original))
        if (path === 'toRecipients') continue
        expect(text.includes('PARAM'), path).toBe(original.includes('PARAM'))
      }
    },
  )

  it('the words of a refund follow the language, and are English for other languages', () => {
    expect(refundLinkWords('de-AT').payment).toBe('Erstattung')
    expect(refundLinkWords('constructor').payment).toBe('Refund')
  })

  it('one recipient and several have their own words', () => {
    expect(refundLinkWords('en').toRecipients(1)).toBe('Refund to 1 recipient')
    expect(refundLinkWords('en').toRecipients(3)).toBe('Refunds to 3 recipients')
  })
})

/** Collects each sentence with its path; functions are called with a word. */
function collect(table: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, value]): [string, string][] => {
      const here = path ? `${path}.${key}` : key
      if (typeof value === 'string') return [[here, value]]
      if (typeof value === 'function') {
        return [[here, path === 'steps' ? value({ amount: 'PARAM' }) : value('PARAM')]]
      }
      return [...collect(value, here)]
    }),
  )
}
