import { defineNetwork } from './network.ts'

/**
 * Arbitrum One. A block counts once it is `safe` (its batch is on Ethereum); the faster setting is 240 blocks, one minute. The conversion
 * contracts call the network's coin AETH, so its currency id has that name.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 * - LiFiDiamond from lifinance/contracts (deployments/arbitrum.json), which states no block
 */
export const arbitrumOne = defineNetwork({
  id: 'arbitrum-one',
  chainId: 42_161,
  name: 'Arbitrum One',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  sourceChain: 'ARBITRUM',
  nativeCurrency: {
    currencyId: 'AETH-arbitrum-one',
    aliases: ['ETH-arbitrum-one'],
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    hash: '0x0ee88324f875d378f9a06643830934cadff6b1e5',
  },
  tokens: [
    {
      currencyId: 'USDC-arbitrum-one',
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      decimals: 6,
    },
    {
      currencyId: 'USDT-arbitrum-one',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      decimals: 6,
    },
    {
      currencyId: 'DAI-arbitrum-one',
      aliases: [],
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      decimals: 18,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
      version: '0.2.0',
      creationBlock: 5_309_741,
    },
    EthereumFeeProxy: {
      address: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
      version: '0.2.0',
      creationBlock: 7_943_516,
      others: [
        {
          address: '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F',
          version: '0.1.0',
          creationBlock: 5_317_955,
        },
      ],
    },
    Erc20ConversionProxy: {
      address: '0xA5186dec7dC1ec85B42A3cd2Dc8289e248530B07',
      version: '0.1.0',
      creationBlock: 5_321_045,
    },
    EthConversionProxy: {
      address: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
      version: '0.2.0',
      creationBlock: 5_317_986,
    },
    ChainlinkConversionPath: {
      address: '0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA',
      version: '0.2.0',
      creationBlock: 5_317_970,
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 32_766_338,
    },
    ERC20RecurringPaymentProxy: {
      address: '0xC335f956e91faa1DC103f9B54f7009c470dc6EEf',
      version: '0.1.0',
      creationBlock: 354_140_859,
    },
    SingleRequestProxyFactory: {
      address: '0x4D417AA04DBb207201a794E5B7381B3cde815281',
      version: '0.1.0',
      creationBlock: 272_440_350,
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
      creationBlock: 7_654_707,
    },
    LiFiDiamond: {
      address: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      version: 'lifi',
      creationBlock: 0,
    },
  },
  finality: { mode: 'safe', depth: 240 },
  blockTimeMs: 250,
  maxLogRange: 10_000,
  explorerUrl: 'https://arbiscan.io',
  publicRpcUrls: ['https://arb1.arbitrum.io/rpc'],
})
