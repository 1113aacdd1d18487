import type { Caller } from './caller.ts'
import { CallerRefusedError } from './errors.ts'

/**
 * Rejects the hosted page's own client ID, which may use any payment's token, but belongs to no merchant.
 *
 * @throws CallerRefusedError
 */
export function refuseHostedPage(caller: Caller): void {
  if (caller.credential === 'clientId' && caller.isFirstParty) {
    throw new CallerRefusedError('client_id_restricted')
  }
}
