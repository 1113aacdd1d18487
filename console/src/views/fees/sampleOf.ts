import type { TokenChoice } from '../../networkChoices.ts'
import type { FeeSample } from './console-fee-preview.ts'

/** The amount of a preview if no amount is known, in units of the currency. */
const USUAL = '100'

/** Returns the payment that previews a fee in a token; null without a token. */
export function sampleOf(
  token: Pick<TokenChoice, 'currencyId' | 'symbol'> | null,
  amount: string = USUAL,
): Omit<FeeSample, 'feePercentage' | 'feeAddress' | 'bearer'> | null {
  if (token === null) return null
  const { currencyId: currency, symbol } = token
  return { amount, currency, symbol, flow: 'get_paid' }
}
