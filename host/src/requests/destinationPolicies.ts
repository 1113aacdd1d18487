import { InvalidInputError } from '@secure-payment/core'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { type AccessPolicy, parseAccessPolicy } from '../access/accessPolicy.ts'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { findBoundDestination } from './findBoundDestination.ts'
import type { PlannedRequest } from './planRequest.ts'

type Named = Pick<PlannedRequest, 'destinationId' | 'network' | 'payee' | 'token'>

/**
 * Finds the access policies of the destinations that new requests name, and of the destination to which the caller is bound. The result is
 * in the order of the requests. A policy applies regardless of the request's creator, because the wallet's owner chose it. A received
 * payment with the payee and token of an active destination has the destination's policy too, so naming the wallet does not avoid it. A
 * payout does not, because the policy is about payers. With `includesInactive`, the policy of an inactive destination applies too.
 */
export async function findDestinationPolicies(
  { db }: { db: Pick<Context['db'], 'kysely'> },
  caller: Caller,
  planned: readonly Named[],
  { isReceived, includesInactive = false }: { isReceived: boolean; includesInactive?: boolean },
): Promise<readonly { policy: AccessPolicy; index: number }[]> {
  const bound = findBoundDestination(caller)
  const stated = planned.map(({ destinationId }) => destinationId ?? bound)
  const named = planned.map((one, index) => stated[index] ?? (isReceived ? routeOf(one) : null))
  const ids = [...new Set(named.flatMap((id) => id ?? []))]
  if (ids.length === 0) return []
  const rows = await db.kysely
    .selectFrom('payee_destinations')
    .select(['destination_id', 'access_policy'])
    .where('destination_id', 'in', ids)
    .where('access_policy', 'is not', null)
    .where(({ eb, or }) =>
      or([
        eb('is_active', '=', 1),
        eb('destination_id', 'in', [
          '',
          ...(includesInactive ? ids : stated.flatMap((id) => id ?? [])),
        ]),
      ]),
    )
    .execute()
  return rows
    .flatMap(({ destination_id, access_policy }) => {
      const policy = parseAccessPolicy(access_policy)
      return policy === null ? [] : [{ policy, index: named.indexOf(destination_id) }]
    })
    .toSorted((left, right) => left.index - right.index)
}

/** Returns the composite id of a request's payee and token. */
function routeOf({ network, payee, token }: Named): string {
  const { chainId, family } = getNetwork(network)
  const tokenAddress = token ?? (family === 'evm' ? ZERO_ADDRESS : null)
  if (tokenAddress === null) throw new TypeError(`A payment on ${network} has no token`)
  return formatDestinationId({ walletAddress: payee, chainId, tokenAddress }).destinationId
}

/**
 * Rejects requests without a payment page whose destination has a policy. Only payment pages apply policies.
 *
 * @throws InvalidInputError naming the payee of the first such request
 */
export async function refuseReservedDestinations(
  context: Pick<Context, 'db'>,
  caller: Caller,
  planned: readonly Named[],
  { isReceived, fieldAt }: { isReceived: boolean; fieldAt: (index: number) => string },
): Promise<void> {
  const [first] = await findDestinationPolicies(context, caller, planned, { isReceived })
  if (first === undefined) return
  const message =
    'is a payee destination with an access policy, which only payment pages apply: create the payment with POST /v2/secure-payments'
  throw new InvalidInputError([
    { field: fieldAt(first.index), code: 'destination_reserved', message },
  ])
}
