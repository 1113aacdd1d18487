import type { AccessPolicyInput } from '@secure-payment/core/api'
import type { Destination } from '@secure-payment/core/destinations'
import { findNetworkByChainId } from '@secure-payment/core/networks'
import { readAccessPolicy } from '../../access/accessPolicy.ts'
import type { Config } from '../../config.ts'
import type { Row } from '../../db/schema.ts'
import { ensureDefined } from '../../ensureDefined.ts'

/**
 * Reads the change to a destination's policy column: null removes the policy, and a body without a policy leaves the column unchanged.
 *
 * @throws InvalidInputError naming the member of `accessPolicy`
 */
export function readPolicy(
  { screening }: Pick<Config, 'screening'>,
  policy: AccessPolicyInput | null | undefined,
  { chainId }: Pick<Destination, 'chainId'>,
): Partial<Pick<Row<'payee_destinations'>, 'access_policy'>> {
  if (policy === undefined) return {}
  const { id } = ensureDefined(findNetworkByChainId(chainId), 'network')
  const read = readAccessPolicy(policy, id, screening)
  return { access_policy: read === null ? null : JSON.stringify(read) }
}
