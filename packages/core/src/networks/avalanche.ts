import { defineNetwork } from './network.ts'

/**
 * Avalanche C-Chain. An accepted block is final: one block on top of it is enough. The public nodes return at most 2,048 blocks per log
 * query.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - EURC from viem's token definitions (Circle's list)
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 */
export const avalanche = defineNetwork({
  id: 'avalanche',
  chainId: 43_114,
  name: 'Avalanche',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'AVAX-avalanche',
    aliases: [],
    symbol: 'AVAX',
    name: 'Avalanche',
    decimals: 18,
    hash: '0xf32cf7fcbb71d3d5ef75612538abd69e81d64aa9',
  },
  tokens: [
    {
      currencyId: 'USDC-avalanche',
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      decimals: 6,
    },
    {
      currencyId: 'USDT-avalanche',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
      decimals: 6,
    },
    {
      currencyId: 'EURC-avalanche',
      aliases: [],
      symbol: 'EURC',
      name: 'EURC',
      address: '0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD',
      decimals: 6,
    },
    {
      currencyId: 'USDCe-avalanche',
      aliases: [],
      symbol: 'USDCe',
      name: 'Bridged USD Coin',
      address: '0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664',
      decimals: 6,
    },
    {
      currencyId: 'USDTe-avalanche',
      aliases: [],
      symbol: 'USDTe',
      name: 'Bridged Tether USD',
      address: '0xc7198437980c041c805A1EDcbA50c1Ce5db95118',
      decimals: 6,
    },
    {
      currencyId: 'DAIe-avalanche',
      aliases: [],
      symbol: 'DAIe',
      name: 'Bridged Dai Stablecoin',
      address: '0xd586E7F844cEa2F87f50152665BCbc2C279D8d70',
      decimals: 18,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
      version: '0.2.0',
      creationBlock: 11_671_431,
    },
    EthereumFeeProxy: {
      address: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
      version: '0.2.0',
      creationBlock: 12_144_016,
      others: [
        {
          address: '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F',
          version: '0.1.0',
          creationBlock: 11_671_666,
        },
      ],
    },
    Erc20ConversionProxy: {
      address: '0xA5186dec7dC1ec85B42A3cd2Dc8289e248530B07',
      version: '0.1.0',
      creationBlock: 11_671_967,
    },
    EthConversionProxy: {
      address: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
      version: '0.2.0',
      creationBlock: 11_671_704,
    },
    ChainlinkConversionPath: {
      address: '0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA',
      version: '0.2.0',
      creationBlock: 11_671_698,
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 21_564_537,
    },
    SingleRequestProxyFactory: {
      address: '0x4D417AA04DBb207201a794E5B7381B3cde815281',
      version: '0.1.0',
      creationBlock: 52_824_404,
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
      creationBlock: 11_907_934,
    },
  },
  finality: { mode: 'depth', depth: 1 },
  blockTimeMs: 1_700,
  maxLogRange: 2_000,
  explorerUrl: 'https://snowtrace.io',
  publicRpcUrls: ['https://api.avax.network/ext/bc/C/rpc'],
})
