import { InvalidInputError } from '@secure-payment/core'

const MIN_LIFETIME_MS = 60_000
const MAX_LIFETIME_MS = 366 * 24 * 60 * 60_000

/**
 * Returns the end of a new link as ISO text: the stated one, or the service's default lifetime from now.
 *
 * @throws InvalidInputError naming `expiresAt`, less than a minute or more than 366 days away
 */
export function readExpiry(
  stated: string | undefined,
  facts: { now: Date; lifetimeS: number },
): string {
  const now = facts.now.getTime()
  if (stated === undefined) return new Date(now + facts.lifetimeS * 1_000).toISOString()
  const lifetimeMs = Date.parse(stated) - now
  if (lifetimeMs >= MIN_LIFETIME_MS && lifetimeMs <= MAX_LIFETIME_MS) return stated
  const first = new Date(now + MIN_LIFETIME_MS).toISOString()
  const last = new Date(now + MAX_LIFETIME_MS).toISOString()
  const message = `must be between ${first} and ${last}`
  throw new InvalidInputError([{ field: 'expiresAt', code: 'out_of_range', message }])
}
