import { devnet } from '../../networks/devnet.ts'
import { fiatCurrencies } from '../../networks/fiatCurrencies.ts'
import type { RateGraph } from '../rateGraph.ts'

const [dollar, euro, yuan, pound, yen] = fiatCurrencies

/** Tokens that keep a part of every transfer cannot pass through the conversion proxies, so they have no feed. */
const WITHOUT_FEED: readonly string[] = ['FEE']

/** Rates on the local chains: the dollar against four other fiat currencies, the native coin and each token with a feed. */
export const devnetRates: RateGraph = [
  {
    currency: dollar.hash,
    against: [
      ...[euro, yuan, pound, yen].map(({ hash }) => hash),
      devnet.nativeCurrency.hash,
      ...devnet.tokens
        .filter(({ symbol }) => !WITHOUT_FEED.includes(symbol))
        .map(({ address }) => address.toLowerCase()),
    ],
  },
]
