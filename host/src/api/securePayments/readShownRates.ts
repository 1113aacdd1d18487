import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { PayableRequest } from './payable.ts'
import { remainingUnits } from './remainingUnits.ts'

/**
 * The present conversion rates of some requests, in their order; null for a direct or a paid one, and where no rate can
 * be read. They are for display only: `requireRates` gives the rates of signed transactions.
 */
export async function readShownRates(
  context: Pick<Context, 'config' | 'rates'>,
  requests: readonly PayableRequest[],
): Promise<readonly (bigint | null)[]> {
  return Promise.all(
    requests.map(async (request) => {
      const { plan } = request
      if (plan.way !== 'converted' || remainingUnits(request) === 0n) return null
      if (findServedNetwork(context.config, request.network) === undefined) return null
      return (await context.rates.latest(request.network, plan.path))?.rate ?? null
    }),
  )
}
