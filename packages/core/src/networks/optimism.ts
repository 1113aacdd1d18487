import { defineNetwork } from './network.ts'

/**
 * OP Mainnet. A block counts once it is `safe` (its batch is on Ethereum); the faster setting is 10 blocks. `USDCn-optimism` is Circle's
 * native USDC; the documented spelling `USDC-optimism` is its alias, and never means the bridged USDC.e.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 * - LiFiDiamond from lifinance/contracts (deployments/optimism.json), which states no block
 */
export const optimism = defineNetwork({
  id: 'optimism',
  chainId: 10,
  name: 'OP Mainnet',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  sourceChain: 'OPTIMISM',
  nativeCurrency: {
    currencyId: 'ETH-optimism-optimism',
    aliases: ['ETH-optimism'],
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    hash: '0x058fa190e345e245c74b4f1adbff6adfcfd8fff3',
  },
  tokens: [
    {
      currencyId: 'USDCn-optimism',
      aliases: ['USDC-optimism'],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      decimals: 6,
    },
    {
      currencyId: 'USDT-optimism',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
      decimals: 6,
    },
    {
      currencyId: 'DAI-optimism',
      aliases: [],
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      decimals: 18,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
      version: '0.2.0',
      creationBlock: 34_638_633,
    },
    EthereumFeeProxy: {
      address: '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687',
      version: '0.2.0',
      creationBlock: 34_638_587,
    },
    Erc20ConversionProxy: {
      address: '0x1550A8C4F4E5afC67Ea07e8ac590fdcAdB4bBfb1',
      version: '0.1.0',
      creationBlock: 35_490_589,
    },
    EthConversionProxy: {
      address: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
      version: '0.2.0',
      creationBlock: 30_490_295,
    },
    ChainlinkConversionPath: {
      address: '0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA',
      version: '0.2.0',
      creationBlock: 35_490_284,
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 44_224_282,
    },
    SingleRequestProxyFactory: {
      address: '0xf8cACE7EE4c03Eb4f225434B0709527938D365b4',
      version: '0.1.0',
      creationBlock: 127_750_366,
    },
    ERC20SignedPayment: {
      address: '0x19c471B2DAdcb3216d45E941f41f547ec5597f6A',
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
      creationBlock: 4_286_263,
    },
    LiFiDiamond: {
      address: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      version: 'lifi',
      creationBlock: 0,
    },
  },
  finality: { mode: 'safe', depth: 10 },
  blockTimeMs: 2_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://optimistic.etherscan.io',
  publicRpcUrls: ['https://mainnet.optimism.io'],
})
