import type { RateGraph } from '../rateGraph.ts'

/** Rates of the ChainlinkConversionPath on Fantom. Source: @requestnetwork/currency 0.33.0, its list of aggregators. */
export const fantomRates: RateGraph = [
  {
    // USD
    currency: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    against: [
      '0x17b4158805772ced11225e77339f90beb5aae968', // EUR
      '0x940f41f0ec9ba1a34cf001cc03347ac092f5f6b5',
      '0xae75a438b2e0cb8bb01ec1e1e376de11d44477cc',
      '0xb3654dc3d10ea7645f8319668e8f54d2574fbdc8',
      '0x8d11ec38a3eb5e956b052f67da8bdc9bef8abf3e',
      '0xe1146b9ac456fcbb60644c36fd3f868a9072fc6e',
      '0xfac26e3fd40adcdc6652f705d983b4830c00716c', // CHF
      '0x04068da6c83afcfa0e13ba15a6696662335d5b75',
      '0x56ee926bd8c72b2d5fa1af4d9e4cbb515a1e3adc',
      '0x658b0c7613e890ee50b8c4bc6a3f41ef411208ad',
      '0x657a1861c15a3ded9af0b6799a195a249ebdcbc6',
      '0x6a07a792ab2965c72a5b8088d3a069a7ac3a993b',
      '0x10bf4137b0558c33c2dc9f71c3bb81c2865fa2fb', // FTM-fantom
      '0x2f733095b80a04b38b0d10cc884524a3d09b836a',
    ],
  },
]
