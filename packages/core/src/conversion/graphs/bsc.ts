import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on BNB Smart Chain. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const bscRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0x4f99f266506be1475e943b2f097827011bfa4e93', // AUD
      '0xb50731ca2fd80afe3910a4800225d4845cad266f', // BRL
      '0xe9e7cea3dedca5984780bafc599bd69add087d56', // BUSD-bsc
      '0xfac26e3fd40adcdc6652f705d983b4830c00716c', // CHF
      '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c', // JPY
      '0x855b97276779c0e7a6ec28a449a55cba41003fa0', // NGN
      '0x9cc25aa34c6d7a4b572355ebc062aa1a60a85082', // XAG
      '0x779987c9a457ffb220c3c3544817db67f7654507', // XAU
      '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', // USDC-bsc
      '0xce80759e72fe1d3c07be79ffecc76a7a9b46c641', // SGD
      '0xb59490ab09a0f526cc7305822ac65f2ab12f9723',
      '0x281162bd0b7a4162cb676bc4873734497b3af025', // BNB-bsc
      '0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3', // DAI-bsc
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2', // GBP
      '0x5b6d224c4bb5465d5faae5cb81614857964ce12b', // PHP
      '0x52f3d6575032420a7038d5b096820be555c7c707', // ZAR
      '0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82',
      '0x55d398326f99059ff775485246999027b3197955', // USDT-bsc
      '0x6ecfc28d0c11b296581339a7300cfb345b26153a', // MXN
      '0x717774da93a8ed092f7dba0acbb6977bf4fef912', // THB
      '0x2170ed0880ac9a755fd29b2688956bd959f933f8',
    ],
  },
  {
    // BNB-bsc
    currency: '0x281162bd0b7a4162cb676bc4873734497b3af025',
    against: [
      '0xe9e7cea3dedca5984780bafc599bd69add087d56', // BUSD-bsc
      '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', // USDC-bsc
      '0x55d398326f99059ff775485246999027b3197955', // USDT-bsc
      '0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3', // DAI-bsc
      '0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82',
    ],
  },
]
