import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Base. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const baseRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // USDC-base
      '0xb678b03f3f3a6ea652ad1d183032fac176d83b08', // ETH-base-base
    ],
  },
]
