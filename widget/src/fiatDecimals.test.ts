import { currencies } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { fiatDecimals } from './fiatDecimals.ts'

describe('fiatDecimals', () => {
  it.each(currencies.filter(({ type }) => type === 'ISO4217'))(
    'fiatDecimals of $symbol are those of the registry, $decimals',
    ({ symbol, decimals }) => expect(fiatDecimals(symbol)).toBe(decimals),
  )
})
