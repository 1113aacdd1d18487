import { defineNetwork } from './network.ts'

/**
 * BNB Smart Chain. A block counts once it is finalized; if a node lacks the tag, after 96 more blocks. The Binance-pegged USDC and USDT
 * have 18 decimals, not 6.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 */
export const bsc = defineNetwork({
  id: 'bsc',
  chainId: 56,
  name: 'BNB Smart Chain',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'BNB-bsc',
    aliases: [],
    symbol: 'BNB',
    name: 'BNB',
    decimals: 18,
    hash: '0x281162bd0b7a4162cb676bc4873734497b3af025',
  },
  tokens: [
    {
      currencyId: 'USDC-bsc',
      aliases: [],
      symbol: 'USDC',
      name: 'Binance-peg USD Coin',
      address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
      decimals: 18,
    },
    {
      currencyId: 'USDT-bsc',
      aliases: [],
      symbol: 'USDT',
      name: 'Binance-peg BSC-USD',
      address: '0x55d398326f99059fF775485246999027B3197955',
      decimals: 18,
    },
    {
      currencyId: 'DAI-bsc',
      aliases: [],
      symbol: 'DAI',
      name: 'Binance-peg Dai',
      address: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
      decimals: 18,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
      version: '0.2.0',
      creationBlock: 11_540_173,
    },
    EthereumFeeProxy: {
      address: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
      version: '0.2.0',
      creationBlock: 16_084_639,
      others: [
        {
          address: '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F',
          version: '0.1.0',
          creationBlock: 16_165_026,
        },
      ],
    },
    Erc20ConversionProxy: {
      address: '0xbbd9c5D112343A4Aa2bc194245760CaeeaF118Be',
      version: '0.1.0',
      creationBlock: 16_361_281,
    },
    EthConversionProxy: {
      address: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
      version: '0.2.0',
      creationBlock: 16_170_265,
    },
    ChainlinkConversionPath: {
      address: '0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA',
      version: '0.2.0',
      creationBlock: 16_170_262,
      others: [
        {
          address: '0xEEc4790306C43DC00cebbE4D0c36Fadf8634B533',
          version: '0.1.0',
          creationBlock: 11_540_176,
        },
      ],
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 22_511_974,
    },
    ERC20RecurringPaymentProxy: {
      address: '0xbb0f20890E9e405f9D4c2e707590525ccAA3De16',
      version: '0.1.0',
      creationBlock: 52_840_120,
    },
    SingleRequestProxyFactory: {
      address: '0x4D417AA04DBb207201a794E5B7381B3cde815281',
      version: '0.1.0',
      creationBlock: 43_839_939,
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
      creationBlock: 15_921_452,
    },
  },
  finality: { mode: 'finalized', depth: 96 },
  blockTimeMs: 750,
  maxLogRange: 2_000,
  explorerUrl: 'https://bscscan.com',
  publicRpcUrls: ['https://56.rpc.thirdweb.com'],
})
