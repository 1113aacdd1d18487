import type { PaymentMetadata } from '../paymentMetadata.ts'
import { refused } from '../steps/refusals.ts'
import type { Quote } from './parseQuote.ts'

/** A service sets at most one hour. */
const MAX_LIFETIME_MS = 3_600_000

/**
 * Returns a quote's expiry in ms since the epoch on this device's clock, which may differ from the service's. `now` is this device's time
 * at which the service sent the payment. Throws PaymentRefusedError if the quote has expired, or lasts longer than any service allows.
 */
export function expiryOf(
  { expiresAt }: Pick<Quote, 'expiresAt'>,
  { serverTime }: Pick<PaymentMetadata, 'serverTime'>,
  now: number,
): number {
  const leftMs = Date.parse(expiresAt) - Date.parse(serverTime)
  if (!(leftMs > 0 && leftMs <= MAX_LIFETIME_MS)) {
    throw refused('invalid_response', { reason: 'quote_expired' })
  }
  return now + leftMs
}
