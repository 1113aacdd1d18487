import type { api, Output } from '@secure-payment/core/api'
import { listConversionRoutes as findRoutes } from '@secure-payment/core/conversion'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { findQuotedPlan } from '../../requests/findQuotedPlan.ts'
import { CurrencyNotFoundError } from './errors.ts'
import { findOffered, offeredCurrencies } from './offeredCurrencies.ts'

type List = typeof api.currencies.conversionRoutes

/**
 * Lists the payment currencies that the conversion contracts reach from an invoice currency, and those in which this host quotes it. The
 * result covers every network of the currency list, or those that match both filters, whether this host serves them or not. Filters are
 * returned as they were sent.
 *
 * @throws CurrencyNotFoundError
 */
export async function listConversionRoutes(
  context: Pick<Context, 'config' | 'prices'>,
  { params, query }: Pick<Call<List>, 'params' | 'query'>,
): Promise<Output<List>> {
  const from = findOffered(context, params.currencyId)
  if (from === undefined) throw new CurrencyNotFoundError({ asked: params.currencyId })
  const { network = null } = query
  const asked = query.networks?.split(',')
  const { networks, currencies } = offeredCurrencies(context)
  const searched = networks.filter(
    ({ id }) => (network === null || id === network) && (asked === undefined || asked.includes(id)),
  )
  const converted = new Set(findRoutes(from.currency, searched, currencies))
  const ids = new Set(searched.map(({ id }) => id))
  return {
    currencyId: from.currency.id,
    network,
    ...(asked !== undefined && { networks: asked }),
    conversionRoutes: currencies.filter(
      (to) =>
        converted.has(to) ||
        (ids.has(to.network) && findQuotedPlan(context.prices, from.currency, to) !== null),
    ),
  }
}
