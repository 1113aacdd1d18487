import { describe, expect, it } from 'vitest'
import { type PageLanguage, pageWords } from '../http/pageWords.ts'
import { renderOffer } from './renderOffer.ts'

const MERCHANT = {
  name: 'North & Bean',
  logoUrl: null,
  supportUrl: null,
  termsUrl: null,
  privacyUrl: null,
  verifiedDomain: null,
}

/** Returns the amount of an offer's page as text. */
function amountOf(amount: string, symbol: string, language: PageLanguage): string {
  const page = renderOffer(
    { order: {}, items: [{ amount, symbol }], merchant: MERCHANT },
    { words: pageWords[language], language, action: '/', isBusy: false, isInactive: false },
  )
  const [, text = ''] = /<p class="amount"><bdi dir="ltr">([^<]*)<[/]bdi>/.exec(page) ?? []
  return text.replaceAll('\u00a0', ' ')
}

describe('The amount of an offer', () => {
  it.each([
    ['12', 'USD', 'en', '$12.00'],
    ['12', 'USD', 'de', '12,00 $'],
    ['1234.5', 'EUR', 'de', '1.234,50 €'],
    ['1500', 'JPY', 'en', '¥1,500'],
    ['0.005', 'USD', 'en', '$0.005'],
    ['12', 'USDC', 'en', '12 USDC'],
    ['12.5', 'USDC', 'en', '12.50 USDC'],
  ] as const)(
    'of %s %s is written in %s as on the page of a payment',
    (amount, symbol, language, text) => {
      expect(amountOf(amount, symbol, language)).toBe(text)
    },
  )
})
