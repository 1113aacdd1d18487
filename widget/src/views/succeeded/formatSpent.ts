import type { Cost } from '../../model.ts'
import type { Format } from '../../text/format.ts'

/** What left the wallet, to the last digit; written like the amount beside it: `80.00 USD`, `80.00 USDC`. */
export function formatSpent(format: Format, { amount, symbol }: Cost): string {
  return format.money(amount, symbol, MIN_DECIMALS)
}

const MIN_DECIMALS = 2
