import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import { findServedNetwork, isSingleNode } from '../config.ts'
import type { Context } from '../context.ts'
import { usdOf } from '../prices/usdOf.ts'
import { SingleNodeLimitError } from './errors.ts'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Rejects payments that are worth more together than the operator's limit for a single node. A value that cannot be read counts as above
 * the limit. Without the setting, and on networks without real money, this function accepts all payments without a read.
 *
 * @throws SingleNodeLimitError naming the field of the first payment
 */
export async function guardSingleNode(
  context: Pick<Context, 'config' | 'prices' | 'rates'>,
  planned: readonly Pick<PlannedRequest, 'network' | 'invoiceCurrency' | 'amountUnits'>[],
  field: string,
): Promise<void> {
  const limitUsd = context.config.singleNodeMaxUsd
  if (limitUsd === null) return
  let totalUsd = 0n
  for (const { network: id, invoiceCurrency, amountUnits: units } of planned) {
    const served = findServedNetwork(context.config, id)
    if (served === undefined || !isSingleNode(served)) continue
    const { currency } = getCurrency(invoiceCurrency)
    const worth = await usdOf(context, { network: served.network, currency, units })
    if (worth === null) {
      throw new SingleNodeLimitError({ network: id, limitUsd, field, because: 'unknown' })
    }
    totalUsd += worth
    if (totalUsd <= BigInt(limitUsd) * 10n ** BigInt(FIAT_DECIMALS)) continue
    throw new SingleNodeLimitError({ network: id, limitUsd, field, because: 'more' })
  }
}
