import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Avalanche. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const avalancheRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0xf32cf7fcbb71d3d5ef75612538abd69e81d64aa9', // AVAX-avalanche
      '0xd586e7f844cea2f87f50152665bcbc2c279d8d70', // DAIe-avalanche
      '0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664', // USDCe-avalanche
      '0xc7198437980c041c805a1edcba50c1ce5db95118', // USDTe-avalanche
      '0xfac26e3fd40adcdc6652f705d983b4830c00716c', // CHF
      '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c', // JPY
      '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', // USDC-avalanche
      '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7', // USDT-avalanche
      '0xb50731ca2fd80afe3910a4800225d4845cad266f', // BRL
      '0xb7a41bb9ad3cdc5db0e35c12e78106fa3f21693d', // TRY
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
    ],
  },
]
