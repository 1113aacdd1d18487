import type { api, Output } from '@secure-payment/core/api'
import type { OfframpedRequest } from './loadRequest.ts'

type Told = Pick<Output<typeof api.requests.get>, 'subStatus'>

/** Returns the progress of a request's transfer into a bank account, in the webhooks' terms. */
export function subStatusOf({ offramp_status }: Pick<OfframpedRequest, 'offramp_status'>): Told {
  switch (offramp_status) {
    case null:
    case 'created':
    case 'delivered':
      return {}
    case 'returned':
      return { subStatus: 'bounced' }
    default:
      return { subStatus: offramp_status }
  }
}
