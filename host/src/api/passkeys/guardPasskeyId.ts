import { isUlid } from '@secure-payment/core'
import { PasskeyNotFoundError } from '../../auth/passkeys/errors.ts'

/**
 * Rejects a string that is not an id, because PostgreSQL rejects some strings.
 *
 * @throws PasskeyNotFoundError
 */
export function guardPasskeyId(id: string): void {
  if (!isUlid(id)) throw new PasskeyNotFoundError()
}
