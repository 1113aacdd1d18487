import { defineNetwork } from './network.ts'

/**
 * Base. A block counts once it is `safe` (its batch is on Ethereum); the faster setting is 10 blocks.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - EURC from viem's token definitions (Circle's list)
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 * - LiFiDiamond from lifinance/contracts (deployments/base.json), which states no block
 */
export const base = defineNetwork({
  id: 'base',
  chainId: 8453,
  name: 'Base',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  sourceChain: 'BASE',
  nativeCurrency: {
    currencyId: 'ETH-base-base',
    aliases: ['ETH-base'],
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    hash: '0xb678b03f3f3a6ea652ad1d183032fac176d83b08',
  },
  tokens: [
    {
      currencyId: 'USDC-base',
      aliases: ['USDC-base-base'],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      decimals: 6,
    },
    {
      currencyId: 'USDT-base',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
      decimals: 6,
    },
    {
      currencyId: 'DAI-base',
      aliases: [],
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      address: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
      decimals: 18,
    },
    {
      currencyId: 'EURC-base',
      aliases: [],
      symbol: 'EURC',
      name: 'EURC',
      address: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42',
      decimals: 6,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
      version: '0.2.0',
      creationBlock: 10_827_274,
    },
    EthereumFeeProxy: {
      address: '0xd9C3889eB8DA6ce449bfFE3cd194d08A436e96f2',
      version: '0.2.0',
      creationBlock: 10_827_264,
    },
    Erc20ConversionProxy: {
      address: '0x8296D56321cf207925a7804E5A8E3F579838e6Ad',
      version: '0.1.0',
      creationBlock: 10_827_277,
    },
    EthConversionProxy: {
      address: '0xEdfD8386d5DE52072B4Ad8dC69BBD0bB89f9A1fb',
      version: '0.2.0',
      creationBlock: 10_827_267,
    },
    ChainlinkConversionPath: {
      address: '0x3dF89c727eaDF67eeD7b4d09EC4F2b41f8Dec2ca',
      version: '0.2.0',
      creationBlock: 10_827_258,
    },
    BatchConversionPayments: {
      address: '0x1aF3f22685AcdDc788B3730ed415912d8f654420',
      version: '0.1.0',
      creationBlock: 10_827_288,
    },
    ERC20RecurringPaymentProxy: {
      address: '0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa',
      version: '0.1.0',
      creationBlock: 32_422_496,
    },
    SingleRequestProxyFactory: {
      address: '0xAdc0001eA67Ab36D5321612c6b500572704fFF20',
      version: '0.1.0',
      creationBlock: 22_154_500,
    },
    ERC20SignedPayment: {
      address: '0x9D1BADdb0B47f5534897939fec8FB78b08CFf6bc',
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
      creationBlock: 5022,
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
  explorerUrl: 'https://basescan.org',
  publicRpcUrls: ['https://mainnet.base.org'],
})
