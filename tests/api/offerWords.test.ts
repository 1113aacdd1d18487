import { expect, it } from 'vitest'
import { PAGE_LANGUAGES, pageWords } from '../../host/src/http/pageWords.ts'
import { offerWords } from '../../host/src/links/offerWords.ts'
import { legalWords } from '../../widget/src/merchant/legalWords.ts'
import { orderWords } from '../../widget/src/merchant/orderWords.ts'
import { en } from '../../widget/src/text/en.ts'
import { findLocale } from '../../widget/src/text/findLocale.ts'
import { LANGUAGES } from '../../widget/src/text/languages.ts'

it('the hosted page supports the same languages as the element', () => {
  expect(PAGE_LANGUAGES).toEqual(['en', ...LANGUAGES])
})

it.each(PAGE_LANGUAGES)(
  'a reusable link’s page has the element’s words in %s',
  async (language) => {
    const words = offerWords[language]
    const text = (await findLocale(language)?.())?.words ?? en
    const { tax, due } = orderWords(language)
    expect(pageWords[language].contact).toBe(text.contactSupport)
    expect({
      ...words,
      onNetwork: words.onNetwork('Base'),
      paidIn: words.paidIn('USDC', 'Base'),
      due: words.due('x'),
    }).toEqual({
      toPay: text.toPay,
      testNetwork: text.testNetwork,
      onNetwork: text.onNetwork('Base'),
      paidIn: text.paidIn('USDC', 'Base'),
      reference: text.reference,
      due: due('x'),
      tax,
      newTab: text.opensNewTab,
      terms: legalWords(language)[0],
      privacy: legalWords(language)[1],
    })
  },
)
