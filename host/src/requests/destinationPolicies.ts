import { InvalidInputError } from '@secure-payment/core'
import { type AccessPolicy, parseAccessPolicy } from '../access/accessPolicy.ts'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { findBoundDestination } from './findBoundDestination.ts'
import type { PlannedRequest } from './planRequest.ts'

type Named = Pick<PlannedRequest, 'destinationId'>

/**
 * Finds the access policies of the payee destinations that new requests name, and of the destination to which the caller is bound, in the
 * order of the requests. A policy applies whoever creates the request, because the wallet's owner chose it.
 */
export async function findDestinationPolicies(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  planned: readonly Named[],
): Promise<readonly { policy: AccessPolicy; index: number }[]> {
  const bound = findBoundDestination(caller)
  const named = planned.map(({ destinationId }) => destinationId ?? bound)
  const ids = [...new Set(named.flatMap((id) => id ?? []))]
  if (ids.length === 0) return []
  const rows = await db.kysely
    .selectFrom('payee_destinations')
    .select(['destination_id', 'access_policy'])
    .where('destination_id', 'in', ids)
    .where('access_policy', 'is not', null)
    .execute()
  return rows
    .flatMap(({ destination_id, access_policy }) => {
      const policy = parseAccessPolicy(access_policy)
      return policy === null ? [] : [{ policy, index: named.indexOf(destination_id) }]
    })
    .toSorted((left, right) => left.index - right.index)
}

/**
 * Rejects requests without a payment page by a caller that is bound to a destination with a policy. Only payment pages apply policies.
 *
 * @throws InvalidInputError naming the payee of the first such request
 */
export async function refuseReservedDestinations(
  context: Pick<Context, 'db'>,
  caller: Caller,
  planned: readonly Named[],
  fieldAt: (index: number) => string,
): Promise<void> {
  const [first] = await findDestinationPolicies(context, caller, planned)
  if (first === undefined) return
  const message =
    'is a payee destination with an access policy, which only payment pages apply: create the payment with POST /v2/secure-payments'
  throw new InvalidInputError([
    { field: fieldAt(first.index), code: 'destination_reserved', message },
  ])
}
