import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'

/** The sealed secrets of an endpoint's row. */
export type SealedSecrets = {
  current: string
  /** The secret that a rotation will promote. */
  pending: string | null
  /** The secret before the last promotion, in use until `previousExpiresAt`. */
  previous: string | null
  previousExpiresAt: string | null
}

/** The secrets that sign an attempt. */
export type SigningSecrets = {
  /** Signs `x-service-signature`, and is the first in `webhook-signature`. */
  secret: string
  /** Further secrets that sign `webhook-signature` during a rotation. */
  furtherSecrets: readonly string[]
}

/** The maximum number of cached decrypted secrets; beyond it, the least recently used one is dropped. */
const MAX_REMEMBERED = 1_000

/**
 * Creates the function that decrypts signing secrets. The function caches secrets by their sealed text, so a rotation, which writes a new
 * text, applies at once.
 *
 * @throws UnsealError from the returned function if a secret was sealed with another key
 */
export function createSecretOpener({
  sealer,
}: Pick<Context, 'sealer'>): (sealed: SealedSecrets, now: Date) => SigningSecrets {
  const opened = new LRUCache<string, string>({ max: MAX_REMEMBERED })
  const open = (sealed: string): string => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const secret = sealer.open('webhook_secret', sealed)
    opened.set(sealed, secret)
    return secret
  }
  return (sealed, now) => {
    const { current, pending, previous, previousExpiresAt } = sealed
    const isPreviousLive = previousExpiresAt !== null && now < new Date(previousExpiresAt)
    const further = [pending, isPreviousLive ? previous : null].filter((one) => one !== null)
    return { secret: open(current), furtherSecrets: further.map(open) }
  }
}
