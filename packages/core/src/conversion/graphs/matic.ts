import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Polygon. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const maticRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0x4f99f266506be1475e943b2f097827011bfa4e93', // AUD
      '0xfa6faefc053e6c8e393a73dcc12b09fcde019d25', // CAD
      '0xfac26e3fd40adcdc6652f705d983b4830c00716c', // CHF
      '0xe6c09adc89ff4467cea20bc7760e3e59e7c0671d', // NZD
      '0x831753dd7087cac61ab5644b308642cc1c33dc13',
      '0xce80759e72fe1d3c07be79ffecc76a7a9b46c641', // SGD
      '0xab6ce0b86d905929340c640e8bcba8751feea10e', // INR
      '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c', // JPY
      '0xc2132d05d31c914a87c6611c10748aeb04b58e8f', // USDT-matic
      '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063', // DAI-matic
      '0xe0b52e49357fd4daf2c15e02058dce6bc0057db4',
      '0xb50731ca2fd80afe3910a4800225d4845cad266f', // BRL
      '0xb5c064f955d8e7f38fe0460c556a72987494ee17',
      '0xb7a41bb9ad3cdc5db0e35c12e78106fa3f21693d', // TRY
      '0xa25ef954247c614a0036730b129960bc94db36fa', // HKD
      '0x967da4048cd07ab37855c090aaf366e4ce1b9f48', // OCEAN-mainnet (of another network)
      '0xbbba073c31bf03b8acf7c28ef0738decf3695683',
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2', // GBP
      '0x6ea6803339cfeadd84b5b62820c548f53ff7d8e9', // IDR
      '0x23c7fe5a44ca213deed6f3e2e714d747fcbcdbf0', // MATIC-matic
      '0x11485b23f0d3db30edb6c876abcc18d699a43e7d', // ILS
      '0x0bbb60891a1688271573e5ea4cba84f18cbc0f2d', // KRW
      '0x717774da93a8ed092f7dba0acbb6977bf4fef912', // THB
      '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', // USDC-matic
      '0x5fe2b58c013d7601147dcdd68c143a77499f5531',
      '0x385eeac5cb85a38a9a07a70c73e0a3271cfb54a7',
      '0x66710cc1372861ec5d5537c075b527b7b3c63c5f', // CNY
      '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', // USDCn-matic
    ],
  },
  {
    // ETH-mainnet (of another network)
    currency: '0xf5af88e117747e87fc5929f2ff87221b1447652e',
    against: [
      '0x23c7fe5a44ca213deed6f3e2e714d747fcbcdbf0', // MATIC-matic
      '0x831753dd7087cac61ab5644b308642cc1c33dc13',
      '0xc2132d05d31c914a87c6611c10748aeb04b58e8f', // USDT-matic
      '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', // USDC-matic
      '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063', // DAI-matic
      '0xb5c064f955d8e7f38fe0460c556a72987494ee17',
    ],
  },
]
