import { isUlid } from '@secure-payment/core'
import { PasskeyNotFoundError } from '../../auth/passkeys/errors.ts'

/**
 * Rejects a text that is not an id, because PostgreSQL rejects some such texts.
 *
 * @throws PasskeyNotFoundError
 */
export function guardPasskeyId(id: string): void {
  if (!isUlid(id)) throw new PasskeyNotFoundError()
}
