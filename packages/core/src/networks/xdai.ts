import { defineNetwork } from './network.ts'

/**
 * Gnosis Chain. A block counts once it is finalized. If a node lacks the tag, a block counts after 48 more blocks, or three epochs of 16
 * slots. This project chose that depth.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - USDC from request-token-list 1.5.0
 * - USDT from @sushiswap/default-token-list 43.3.0
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 */
export const xdai = defineNetwork({
  id: 'xdai',
  chainId: 100,
  name: 'Gnosis',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'xDAI-xdai',
    aliases: ['XDAI-xdai'],
    symbol: 'XDAI',
    name: 'xDAI',
    decimals: 18,
    hash: '0x40bbae8318b7bd693c0535b90df68e10678ac91c',
  },
  tokens: [
    {
      currencyId: 'USDC-xdai',
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83',
      decimals: 6,
    },
    {
      currencyId: 'USDT-xdai',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0x4ECaBa5870353805a9F068101A40E0f32ed605C6',
      decimals: 6,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
      version: '0.2.0',
      creationBlock: 18_326_896,
    },
    EthereumFeeProxy: {
      address: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
      version: '0.2.0',
      creationBlock: 21_123_997,
    },
    Erc20ConversionProxy: {
      address: '0xf0f49873C50765239F6f9534Ba13c4fe16eD5f2E',
      version: '0.1.0',
      creationBlock: 18_326_898,
    },
    EthConversionProxy: {
      address: '0x3E3B04e1bF170522a5c5DDE628C4d365c0342239',
      version: '0.2.0',
      creationBlock: 35_929_105,
    },
    ChainlinkConversionPath: {
      address: '0x05D782aD6D6556179A6387Ff1D2fA104FD5c515a',
      version: '0.2.0',
      creationBlock: 35_928_984,
      others: [
        {
          address: '0xEEc4790306C43DC00cebbE4D0c36Fadf8634B533',
          version: '0.1.0',
          creationBlock: 18_326_897,
        },
      ],
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 24_744_781,
    },
    ERC20RecurringPaymentProxy: {
      address: '0xC82f76682E16fD2f030A010785a870e6fC6Ad1D1',
      version: '0.1.0',
      creationBlock: 40_915_683,
    },
    SingleRequestProxyFactory: {
      address: '0x4D417AA04DBb207201a794E5B7381B3cde815281',
      version: '0.1.0',
      creationBlock: 36_924_272,
    },
    ERC20SignedPayment: {
      address: '0xc04E7817Ac141d8EAF2338BcF6b1A13A9cE36473',
      version: '0.1.0',
      creationBlock: 0,
    },
    Permit2: {
      address: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      version: '1',
      creationBlock: 0,
    },
    Multicall3: {
      address: '0xcA11bde05977b3631167028862bE2a173976CA11',
      version: '3',
      creationBlock: 21_022_491,
    },
  },
  finality: { mode: 'finalized', depth: 48 },
  blockTimeMs: 5_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://gnosisscan.io',
  publicRpcUrls: ['https://rpc.gnosischain.com'],
})
