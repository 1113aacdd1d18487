import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'

/** The secrets of an endpoint as its row holds them: sealed. */
export type SealedSecrets = {
  current: string
  /** The one that a rotation will promote. */
  pending: string | null
  /** The one before the last promotion, in use until `previousExpiresAt`. */
  previous: string | null
  previousExpiresAt: string | null
}

/** The secrets that sign a try. */
export type SigningSecrets = {
  /** Signs `x-service-signature`, and `webhook-signature` first. */
  secret: string
  /** These also sign `webhook-signature` while a secret is rotated. */
  furtherSecrets: readonly string[]
}

/** Opened secrets that are remembered; beyond, the longest unused one is opened again. */
const MAX_REMEMBERED = 1_000

/**
 * Creates the function that opens secrets to sign with them. Opened ones are remembered by their sealed text, so a
 * rotation, which writes another text, is in effect at once.
 *
 * @throws UnsealError (of the returned function) when the key of the host is not the one of the rows
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
