/** How long a new key shall live. */
export const EXPIRIES = ['never', 'd30', 'd90', 'd365'] as const

export type Expiry = (typeof EXPIRIES)[number]

const DAY_MS = 86_400_000
const DAYS = { d30: 30, d90: 90, d365: 365 } as const

/** The choice of a form; whatever is none of them means never. */
export function readExpiry(value: string): Expiry {
  return EXPIRIES.find((expiry) => expiry === value) ?? 'never'
}

/** The moment, ISO 8601 in UTC, at which a key of this life ends; null for never. */
export function expiryMoment(expiry: Expiry, nowMs: number): string | null {
  return expiry === 'never' ? null : new Date(nowMs + DAYS[expiry] * DAY_MS).toISOString()
}
