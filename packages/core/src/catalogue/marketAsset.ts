import { findCurrency } from '../networks/index.ts'

/**
 * Returns the market symbol of a currency's asset: `USDC` for `USDCn-matic`, `POL` for `MATIC-matic`, `EUR` for `EUR`. Null if the currency
 * has no known market price.
 *
 * Only the registry's currencies are assets, because each of them was checked by its contract address. A catalogue token may have an
 * asset's name, and bridged versions such as `USDCe-avalanche` have a price of their own, so both return null.
 */
export function marketAsset(currencyId: string): string | null {
  const found = findCurrency(currencyId)
  if (found === undefined) return null
  if (found.isFiat || found.isNative) return found.symbol
  return TOKEN_ASSETS.get(found.symbol) ?? null
}

/** Returns whether a currency's asset has the worth of one unit of a fiat currency: `USDC-base`, `EURC-mainnet`. */
export function isStablecoin(currencyId: string): boolean {
  const asset = marketAsset(currencyId)
  return asset !== null && STABLECOINS.has(asset)
}

const STABLECOINS: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI', 'EURC'])

/** The assets of the registry's tokens, by symbol; the last two are the issuers' test versions on Sepolia. */
const TOKEN_ASSETS: ReadonlyMap<string, string> = new Map([
  ['USDC', 'USDC'],
  ['USDT', 'USDT'],
  ['DAI', 'DAI'],
  ['EURC', 'EURC'],
  ['fUSDC', 'USDC'],
  ['fUSDT', 'USDT'],
])
