import { expect, it } from 'vitest'
import { combinedWords } from '../../host/src/hostedPage/combinedWords.ts'
import { elementWords } from '../../host/src/hostedPage/elementWords.ts'
import { helpWords } from '../../host/src/hostedPage/helpWords.ts'
import { PAGE_LANGUAGES, pageWords } from '../../host/src/http/pageWords.ts'
import { legalWords } from '../../widget/src/merchant/legalWords.ts'
import { orderWords } from '../../widget/src/merchant/orderWords.ts'
import { en } from '../../widget/src/text/en.ts'
import { enFlow } from '../../widget/src/text/enFlow.ts'
import { findLocale } from '../../widget/src/text/findLocale.ts'
import { LANGUAGES } from '../../widget/src/text/languages.ts'

/** Numbers of recipients in each Arabic plural form. */
const COUNTS = [2, 3, 11, 100]

it('the hosted page supports the same languages as the element', () => {
  expect(PAGE_LANGUAGES).toEqual(['en', ...LANGUAGES])
})

it.each(PAGE_LANGUAGES)('the hosted page has the element’s words in %s', async (language) => {
  const words = elementWords[language]
  const text = { ...en, ...enFlow, ...(await findLocale(language)?.())?.words }
  const { tax, due, total, more } = orderWords(language)
  expect(pageWords[language].contact).toBe(text.contactSupport)
  expect({
    ...words,
    onNetwork: words.onNetwork('Base'),
    inCurrency: words.inCurrency('USDC', 'Base'),
    due: words.due('x'),
    more: [1, 2, 3].map((others) => words.more('x', others)),
    toRecipients: COUNTS.map(words.toRecipients),
  }).toEqual({
    toPay: text.toPay,
    paid: text.paid,
    testNetwork: text.testNetwork,
    onNetwork: text.onNetwork('Base'),
    inCurrency: text.inCurrency('USDC', 'Base'),
    reference: text.reference,
    due: due('x'),
    more: [1, 2, 3].map((others) => more('x', others)),
    toRecipients: COUNTS.map(text.toRecipients),
    total,
    fee: text.fee,
    tax,
    newTab: text.opensNewTab,
    terms: legalWords(language)[0],
    privacy: legalWords(language)[1],
  })
  const { backTo, cancelled, expired, unknown } = helpWords[language]
  const { unavailable } = text
  expect({ cancelled, expired, unknown, backTo: backTo('x') }).toEqual({
    cancelled: unavailable.cancelled,
    expired: unavailable.expired,
    unknown: unavailable.not_found,
    backTo: text.backTo('x'),
  })
})

it('the page of a combined payout has separate plain texts in each language', () => {
  const texts = PAGE_LANGUAGES.map((language) => {
    const { title, actions, open } = combinedWords[language]
    return [title, actions.waiting, actions.paid, actions.over, open]
  })
  const all = texts.flat()
  expect(new Set(all).size).toBe(PAGE_LANGUAGES.length * 5)
  expect(all.filter((text) => /[<>&"]/.test(text) || text.trim() === '')).toEqual([])
})
