import { isSameAddress } from '@secure-payment/core/evm'
import type { Network, Token } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
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

/** Symbols of the tokens that bridges carry for payments. */
const SYMBOLS: readonly string[] = ['USDC', 'USDT']

/**
 * The destination of a request that could be paid from another chain; null when it cannot be. That is so in these
 * cases:
 *
 * - This host serves no bridge, or no longer serves the request's network.
 * - Its way to pay does not allow it: it is converted, on Tron, or ends in a bank account.
 * - The request is in another currency than the registry's USDC or USDT of an EVM network.
 */
export function findDestination(
  context: Pick<Context, 'config' | 'bridge'>,
  request: Planned<Pick<Row<'requests'>, 'network' | 'token_address'>>,
): Destination | null {
  const { plan, token_address } = request
  if (context.bridge === null || token_address === null) return null
  if (describeRequest(plan).bridging !== 'possible') return null
  const network = findServedNetwork(context.config, request.network)?.network
  if (network?.contracts.ERC20FeeProxy === undefined) return null
  const token = bridgedTokens(network).find(({ address }) => isSameAddress(address, token_address))
  return token === undefined ? null : { network, token }
}

/**
 * The tokens that payments to a destination can come from, in the order of the host's settings: on the served networks that are
 * source chains of the API, or chains of this machine. Real networks never connect with test networks.
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

/** Whether payments on other networks can come from this one. */
export function canBeSource({ contracts, sourceChain, isLocal }: Network): boolean {
  return contracts.LiFiDiamond !== undefined && (sourceChain !== undefined || isLocal)
}

/** The tokens of a network that bridges carry. The registry has the native USDC under this symbol, never a bridged one. */
export function bridgedTokens({ tokens }: Pick<Network, 'tokens'>): readonly Token[] {
  return tokens.filter(({ symbol }) => SYMBOLS.includes(symbol))
}
