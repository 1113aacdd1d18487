import { isUlid } from '@secure-payment/core'
import { PasskeyNotFoundError } from '../../auth/passkeys/errors.ts'

/**
 * Rejects a malformed id before the query, because PostgreSQL fails on some strings.
 *
 * @throws PasskeyNotFoundError
 */
export function guardPasskeyId(id: string): void {
  if (!isUlid(id)) throw new PasskeyNotFoundError()
}
