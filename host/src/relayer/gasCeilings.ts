/**
 * The default maximum gas price that the relayer pays, in gwei. Each is several times the network's price on busy days of 2025
 * and 2026, but far below panic prices. Local networks have no maximum.
 */
const CEILINGS_GWEI: Readonly<Record<string, string>> = {
  mainnet: '50',
  'arbitrum-one': '2',
  optimism: '1',
  base: '1',
  matic: '500',
  bsc: '10',
  avalanche: '50',
  fantom: '300',
  xdai: '20',
  mantle: '1',
  zksyncera: '1',
  sepolia: '100',
}

/** Returns a network's ceiling, in gwei; null if there is none. */
export function usualGasCeiling(networkId: string): string | null {
  return CEILINGS_GWEI[networkId] ?? null
}
