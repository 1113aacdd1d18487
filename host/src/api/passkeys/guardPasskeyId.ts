import { isUlid } from '@secure-payment/core'
import { PasskeyNotFoundError } from '../../auth/passkeys/errors.ts'

/**
 * Rejects a text that is not an id, some of which PostgreSQL rejects.
 *
 * @throws PasskeyNotFoundError
 */
export function guardPasskeyId(id: string): void {
  if (!isUlid(id)) throw new PasskeyNotFoundError()
}
