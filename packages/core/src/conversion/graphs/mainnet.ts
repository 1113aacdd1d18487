import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Ethereum. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const mainnetRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0x4f99f266506be1475e943b2f097827011bfa4e93', // AUD
      '0xfa6faefc053e6c8e393a73dcc12b09fcde019d25', // CAD
      '0xf5af88e117747e87fc5929f2ff87221b1447652e', // ETH-mainnet
      '0x8290333cef9e6d528dd5618fb97a76f268f3edd4', // ANKR-mainnet
      '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', // AAVE-mainnet
      '0xce80759e72fe1d3c07be79ffecc76a7a9b46c641', // SGD
      '0xfac26e3fd40adcdc6652f705d983b4830c00716c', // CHF
      '0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT-mainnet
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC-mainnet
      '0x8ab7404063ec4dbcfd4598215992dc3f8ec853d7', // AKRO-mainnet
      '0xdefa4e8a7bcba345f687a2f1456f5edd9ce97202',
      '0xe6c09adc89ff4467cea20bc7760e3e59e7c0671d', // NZD
      '0x956f47f50a910163d8bf957cf5846d573e7f87ca',
      '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c', // JPY
      '0xb50731ca2fd80afe3910a4800225d4845cad266f', // BRL
      '0xbc396689893d065f41bc2c6ecbee5e0085233447', // PERP-mainnet
      '0xb7a41bb9ad3cdc5db0e35c12e78106fa3f21693d', // TRY
      '0xd46ba6d942050d489dbd938a2c909a5d5039a161', // AMPL-mainnet
      '0x77fba179c79de5b7653f68b5039af940ada60ce0',
      '0x853d955acef822db058eb8505911ed77f175b99e', // FRAX-mainnet
      '0xe28b3b32b6c345a34ff64674606124dd5aceca30', // INJ-mainnet
      '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0', // MATIC-mainnet
      '0x8e870d67f660d95d5be530380d0ec0bd388289e1', // USDP-mainnet
      '0xf57e7e7c23978c3caec3c3548e3d615c346e79ff',
      '0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f', // SNX-mainnet
      '0x1f573d6fb3f13d689ff844b4ce37794d79a7ff1c', // BNT-mainnet
      '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2', // GBP
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI-mainnet
      '0x3845badade8e6dff049820680d1f14bd3903a5d0', // SAND-mainnet
      '0x0d8775f648430679a709e98d2b0cb6250d2887ef', // BAT-mainnet
      '0x0bbb60891a1688271573e5ea4cba84f18cbc0f2d', // KRW
      '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2',
      '0x00a8b738e453ffd858a7edf03bccfe20412f0eb0',
      '0x1a4b46696b2bb4794eb3d4c26f1c55f9170fa4c5',
      '0x4fabb145d64652a948d72533023f6e7a623c7c53', // BUSD-mainnet
      '0x056fd409e1d7a124bd7017459dfea2f387b6d5cd', // GUSD-mainnet
      '0x0000000000085d4780b73119b644ae5ecd22b376', // TUSD-mainnet
      '0x6ea6803339cfeadd84b5b62820c548f53ff7d8e9', // IDR
      '0x66710cc1372861ec5d5537c075b527b7b3c63c5f', // CNY
      '0x4d224452801aced8b2f0aebe155379bb5d594381',
    ],
  },
  {
    // ETH-mainnet
    currency: '0xf5af88e117747e87fc5929f2ff87221b1447652e',
    against: [
      '0x1f573d6fb3f13d689ff844b4ce37794d79a7ff1c', // BNT-mainnet
      '0xa117000000f279d81a1d3cc75430faa017fa5a2e', // ANT-mainnet
      '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', // AAVE-mainnet
      '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2', // MKR-mainnet
      '0x4e15361fd6b4bb609fa63c81a2be19d873717870', // FTM-mainnet
      '0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT-mainnet
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC-mainnet
      '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI-mainnet
      '0xc944e90c64b2c07662a292be6244bdf05cda44a7', // GRT-mainnet
      '0x0f5d2fb29fb7d3cfee444a200298f468908cc942', // MANA-mainnet
      '0xdefa4e8a7bcba345f687a2f1456f5edd9ce97202',
      '0x8f693ca8d21b157107184d29d398a8d082b38b76', // DATA-mainnet
      '0xbb0e17ef65f82ab018d8edd776e8dd940327b28b', // AXS-mainnet
      '0xde30da39c46104798bb5aa3fe8b9e0e1f348163f', // GTC-mainnet
      '0x0d8775f648430679a709e98d2b0cb6250d2887ef', // BAT-mainnet
      '0xb8c77482e45f1f44de1745f52c74426c631bdd52', // BNB-mainnet
      '0x6810e776880c02933d47db1b9fc05908e5386b96', // GNO-mainnet
      '0xbc396689893d065f41bc2c6ecbee5e0085233447', // PERP-mainnet
      '0x607f4c5bb672230e8672085532f7e901544a7375', // RLC-mainnet
      '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2',
      '0x4fabb145d64652a948d72533023f6e7a623c7c53', // BUSD-mainnet
      '0x853d955acef822db058eb8505911ed77f175b99e', // FRAX-mainnet
      '0x056fd409e1d7a124bd7017459dfea2f387b6d5cd', // GUSD-mainnet
      '0x0000000000085d4780b73119b644ae5ecd22b376', // TUSD-mainnet
    ],
  },
  {
    // BTC-mainnet
    currency: '0x03049758a18d1589388d7a74fb71c3fcce11d286',
    against: ['0x321162cd933e2be498cd2267a90534a804051b11'],
  },
]
