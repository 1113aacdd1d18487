import type { UnavailableReason } from '../codes.ts'

/** Temporary reasons: the element can read the payment again later, and such a reason never interrupts the payer. */
export const TRANSIENT: ReadonlySet<UnavailableReason> = new Set([
  'offline',
  'server',
  'rate_limited',
  'no_rate',
])
