import type { api, Input } from '@secure-payment/core/api'
import type { Caller } from '../../auth/caller.ts'
import type { Config } from '../../config.ts'
import { decideFee } from '../../requests/decideFee.ts'
import { findBoundDestination } from '../../requests/findBoundDestination.ts'
import { type PlannedRequest, planRequest } from '../../requests/planRequest.ts'
import { MixedNetworksError } from './errors.ts'

type Body = Input<typeof api.securePayments.create>['body']

/**
 * Decides what each item of a new secure payment means: network, token, payee, amount and fee. Pure.
 *
 * @throws MixedNetworksError, DestinationInactiveError, FeeNotAllowedError, and what `planRequest` throws
 */
export function planItems(
  config: Pick<Config, 'networks' | 'maxRateAgeS'>,
  body: Body,
  caller: Caller,
): readonly PlannedRequest[] {
  const bound = findBoundDestination(caller)
  const fee = decideFee(body, caller)
  const planned = body.requests.map((item, index) =>
    planRequest(config, item, { fee, bound, path: `requests[${index}].` }),
  )
  const [first] = planned
  planned.forEach((item, index) => {
    if (first === undefined || item.network === first.network) return
    throw new MixedNetworksError({
      first: first.network,
      other: item.network,
      field: `requests[${index}]`,
    })
  })
  return planned
}
