import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on OP Mainnet. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const optimismRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0x4f99f266506be1475e943b2f097827011bfa4e93', // AUD
      '0xbc396689893d065f41bc2c6ecbee5e0085233447', // PERP-mainnet (of another network)
      '0xfa6faefc053e6c8e393a73dcc12b09fcde019d25', // CAD
      '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', // DAI-optimism
      '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c', // JPY
      '0x7f5c764cbc14f9669b88837ca1490cca17c31607', // USDC-optimism
      '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', // USDT-optimism
      '0x9cc25aa34c6d7a4b572355ebc062aa1a60a85082', // XAG
      '0x779987c9a457ffb220c3c3544817db67f7654507', // XAU
      '0xa00e3a3511aac35ca78530c85007afcd31753819',
      '0x9e1028f5f1d5ede59748ffcee5532509976840e0',
      '0x8700daec35af8ff88c16bdf0418774cb3d7599b4',
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x76fb31fb4af56892a25e32cfc43de717950c9278',
      '0x0b2c639c533813f4aa9d7837caf62653d097ff85', // USDCn-optimism
    ],
  },
]
