import type { Cost } from '../../payOption.ts'
import type { Format } from '../../text/format.ts'

/**
 * Returns the amount that left the wallet, to the last digit; its decimals match the amount above it: `$80.00`, `80.00 USDC`.
 */
export function formatSpent(format: Format, { amount, symbol }: Cost): string {
  return format.money(amount, symbol, MIN_DECIMALS)
}

const MIN_DECIMALS = 2
