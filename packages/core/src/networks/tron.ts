import { defineNetwork } from './network.ts'

/**
 * Tron. Only solidified blocks count: a block is solid once 19 of the 27 block producers have built on it. The JSON-RPC node returns
 * that block as `finalized`; the fallback depth is 19. The conversion contracts do not exist here, but the hash of TRX still follows
 * their rule.
 *
 * Sources:
 *
 * - contract from Request Network's deployment artifacts
 * - tokens from request-token-list 1.5.0
 * - chain id, block time, explorer and node from viem's chain definition
 */
export const tron = defineNetwork({
  id: 'tron',
  chainId: 728_126_428,
  name: 'Tron',
  family: 'tron',
  isTestnet: false,
  isLocal: false,
  nativeCurrency: {
    currencyId: 'TRX-tron',
    aliases: [],
    symbol: 'TRX',
    name: 'TRON',
    decimals: 6,
    hash: '0x19e00026c849065c858730755d26151d5bdc8003',
  },
  tokens: [
    {
      currencyId: 'USDT-tron',
      aliases: [],
      symbol: 'USDT',
      name: 'Tether USD',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      decimals: 6,
      resetsApproval: true,
    },
    {
      currencyId: 'USDC-tron',
      aliases: [],
      symbol: 'USDC',
      name: 'USD Coin',
      address: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
      decimals: 6,
    },
  ],
  contracts: {
    ERC20FeeProxy: {
      address: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
      version: 'tron',
      creationBlock: 79_216_121,
    },
  },
  finality: { mode: 'finalized', depth: 19 },
  blockTimeMs: 3_000,
  maxLogRange: 2_000,
  explorerUrl: 'https://tronscan.org',
  publicRpcUrls: ['https://api.trongrid.io/jsonrpc'],
})
