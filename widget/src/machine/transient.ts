import type { UnavailableReason } from '../model.ts'

/** Temporary reasons: the payer can read the payment again, and they never end the payer's current activity. */
export const TRANSIENT: ReadonlySet<UnavailableReason> = new Set([
  'offline',
  'server',
  'rate_limited',
  'no_rate',
])
