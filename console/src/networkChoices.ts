import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import { findCurrency, findNetwork, type Network } from '@secure-payment/core/networks'
import type { Currency } from './api.ts'

/** A token in which a destination can be paid. `address` is the zero address for a network's own coin. */
export type TokenChoice = {
  readonly currencyId: string
  readonly symbol: string
  readonly name: string
  readonly address: string
  readonly isNative: boolean
}

/** A network that a destination can be on, with its tokens: the network's own coin last. */
export type NetworkChoice = {
  readonly id: string
  readonly chainId: number
  readonly name: string
  readonly isTest: boolean
  readonly family: Network['family']
  readonly tokens: readonly TokenChoice[]
}

/** The names of a destination's token and network. */
export type DestinationName = { readonly token: string; readonly network: string }

/** Tron's zero address, which stands for Tron's own coin in a destination id. */
const TRON_ZERO_ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

/**
 * Returns the networks that the service watches, of one family or of all. The currencies of the networks are those that the API lists and
 * the payment element supports: no secure payment uses others.
 */
export function listNetworkChoices(
  currencies: readonly Currency[],
  options: { served: readonly string[]; family: Network['family'] | null },
): readonly NetworkChoice[] {
  return options.served.flatMap((id) => {
    const network = findNetwork(id)
    if (network === undefined) return []
    if (options.family !== null && network.family !== options.family) return []
    const { chainId, name, family } = network
    const tokens = currencies
      .filter((currency) => currency.network === id && findCurrency(currency.id) !== undefined)
      .map((currency) => toChoice(currency, network))
      .toSorted((a, b) => Number(a.isNative) - Number(b.isNative))
    const isTest = network.isTestnet || network.isLocal
    return tokens.length === 0 ? [] : [{ id, chainId, name, family, isTest, tokens }]
  })
}

/** Names a destination by the currencies that the API lists; for an unknown token or network, returns its address or chain ID. */
export function nameDestination(
  destination: { readonly chainId: number; readonly tokenAddress: string },
  networks: readonly NetworkChoice[],
): DestinationName {
  const network = networks.find(({ chainId }) => chainId === destination.chainId)
  return {
    token: findToken(destination, networks)?.symbol ?? destination.tokenAddress,
    network: network?.name ?? String(destination.chainId),
  }
}

/** Finds the token of a destination among those that the API lists; null if the API does not list it. */
export function findToken(
  destination: { readonly chainId: number; readonly tokenAddress: string },
  networks: readonly NetworkChoice[],
): TokenChoice | null {
  const network = networks.find(({ chainId }) => chainId === destination.chainId)
  return network?.tokens.find(({ address }) => isSame(address, destination.tokenAddress)) ?? null
}

/** Returns the maximum number of decimals of an amount; if the currency is unknown, more than any token has. */
export function decimalsOf(currencyId: string | null): number {
  const known = currencyId === null ? undefined : findCurrency(currencyId)
  return known?.currency.decimals ?? MOST_DECIMALS
}

const MOST_DECIMALS = 36

/** Compares two addresses. On EVM networks the letter case does not matter; on Tron it does. */
export function isSame(address: string, other: string): boolean {
  return address.startsWith('0x')
    ? address.toLowerCase() === other.toLowerCase()
    : address === other
}

function toChoice(currency: Currency, network: Network): TokenChoice {
  const { id: currencyId, name } = currency
  if (currency.type !== 'ETH') {
    const { symbol, address } = currency
    return { currencyId, name, symbol, address, isNative: false }
  }
  const address = network.family === 'tron' ? TRON_ZERO_ADDRESS : ZERO_ADDRESS
  return { currencyId, name, symbol: network.nativeCurrency.symbol, address, isNative: true }
}
