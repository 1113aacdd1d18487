import { findPricing } from '@secure-payment/core/catalogue'
import { isSameAddress } from '@secure-payment/core/evm'
import type { Network, Token } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import { canBeSource } from '../bridges/canBeSource.ts'
import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { Planned } from '../requests/requestPlan.ts'

/** A token on another chain that a payer can pay with. */
export type Source = {
  network: Network
  token: Token
  /** LiFiDiamond: the address that the payer approves and calls. */
  diamond: string
}

/** The network and token in which a payment from another chain arrives. */
export type Destination = { network: Network; token: Token }

/** The symbols of the tokens that bridges carry for payments. */
const SYMBOLS: readonly string[] = ['USDC', 'USDT']

/**
 * Finds the destination of a request that could be paid from another chain; null if none can. The possible reasons are:
 *
 * - This host serves no bridge, or no longer serves the request's network.
 * - The request is on Tron, or pays into a bank account.
 * - The request is converted by contracts, and this host has no prices to quote the amount that must arrive.
 * - The request's currency is not the registry's USDC or USDT of an EVM network.
 */
export function findDestination(
  context: Pick<Context, 'config' | 'bridge'>,
  request: Bridgeable,
): Destination | null {
  const { plan, token_address, isFurther } = request
  if (context.bridge === null || token_address === null || isFurther) return null
  const { bridging, pricing } = describeRequest(plan)
  if (bridging !== 'possible' || (pricing === 'chain' && !canQuote(context, request))) return null
  const network = findServedNetwork(context.config, request.network)?.network
  if (network?.family !== 'evm' || network.contracts.ERC20FeeProxy === undefined) return null
  const token = bridgedTokens(network).find(({ address }) => isSameAddress(address, token_address))
  return token === undefined ? null : { network, token }
}

/** The parts of a request that decide whether a bridge can carry its payment; with `isFurther`, the request has the terms of an option. */
type Bridgeable = Planned<
  Pick<Row<'requests'>, 'network' | 'token_address' | 'invoice_currency' | 'payment_currency'>
> & { isFurther?: true }

/** Returns whether this host may have a market price for a request. */
function canQuote(
  { config }: Pick<Context, 'config'>,
  { invoice_currency, payment_currency }: Bridgeable,
): boolean {
  const found = findPricing(invoice_currency, payment_currency)
  return config.prices !== null && found?.pricing === 'market'
}

/**
 * Lists the tokens from which payments to a destination can be made, in the order of the host's settings. The tokens are on served networks
 * that are source chains of the API or local chains. Routes never lead between real networks and test networks.
 */
export function listSources(
  { config }: Pick<Context, 'config'>,
  destination: Destination,
): readonly Source[] {
  return config.networks.flatMap(({ network }) => {
    const diamond = network.contracts.LiFiDiamond?.address
    if (diamond === undefined || !isSourceFor(network, destination.network)) return []
    return bridgedTokens(network).map((token) => ({ network, token, diamond }))
  })
}

function isSourceFor(network: Network, to: Network): boolean {
  const isOfOneWorld = network.isLocal === to.isLocal && network.isTestnet === to.isTestnet
  return canBeSource(network) && isOfOneWorld && network.id !== to.id
}

/** Returns a network's tokens that bridges carry. The registry's USDC is always native USDC, never a bridged token. */
export function bridgedTokens({ tokens }: Pick<Network, 'tokens'>): readonly Token[] {
  return tokens.filter(({ symbol }) => SYMBOLS.includes(symbol))
}
