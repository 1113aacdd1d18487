import type { FeeSample } from './console-fee-preview.ts'

/** The amount of a preview if no amount is known, in units of the currency. */
const USUAL = '100'

/** Returns the payment that previews a fee on an amount in a currency; null without a currency. */
export function sampleOf(
  price: { readonly currencyId: string; readonly symbol: string } | null,
  amount: string | null = null,
): Omit<FeeSample, 'feePercentage' | 'feeAddress' | 'bearer'> | null {
  if (price === null) return null
  const { currencyId: currency, symbol } = price
  return { amount: amount ?? USUAL, currency, symbol, flow: 'get_paid' }
}
