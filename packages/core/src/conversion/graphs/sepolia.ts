import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Sepolia. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const sepoliaRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0xbb3546497a53cd710beb11b84c5240327f145bcb', // ETH-sepolia-sepolia
      '0xf046b3ca5ae2879c6bacc4d42faf363ee8379f78', // fUSDT-sepolia
      '0xf5af88e117747e87fc5929f2ff87221b1447652e', // ETH-mainnet (of another network)
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC-mainnet (of another network)
      '0x370de27fdb7d1ff1e1baa7d11c5820a324cf623c', // FAU-sepolia
      '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI-mainnet (of another network)
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2', // GBP
    ],
  },
]
