import { parseAmount } from '@secure-payment/core'
import { PRICE_SCALE } from './prices.ts'

const DECIMALS = 18
/** No asset costs more than this in any currency; a larger number is a fault of the source. */
const MAX_RATE = 10n ** 15n * PRICE_SCALE

/**
 * Parses a price as a source reports it, as decimal text or as a JSON number, to units of 10^-18. Drops further decimals. Returns null
 * unless the value is a plain positive number up to {@link MAX_RATE}.
 */
export function parseRate(value: unknown): bigint | null {
  const text = typeof value === 'number' ? writeNumber(value) : value
  if (typeof text !== 'string') return null
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const rate = parseAmount(
    `${BigInt(whole)}.${fraction.slice(0, DECIMALS).padEnd(1, '0')}`,
    DECIMALS,
    {
      allowZero: true,
    },
  )
  return rate > 0n && rate <= MAX_RATE ? rate : null
}

/** Writes a JSON number without an exponent. */
function writeNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(DECIMALS) : text
}
