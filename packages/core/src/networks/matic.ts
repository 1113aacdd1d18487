import { defineNetwork } from './network.ts'

/**
 * Polygon PoS. A block counts once a milestone finalizes it; if a node lacks the tag, after 200 more blocks. The network's coin was renamed
 * from MATIC to POL; the currency id and the hash keep the contracts' name. `USDCn-matic` is Circle's native USDC; `USDC-matic` is its
 * alias, and never means the bridged USDC.e.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 */
export const matic = defineNetwork({
  id: 'matic',
  chainId: 137,
  name: 'Polygon',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'MATIC-matic',
    aliases: ['POL-matic'],
    symbol: 'POL',
    name: 'POL',
    decimals: 18,
    hash: '0x23c7fe5a44ca213deed6f3e2e714d747fcbcdbf0',
  },
  tokens: [
    {
      currencyId: 'USDCn-matic',
      aliases: ['USDC-matic'],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      decimals: 6,
    },
    {
      currencyId: 'USDT-matic',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      decimals: 6,
    },
    {
      currencyId: 'DAI-matic',
      aliases: [],
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
      decimals: 18,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
      version: '0.2.0',
      creationBlock: 17_427_742,
      others: [
        {
          address: '0x2171a0dc12a9E5b1659feF2BB20E54c84Fa7dB0C',
          version: '0.1.0',
          creationBlock: 14_163_521,
        },
      ],
    },
    EthereumFeeProxy: {
      address: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
      version: '0.2.0',
      creationBlock: 25_972_999,
      others: [
        {
          address: '0xC6E23a20C0a1933ACC8E30247B5D1e2215796C1F',
          version: '0.1.0',
          creationBlock: 20_670_475,
        },
      ],
    },
    Erc20ConversionProxy: {
      address: '0xf0f49873C50765239F6f9534Ba13c4fe16eD5f2E',
      version: '0.1.0',
      creationBlock: 17_427_747,
    },
    EthConversionProxy: {
      address: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
      version: '0.2.0',
      creationBlock: 25_999_653,
      others: [
        {
          address: '0xCa3353a15fCb5C83a1Ff64BFf055781aC5c4d2F4',
          version: '0.1.0',
          creationBlock: 20_670_503,
        },
      ],
    },
    ChainlinkConversionPath: {
      address: '0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA',
      version: '0.2.0',
      creationBlock: 25_999_509,
      others: [
        {
          address: '0xEEc4790306C43DC00cebbE4D0c36Fadf8634B533',
          version: '0.1.0',
          creationBlock: 17_427_745,
        },
      ],
    },
    BatchConversionPayments: {
      address: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
      version: '0.1.0',
      creationBlock: 34_825_335,
    },
    ERC20RecurringPaymentProxy: {
      address: '0xD3BD678f219439c2bcf602Beb07e601a91b8Cd3d',
      version: '0.1.0',
      creationBlock: 73_564_289,
    },
    SingleRequestProxyFactory: {
      address: '0x4D417AA04DBb207201a794E5B7381B3cde815281',
      version: '0.1.0',
      creationBlock: 64_048_143,
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
      creationBlock: 25_770_160,
    },
  },
  finality: { mode: 'finalized', depth: 200 },
  blockTimeMs: 2_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://polygonscan.com',
  publicRpcUrls: ['https://polygon.drpc.org'],
})
