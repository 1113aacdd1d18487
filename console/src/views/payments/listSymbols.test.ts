import { expect, test } from 'vitest'
import { listSymbols } from './listSymbols.ts'

test('Each of the networks’ symbols is listed once, and fiat comes first', () => {
  const symbols = listSymbols(['base', 'optimism'], { withFiat: true, chosen: '' })
  expect(symbols.slice(0, 6)).toEqual(['USD', 'EUR', 'CNY', 'GBP', 'JPY', 'AUD'])
  expect(symbols.filter((symbol) => symbol === 'USDC')).toHaveLength(1)
  expect(symbols.slice(30)).toEqual(symbols.slice(30).toSorted())
})

test('listSymbols omits fiat currencies without `withFiat`', () => {
  const symbols = listSymbols(['base'], { withFiat: false, chosen: '' })
  expect(symbols).toContain('USDC')
  expect(symbols).not.toContain('USD')
})

test('A currency that only the URL contains is listed', () => {
  expect(listSymbols([], { withFiat: false, chosen: 'USDC-base' })).toEqual(['USDC-base'])
})
