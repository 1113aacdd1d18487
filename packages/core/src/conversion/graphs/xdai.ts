import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Gnosis Chain. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const xdaiRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0xddafbb505ad214d7b80b1f830fccc89b60fb7a83', // USDC-xdai
      '0xfadc59d012ba3c110b08a15b7755a5cb7cbe77d7',
      '0xfac26e3fd40adcdc6652f705d983b4830c00716c', // CHF
      '0x9c58bacc331c9aa871afd802db6379a98e80cedb',
      '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c', // JPY
      '0x5fd896d248fbfa54d26855c267859eb1b4daee72',
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x40bbae8318b7bd693c0535b90df68e10678ac91c', // xDAI-xdai
    ],
  },
]
