import { defineNetwork } from './network.ts'

/**
 * Sepolia, Ethereum's test network. A block counts after 3 more blocks. `fUSDC-sepolia` is Circle's test USDC. The FAU token really has the
 * same address as ERC20FeeProxy on Ethereum.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - EURC from viem's token definitions (Circle's list)
 * - chain id, explorer, node and Multicall3 from viem's chain definition
 */
export const sepolia = defineNetwork({
  id: 'sepolia',
  chainId: 11_155_111,
  name: 'Sepolia',
  family: 'evm',
  isTestnet: true,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'ETH-sepolia-sepolia',
    aliases: ['ETH-sepolia'],
    symbol: 'ETH',
    name: 'Sepolia Ether',
    decimals: 18,
    hash: '0xbb3546497a53cd710beb11b84c5240327f145bcb',
  },
  tokens: [
    {
      currencyId: 'FAU-sepolia',
      aliases: [],
      symbol: 'FAU',
      name: 'Faucet Token',
      address: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
      decimals: 18,
    },
    {
      currencyId: 'fUSDC-sepolia',
      aliases: ['USDC-sepolia'],
      symbol: 'fUSDC',
      name: 'Test USD Coin',
      address: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
      decimals: 6,
    },
    {
      currencyId: 'fUSDT-sepolia',
      aliases: ['USDT-sepolia'],
      symbol: 'fUSDT',
      name: 'Test Tether USD',
      address: '0xF046b3CA5ae2879c6bAcC4D42fAF363eE8379F78',
      decimals: 6,
    },
    {
      currencyId: 'EURC-sepolia',
      aliases: [],
      symbol: 'EURC',
      name: 'EURC',
      address: '0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4',
      decimals: 6,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
      version: '0.2.0',
      creationBlock: 4_733_364,
    },
    EthereumFeeProxy: {
      address: '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687',
      version: '0.2.0',
      creationBlock: 4_733_361,
    },
    Erc20ConversionProxy: {
      address: '0xaD61121DAfAAe495095Cd466022b519Cb7503a4E',
      version: '0.1.0',
      creationBlock: 4_733_467,
    },
    EthConversionProxy: {
      address: '0xc861aE0Cd70b73b0C8F1D62Fa669E6D1d7D7e0aB',
      version: '0.2.0',
      creationBlock: 4_733_362,
    },
    ChainlinkConversionPath: {
      address: '0x7c285b9F2dA5E2c10feA25C00Ce1aCB107F85475',
      version: '0.2.0',
      creationBlock: 4_733_359,
    },
    BatchConversionPayments: {
      address: '0x67818703c92580c0e106e401F253E8A410A66f8B',
      version: '0.1.0',
      creationBlock: 4_733_368,
    },
    ERC20RecurringPaymentProxy: {
      address: '0xb6C7448458d8616B00eb8f93883d0081Fa2aDec9',
      version: '0.1.0',
      creationBlock: 8_689_800,
    },
    SingleRequestProxyFactory: {
      address: '0xf8cACE7EE4c03Eb4f225434B0709527938D365b4',
      version: '0.1.0',
      creationBlock: 7_038_199,
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
      creationBlock: 751_532,
    },
  },
  finality: { mode: 'depth', depth: 3 },
  blockTimeMs: 12_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://sepolia.etherscan.io',
  publicRpcUrls: ['https://11155111.rpc.thirdweb.com'],
})
