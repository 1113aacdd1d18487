import type { api, Input } from '@secure-payment/core/api'
import { currencies, findCurrency } from '@secure-payment/core/networks'
import type { Caller } from '../auth/caller.ts'
import type { Config } from '../config.ts'
import { decideFee } from './decideFee.ts'
import { MixedNetworksError, UnverifiableCurrencyError } from './errors.ts'
import { findBoundDestination } from './findBoundDestination.ts'
import type { Pricer } from './findQuotedPlan.ts'
import { guardBatch } from './guardBatch.ts'
import { planOptions } from './planOptions.ts'
import { type PlannedRequest, planRequest } from './planRequest.ts'

type Body = Input<typeof api.securePayments.create>['body']

/**
 * Derives the network, token, payee, amount and fee of each item of a new secure payment. Pure. A batch has no quoted items, because one
 * transaction pays all items, and each would need a separate quote.
 *
 * @throws BatchUnsupportedError, MixedNetworksError, UnverifiableCurrencyError, DestinationInactiveError,
 * FeeNotAllowedError, and what `planRequest` throws
 */
export function planItems(
  config: Pick<Config, 'networks' | 'maxRateAgeS'>,
  body: Body,
  caller: Caller,
  prices: Pricer | null = null,
): readonly PlannedRequest[] {
  const bound = findBoundDestination(caller)
  const fee = decideFee(body, caller)
  const pricer = body.requests.length === 1 ? prices : null
  const planned = body.requests.map((item, index) => {
    const path = `requests[${index}].`
    const terms = { fee, bound, path, prices: pricer, roundsFee: true }
    const one = planRequest(config, item, terms)
    const further = planOptions(config, item, one, terms)
    for (const some of [one, ...further]) requireVerifiable(some, `${path}invoiceCurrency`)
    return further.length === 0 ? one : { ...one, options: further }
  })
  if (planned.length > 1) guardBatch(config, planned, 'requests')
  requireOneNetwork(planned, (index) => `requests[${index}]`)
  return planned
}

/**
 * Rejects an invoice currency that the element cannot verify. The element reads symbols and decimals from its built-in registry. For other
 * tokens, the element loads the catalogue's list of the network and checks the list against a hash. The element converts from currencies of
 * the registry to any currency of the registry or of that list.
 *
 * @throws UnverifiableCurrencyError
 */
function requireVerifiable(
  { network, invoiceCurrency: currency, paymentCurrency }: Priced,
  field: string,
): void {
  if (currency === paymentCurrency || findCurrency(currency) !== undefined) return
  const verifiable = currencies.filter((known) => known.network === network).map(({ id }) => id)
  throw new UnverifiableCurrencyError({ currency, network, verifiable, field })
}

type Priced = Pick<PlannedRequest, 'network' | 'invoiceCurrency' | 'paymentCurrency'>

/**
 * Rejects items on several networks, because one transaction pays all items.
 *
 * @throws MixedNetworksError
 */
export function requireOneNetwork(
  planned: readonly Pick<PlannedRequest, 'network'>[],
  fieldAt: (index: number) => string,
): void {
  const [first] = planned
  planned.forEach((item, index) => {
    if (first === undefined || item.network === first.network) return
    throw new MixedNetworksError({
      first: first.network,
      other: item.network,
      field: fieldAt(index),
    })
  })
}
