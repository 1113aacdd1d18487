import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Arbitrum One. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const arbitrumOneRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0x0ee88324f875d378f9a06643830934cadff6b1e5', // AETH-arbitrum-one
      '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', // DAI-arbitrum-one
      '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
      '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', // USDT-arbitrum-one
      '0xfa6faefc053e6c8e393a73dcc12b09fcde019d25', // CAD
      '0xfac26e3fd40adcdc6652f705d983b4830c00716c', // CHF
      '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c', // JPY
      '0xe4dddfe67e7164b0fe14e218d80dc4c08edc01cb',
      '0xce80759e72fe1d3c07be79ffecc76a7a9b46c641', // SGD
      '0xd4d42f0b6def4ce0383636770ef773390d85c61a',
      '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDC-arbitrum-one
      '0x912ce59144191c1204e64559fe8253a0e49e6548',
      '0xb50731ca2fd80afe3910a4800225d4845cad266f', // BRL
      '0xb7a41bb9ad3cdc5db0e35c12e78106fa3f21693d', // TRY
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x4f99f266506be1475e943b2f097827011bfa4e93', // AUD
      '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2', // GBP
      '0x0bbb60891a1688271573e5ea4cba84f18cbc0f2d', // KRW
      '0x539bde0d7dbd336b79148aa742883198bbf60342',
      '0x2e9a6df78e42a30712c10a9dc4b1c8656f8f2879',
      '0x66710cc1372861ec5d5537c075b527b7b3c63c5f', // CNY
    ],
  },
]
