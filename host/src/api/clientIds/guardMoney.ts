import type { api, Input } from '@secure-payment/core/api'
import type { ApiKeyCaller, SessionCaller } from '../../auth/caller.ts'
import { guardScope } from '../../auth/guardScope.ts'

type Body = Input<typeof api.clientIds.update>['body']

/** The members that decide who receives a shop's money. */
const MONEY = [
  'payeeDestinationId',
  'allowAnyPayee',
  'feePercentage',
  'feeAddress',
  'feeBearer',
] as const

/**
 * Requires the scope `payouts` from a caller who decides who receives a client ID's money. Otherwise a developer could direct a shop's
 * payments to another wallet.
 *
 * @throws ScopeMissingError
 */
export function guardMoney(caller: ApiKeyCaller | SessionCaller, body: Body): void {
  if (MONEY.some((name) => body[name] !== undefined)) guardScope(caller, 'payouts')
}
