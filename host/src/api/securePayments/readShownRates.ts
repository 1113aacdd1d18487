import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import { parsePath } from '../../payments/parsePath.ts'
import type { PayableRequest } from './payable.ts'
import { remainingUnits } from './remainingUnits.ts'

/**
 * The rates that some requests would be converted at now, in their order; null for a direct or a paid one, and where no rate
 * can be read. For what is only shown: what is signed is planned with `requireRates`.
 */
export async function readShownRates(
  context: Pick<Context, 'config' | 'rates'>,
  requests: readonly PayableRequest[],
): Promise<readonly (bigint | null)[]> {
  return Promise.all(
    requests.map(async (request) => {
      if (request.conversion_path === null || remainingUnits(request) === 0n) return null
      if (findServedNetwork(context.config, request.network) === undefined) return null
      return (await context.rates.latest(request.network, parsePath(request)))?.rate ?? null
    }),
  )
}
