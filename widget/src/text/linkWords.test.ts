import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { linkWords } from './linkWords.ts'

describe('The words of a reusable link', () => {
  it('the words of a reusable link exist in each language of the element, and no two languages share them', () => {
    const titles = ['en', ...LANGUAGES].map((language) => linkWords(language).title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it.each([
    ['de-AT', 'Weiter auf der Zahlungsseite'],
    ['PT', 'Continue na página de pagamento'],
    ['xx', 'Continue on the payment page'],
    ['', 'Continue on the payment page'],
    ['constructor', 'Continue on the payment page'],
  ])('the words of a reusable link follow the language of the tag %j', (tag, title) => {
    expect(linkWords(tag).title).toBe(title)
  })
})
