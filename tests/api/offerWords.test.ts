import { expect, it } from 'vitest'
import { PAGE_LANGUAGES, type PageLanguage, pageWords } from '../../host/src/http/pageWords.ts'
import { offerWords } from '../../host/src/links/offerWords.ts'
import { legalWords } from '../../widget/src/merchant/legalWords.ts'
import { orderWords } from '../../widget/src/merchant/orderWords.ts'
import { ar } from '../../widget/src/text/ar.ts'
import { de } from '../../widget/src/text/de.ts'
import { en } from '../../widget/src/text/en.ts'
import { es } from '../../widget/src/text/es.ts'
import { fr } from '../../widget/src/text/fr.ts'
import { it as italian } from '../../widget/src/text/it.ts'
import { ja } from '../../widget/src/text/ja.ts'
import { ko } from '../../widget/src/text/ko.ts'
import { nl } from '../../widget/src/text/nl.ts'
import { pt } from '../../widget/src/text/pt.ts'
import type { EntryText } from '../../widget/src/text/text.ts'
import { tr } from '../../widget/src/text/tr.ts'
import { zh } from '../../widget/src/text/zh.ts'

const elementWords: Readonly<Record<PageLanguage, Omit<EntryText, 'unavailable'>>> = {
  en,
  ar: ar.words,
  de: de.words,
  es: es.words,
  fr: fr.words,
  it: italian.words,
  ja: ja.words,
  ko: ko.words,
  nl: nl.words,
  pt: pt.words,
  tr: tr.words,
  zh: zh.words,
}

it.each(PAGE_LANGUAGES)('a reusable link’s page has the element’s words in %s', (language) => {
  const words = offerWords[language]
  const text = elementWords[language]
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
})
