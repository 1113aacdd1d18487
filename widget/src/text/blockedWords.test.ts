import { describe, expect, it } from 'vitest'
import { blockedWords } from './blockedWords.ts'
import { LANGUAGES } from './languages.ts'

describe('The words of a payout or refund that must not be paid now', () => {
  it.each(['waiting', 'declined', 'held'] as const)(
    'the words of a blocked payment exist in each language of the element, and no two languages share them: %s',
    (reason) => {
      const titles = ['en', ...LANGUAGES].map((language) => blockedWords(reason, language).title)
      expect(new Set(titles).size).toBe(titles.length)
    },
  )

  it('the words of a blocked payment follow the language, and are English for other languages', () => {
    expect(blockedWords('held', 'de-AT').title).toBe('Diese Erstattung ist angehalten')
    expect(blockedWords('waiting', 'constructor').title).toBe('This payout is not approved yet')
  })
})
