import { defineNetwork } from './network.ts'

/**
 * Mantle. A block counts once it is finalized. If a node lacks the tag, a block counts after 450 more blocks, or 15 minutes. Ethereum
 * finalizes its batch in about that time. This project chose that depth. Neither conversion nor batch contracts are deployed here.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - USDC and USDT from Mantle's own token list (mantlenetworkio/mantle-token-lists)
 * - chain id, explorer, node and Multicall3 from viem's chain definition
 */
export const mantle = defineNetwork({
  id: 'mantle',
  chainId: 5000,
  name: 'Mantle',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'MNT-mantle',
    aliases: [],
    symbol: 'MNT',
    name: 'Mantle',
    decimals: 18,
    hash: '0x81654134c90d754cd4794d9c7f8d123a182e2e27',
  },
  tokens: [
    {
      currencyId: 'USDC-mantle',
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9',
      decimals: 6,
    },
    {
      currencyId: 'USDT-mantle',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: '0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE',
      decimals: 6,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
      version: '0.2.0',
      creationBlock: 127_951,
    },
    EthereumFeeProxy: {
      address: '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687',
      version: '0.2.0',
      creationBlock: 127_944,
    },
    SingleRequestProxyFactory: {
      address: '0xf8cACE7EE4c03Eb4f225434B0709527938D365b4',
      version: '0.1.0',
      creationBlock: 71_485_828,
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
      creationBlock: 304_717,
    },
  },
  finality: { mode: 'finalized', depth: 450 },
  blockTimeMs: 2_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://mantlescan.xyz',
  publicRpcUrls: ['https://rpc.mantle.xyz'],
})
