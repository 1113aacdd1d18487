import type { api } from '@secure-payment/core/api'
import { combinePolicies, readAccessPolicy } from '../../access/accessPolicy.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { nonEmpty } from '../../nonEmpty.ts'
import { findDestinationPolicies } from '../../requests/destinationPolicies.ts'
import type { WholeRequest } from '../../requests/requestPlan.ts'

type Body = Call<typeof api.securePayments.update>['body']

/**
 * Returns the page's policy after an edit: the payment's own, combined with the current policies of the payees' destinations, also of
 * inactive ones, so that no edit avoids the rules of a destination.
 *
 * @throws InvalidInputError naming a member of `accessPolicy`
 */
export async function editAccess(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { body, requests, caller }: { body: Body; requests: readonly WholeRequest[]; caller: Caller },
): Promise<Partial<Pick<Row<'secure_payments'>, 'access_policy'>>> {
  if (body.accessPolicy === undefined) return {}
  const received = nonEmpty(
    requests.map(({ destination_id, network, payee, token_address }) => {
      return { destinationId: destination_id, network, payee, token: token_address }
    }),
  )
  const named = await findDestinationPolicies({ db: { kysely: tx } }, caller, received, {
    isReceived: true,
    includesInactive: true,
  })
  const own = readAccessPolicy(body.accessPolicy, received[0].network, config.screening)
  const field = 'accessPolicy.allowedPayerAddresses'
  const access = combinePolicies([
    ...named.map(({ policy }) => ({ policy, field })),
    { policy: own, field },
  ])
  return { access_policy: access && JSON.stringify(access) }
}
