import type { Network } from '../networks/network.ts'
import { arbitrumOneRates } from './graphs/arbitrumOne.ts'
import { avalancheRates } from './graphs/avalanche.ts'
import { baseRates } from './graphs/base.ts'
import { bscRates } from './graphs/bsc.ts'
import { devnetRates } from './graphs/devnet.ts'
import { fantomRates } from './graphs/fantom.ts'
import { mainnetRates } from './graphs/mainnet.ts'
import { maticRates } from './graphs/matic.ts'
import { optimismRates } from './graphs/optimism.ts'
import { sepoliaRates } from './graphs/sepolia.ts'
import { xdaiRates } from './graphs/xdai.ts'

/**
 * The initial rates of a network's ChainlinkConversionPath; each is listed once and valid in both directions: `currency` against each of
 * `against`. Currencies are identified by their hashes, in lower case: a token's address, otherwise the contract's hash of the name.
 * Before a payment, the current rates are read from the chain.
 */
export type RateGraph = readonly { currency: string; against: readonly string[] }[]

const graphs: Readonly<Record<string, RateGraph>> = {
  mainnet: mainnetRates,
  'arbitrum-one': arbitrumOneRates,
  optimism: optimismRates,
  base: baseRates,
  matic: maticRates,
  bsc: bscRates,
  avalanche: avalancheRates,
  fantom: fantomRates,
  xdai: xdaiRates,
  sepolia: sepoliaRates,
  devnet: devnetRates,
  'devnet-b': devnetRates,
}

/** Maps each currency's hash to the hashes that it has a rate against, in the order of the data. */
export type Rates = ReadonlyMap<string, readonly string[]>

/** Returns a network's rates, by currency; empty if it has none. */
export function ratesOf(network: Pick<Network, 'id'>): Rates {
  const known = remembered.get(network.id)
  if (known !== undefined) return known
  const rates = connect(graphs[network.id] ?? [])
  if (rates.size > 0) remembered.set(network.id, rates)
  return rates
}

const remembered = new Map<string, Rates>()

function connect(graph: RateGraph): Rates {
  const rates = new Map<string, string[]>()
  const add = (from: string, to: string) => rates.set(from, [...(rates.get(from) ?? []), to])
  for (const { currency, against } of graph)
    for (const other of against) {
      add(currency, other)
      add(other, currency)
    }
  return rates
}
