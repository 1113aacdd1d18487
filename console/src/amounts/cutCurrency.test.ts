import { describe, expect, test } from 'vitest'
import { cutCurrency } from './cutCurrency.ts'

describe('A typed amount with its currency', () => {
  test.each([
    ['$25', 'USD', 'en', '25'],
    ['$ 1,250.00', 'USD', 'en', '1,250.00'],
    ['25 $', 'USD', 'de', '25'],
    ['25,00\u00a0€', 'EUR', 'de', '25,00'],
    ['€25', 'EUR', 'en', '25'],
    ['US$25', 'USD', 'en', '25'],
    ['$25 USD', 'USD', 'en', '25'],
    ['usd 25', 'USD', 'en', '25'],
    ['25usd', 'USD', 'fr', '25'],
    ['25 $US', 'USD', 'fr', '25'],
    ['¥1500', 'JPY', 'ja', '1500'],
    ['£9.50', 'GBP', 'en', '9.50'],
    ['25 USDC', 'USDC', 'en', '25'],
    ['USDT0 25', 'USDT0', 'en', '25'],
    ['25 USDC.e', 'USDC.e', 'en', '25'],
    ['٢٥ USD', 'USD', 'ar-EG', '٢٥'],
    ['$25', 'USD', 'en-US@posix', '25'],
    ['25', 'USD', 'en', '25'],
  ])('%j in %s (%s) is the number %s', (typed, symbol, locale, number) => {
    expect(cutCurrency(typed, { symbol, locale })).toEqual({ number, foreign: null })
  })

  test.each([
    ['€25', 'USD', '€'],
    ['25 EUR', 'USD', 'EUR'],
    ['CA$25', 'USD', 'CA$'],
    ['$25', 'USDC', '$'],
    ['25 USDT0', 'USDC', 'USDT0'],
    ['USDC.e 25', 'USDC', 'USDC.e'],
    ['25 dollars', 'USD', 'dollars'],
  ])('%j in %s names another currency: %s', (typed, symbol, foreign) => {
    expect(cutCurrency(typed, { symbol, locale: 'en' })).toEqual({ number: typed, foreign })
  })

  test.each(['-$25', '$-25', '1e3', '0x10', '$', 'USD', '$$', 'abc', '', '+1'])(
    '%j remains, because it has no number next to a currency',
    (typed) => {
      expect(cutCurrency(typed, { symbol: 'USD', locale: 'en' })).toEqual({
        number: typed,
        foreign: null,
      })
    },
  )
})
