import {
  type Currency,
  currencies,
  findCurrency,
  type ResolvedCurrency,
} from '@secure-payment/core/catalogue'
import type { Network } from '@secure-payment/core/networks'
import { networks } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'

type Settings = Pick<Context, 'config'>

/** The currencies and networks of a host's API: all those on the list, and the local chains that the host serves. */
export type Offer = { currencies: readonly Currency[]; networks: readonly Network[] }

const offers = new WeakMap<Context['config'], Offer>()

/**
 * Returns the currencies and networks that a host offers. A network that the host serves has the host's own entry. Returns the same
 * object for the same settings.
 */
export function offeredCurrencies({ config }: Settings): Offer {
  const known = offers.get(config)
  if (known !== undefined) return known
  const served = new Map(config.networks.map(({ network }) => [network.id, network]))
  const all = networks
    .filter(({ id, isLocal }) => !isLocal || served.has(id))
    .map((network) => served.get(network.id) ?? network)
  const ids = new Set(['fiat', ...all.map(({ id }) => id)])
  const offer = { networks: all, currencies: currencies.filter(({ network }) => ids.has(network)) }
  offers.set(config, offer)
  return offer
}

/** Finds an offered currency by its id or an alias; undefined if this host does not offer it. */
export function findOffered(context: Settings, idOrAlias: string): ResolvedCurrency | undefined {
  const found = findCurrency(idOrAlias)
  if (found?.network?.isLocal !== true) return found
  const { networks: offered } = offeredCurrencies(context)
  return offered.some(({ id }) => id === found.currency.network) ? found : undefined
}
