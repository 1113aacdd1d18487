import { defineNetwork } from './network.ts'

/**
 * Ethereum. A block counts once it is finalized, after about 13 minutes (two epochs). The faster setting is 12 blocks, which is also the
 * fallback for a node without the `finalized` tag. USDT is Tether's first contract, which rejects a change to a non-zero allowance.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - EURC from viem's token definitions (Circle's list)
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 * - LiFiDiamond from lifinance/contracts (deployments/mainnet.json), which states no block
 */
export const mainnet = defineNetwork({
  id: 'mainnet',
  chainId: 1,
  name: 'Ethereum',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  sourceChain: 'ETHEREUM',
  nativeCurrency: {
    currencyId: 'ETH-mainnet',
    aliases: [],
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    hash: '0xf5af88e117747e87fc5929f2ff87221b1447652e',
  },
  tokens: [
    {
      currencyId: 'USDC-mainnet',
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      decimals: 6,
    },
    {
      currencyId: 'USDT-mainnet',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      decimals: 6,
      resetsApproval: true,
    },
    {
      currencyId: 'DAI-mainnet',
      aliases: [],
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      decimals: 18,
    },
    {
      currencyId: 'EURC-mainnet',
      aliases: [],
      symbol: 'EURC',
      name: 'EURC',
      address: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c',
      decimals: 6,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
      version: '0.2.0',
      creationBlock: 10_774_767,
    },
    EthereumFeeProxy: {
      address: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
      version: '0.2.0',
      creationBlock: 14_392_218,
      others: [
        {
          address: '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F',
          version: '0.1.0',
          creationBlock: 13_764_157,
        },
      ],
    },
    Erc20ConversionProxy: {
      address: '0xe72Ecea44b6d8B2b3cf5171214D9730E86213cA2',
      version: '0.1.0',
      creationBlock: 12_225_751,
      others: [
        {
          address: '0x1550A8C4F4E5afC67Ea07e8ac590fdcAdB4bBfb1',
          version: '0.1.1',
          creationBlock: 14_448_345,
        },
      ],
    },
    EthConversionProxy: {
      address: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
      version: '0.2.0',
      creationBlock: 14_448_211,
      others: [
        {
          address: '0xCa3353a15fCb5C83a1Ff64BFf055781aC5c4d2F4',
          version: '0.1.0',
          creationBlock: 13_765_042,
        },
      ],
    },
    ChainlinkConversionPath: {
      address: '0xC5519f3fcECC8EC85caaF8836563dEe9a00080f9',
      version: '0.2.0',
      creationBlock: 12_225_729,
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 15_832_733,
      others: [
        {
          address: '0x1E7E0E707B482E6858a88289E0E4004875EcEEbD',
          version: '0.2.0',
          creationBlock: 25_380_305,
        },
      ],
    },
    ERC20RecurringPaymentProxy: {
      address: '0xF0Bebbc99E26Ba7F651E7Ff14e0D3029B0228880',
      version: '0.1.0',
      creationBlock: 22_845_710,
    },
    SingleRequestProxyFactory: {
      address: '0xD5933C74414ce80D9d7082cc89FBAdcfF4751fAF',
      version: '0.1.0',
      creationBlock: 21_145_968,
    },
    ERC20SignedPayment: {
      address: '0x50B71FEa97Acbf223D973A66F022557E07D6C9BA',
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
      creationBlock: 14_353_601,
    },
    LiFiDiamond: {
      address: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      version: 'lifi',
      creationBlock: 0,
    },
  },
  finality: { mode: 'finalized', depth: 12 },
  blockTimeMs: 12_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://etherscan.io',
  publicRpcUrls: ['https://ethereum.reth.rs/rpc'],
})
