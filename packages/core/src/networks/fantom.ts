import { defineNetwork } from './network.ts'

/**
 * Fantom Opera. A block counts after 5 more blocks; the chain has about one block per second. No stablecoin is listed: those on this
 * network were issued by a bridge that closed in 2023, and are no longer redeemable.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - chain id, explorer, node and Multicall3 from viem's chain definition
 */
export const fantom = defineNetwork({
  id: 'fantom',
  chainId: 250,
  name: 'Fantom',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'FTM-fantom',
    aliases: [],
    symbol: 'FTM',
    name: 'Fantom',
    decimals: 18,
    hash: '0x10bf4137b0558c33c2dc9f71c3bb81c2865fa2fb',
  },
  tokens: [],
  contracts: {
    ERC20FeeProxy: {
      address: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
      version: '0.2.0',
      creationBlock: 20_060_722,
    },
    EthereumFeeProxy: {
      address: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
      version: '0.2.0',
      creationBlock: 33_495_801,
      others: [
        {
          address: '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F',
          version: '0.1.0',
          creationBlock: 20_066_431,
        },
      ],
    },
    Erc20ConversionProxy: {
      address: '0xf0f49873C50765239F6f9534Ba13c4fe16eD5f2E',
      version: '0.1.0',
      creationBlock: 20_061_367,
    },
    EthConversionProxy: {
      address: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
      version: '0.2.0',
      creationBlock: 28_552_915,
      others: [
        {
          address: '0xCa3353a15fCb5C83a1Ff64BFf055781aC5c4d2F4',
          version: '0.1.0',
          creationBlock: 20_066_436,
        },
      ],
    },
    ChainlinkConversionPath: {
      address: '0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA',
      version: '0.2.0',
      creationBlock: 28_548_259,
      others: [
        {
          address: '0xEEc4790306C43DC00cebbE4D0c36Fadf8634B533',
          version: '0.1.0',
          creationBlock: 20_061_324,
        },
      ],
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 50_036_523,
    },
    Multicall3: {
      address: '0xcA11bde05977b3631167028862bE2a173976CA11',
      version: '3',
      creationBlock: 33_001_987,
    },
  },
  finality: { mode: 'depth', depth: 5 },
  blockTimeMs: 1_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://ftmscan.com',
  publicRpcUrls: ['https://250.rpc.thirdweb.com'],
})
