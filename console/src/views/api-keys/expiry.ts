/** The lifetimes that a new key can have: `d30` is 30 days. */
export const EXPIRIES = ['never', 'd30', 'd90', 'd365'] as const

export type Expiry = (typeof EXPIRIES)[number]

const DAY_MS = 86_400_000
const DAYS = { d30: 30, d90: 90, d365: 365 } as const

/** Reads the choice in a form; any other value means never. */
export function readExpiry(value: string): Expiry {
  return EXPIRIES.find((expiry) => expiry === value) ?? 'never'
}

/** Returns the time, ISO 8601 in UTC, at which a key with this lifetime expires; null for never. */
export function expiryMoment(expiry: Expiry, nowMs: number): string | null {
  return expiry === 'never' ? null : new Date(nowMs + DAYS[expiry] * DAY_MS).toISOString()
}
