import { defineNetwork } from './network.ts'

/**
 * ZKsync Era. A block counts once it is finalized (its batch is proven and executed on Ethereum). If a node lacks the tag, a block counts
 * after 10,800 more blocks, or at least 36 minutes. This project chose that depth. No conversion contracts are deployed here, and the batch
 * contract serves direct payments only. Bridged USDT is not listed: no list from its issuer or chain names it.
 *
 * Sources:
 *
 * - contracts from Request Network's deployment artifacts
 * - USDC from viem's token definitions (Circle's list)
 * - chain id, block time, explorer, node and Multicall3 from viem's chain definition
 */
export const zksyncera = defineNetwork({
  id: 'zksyncera',
  chainId: 324,
  name: 'ZKsync Era',
  family: 'evm',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'ETH-zksync-zksyncera',
    aliases: ['ETH-zksyncera'],
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    hash: '0x9f5f9dd76da0699876ac4ae64b1bfad36daffffb',
  },
  tokens: [
    {
      currencyId: 'USDC-zksyncera',
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4',
      decimals: 6,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: '0x6e28Cc56C2E64c9250f39Cb134686C87dB196532',
      version: '0.2.0',
      creationBlock: 19_545_285,
    },
    EthereumFeeProxy: {
      address: '0xE9A708db0D30409e39810C44cA240fd15cdA9b1a',
      version: '0.2.0',
      creationBlock: 19_545_294,
    },
    BatchConversionPayments: {
      address: '0x0C41700ee1B363DB2ebC1a985f65cAf6eC4b1023',
      version: '0.1.0',
      creationBlock: 19_545_614,
    },
    SingleRequestProxyFactory: {
      address: '0x9Fd503e723e5EfcCde3183632b443fFF49E68715',
      version: '0.1.0',
      creationBlock: 48_690_095,
    },
    Multicall3: {
      address: '0xF9cda624FBC7e059355ce98a31693d299FACd963',
      version: '3',
      creationBlock: 3_908_235,
    },
  },
  finality: { mode: 'finalized', depth: 10_800 },
  blockTimeMs: 200,
  maxLogRange: 10_000,
  explorerUrl: 'https://explorer.zksync.io',
  publicRpcUrls: ['https://mainnet.era.zksync.io'],
})
