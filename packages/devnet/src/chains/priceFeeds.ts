import { listConversionRoutes } from '@secure-payment/core/conversion'
import { type Currency, currencies, getCurrency, type Network } from '@secure-payment/core/networks'
import { type Address, getAddress } from 'viem'

/** A mock Chainlink feed: one `input` costs `answer` * 10^-8 `output`. Both are currency hashes or token addresses. */
export type PriceFeed = {
  /** For example `EUR/USD`. */
  name: string
  input: Address
  output: Address
  address: Address
  answer: bigint
}

/** The decimals of every mock feed's answer, as in Chainlink's USD feeds. */
export const FEED_DECIMALS = 8

/** On every chain, the address of feed n is this number plus n. */
const FIRST_ADDRESS = 0x5ecc_0000_0000_0000_0000_0000_0000_0000_0000_0200n

/** US dollars per unit, in 10^-8: plausible and round, so that a person can check a conversion by mental arithmetic. */
const DOLLARS: Record<string, bigint> = {
  EUR: 1_10000000n,
  GBP: 1_25000000n,
  CNY: 14000000n,
  JPY: 670000n,
  ETH: 2_500_00000000n,
  BNB: 600_00000000n,
  AVAX: 25_00000000n,
  POL: 50000000n,
  FTM: 70000000n,
  MNT: 80000000n,
  XDAI: 1_00000000n,
  EURC: 1_10000000n,
  TRX: 12000000n,
  AED: 27230000n,
  AUD: 66000000n,
  BRL: 18000000n,
  CAD: 73000000n,
  CHF: 1_12000000n,
  CLP: 105000n,
  CZK: 4300000n,
  DKK: 14700000n,
  HKD: 12800000n,
  HUF: 270000n,
  IDR: 6000n,
  ILS: 27000000n,
  INR: 1200000n,
  KRW: 73000n,
  MXN: 5500000n,
  NOK: 9400000n,
  NZD: 61000000n,
  PLN: 25000000n,
  SAR: 26670000n,
  SEK: 9500000n,
  SGD: 74000000n,
  THB: 2800000n,
  TRY: 3000000n,
  TWD: 3100000n,
  ZAR: 5500000n,
}
/** The price of a token without an entry above: one dollar. */
const STABLE = 1_00000000n
/** Returns the price of a coin, token or fiat currency in US dollars. */
export function dollarsOf(symbol: string): number {
  return Number(DOLLARS[symbol.toUpperCase()] ?? STABLE) / 10 ** FEED_DECIMALS
}

/** The fiat currencies with a feed on every chain, in addition to the dollar. */
const FIATS = ['EUR', 'GBP', 'CNY', 'JPY']

/**
 * Returns the feeds of a network's ChainlinkConversionPath, all against the dollar: four fiat currencies, the native coin, each token, and
 * the other fiat currencies with a rate on the network. There is therefore a path from these currencies to every token and to
 * the native coin. Tokens that charge a fee on transfer have no feed.
 */
export function priceFeeds(network: Network): readonly PriceFeed[] {
  const { nativeCurrency, tokens } = network
  const inputs = [
    ...FIATS.map((code) => ({ symbol: code, hash: getCurrency(code).currency.hash })),
    { symbol: nativeCurrency.symbol, hash: nativeCurrency.hash },
    ...tokens
      .filter((token) => token.symbol !== 'FEE')
      .map((token) => ({ symbol: token.symbol, hash: token.address })),
    ...currencies.filter((fiat) => isRated(network, fiat)),
  ]
  const output = getAddress(getCurrency('USD').currency.hash)
  return inputs.map(({ symbol, hash }, index) => ({
    name: `${symbol}/USD`,
    input: getAddress(hash.toLowerCase()),
    output,
    address: getAddress(`0x${(FIRST_ADDRESS + BigInt(index)).toString(16)}`),
    answer: DOLLARS[symbol.toUpperCase()] ?? STABLE,
  }))
}

/** Returns whether a currency is a fiat currency that the network converts, but not every chain. */
function isRated(network: Network, currency: Currency): boolean {
  const { id, type } = currency
  if (type !== 'ISO4217' || id === 'USD' || FIATS.includes(id)) return false
  return listConversionRoutes(currency, [network]).length > 0
}
