import type { PayOption } from '../payOption.ts'

/** The restrictions that the embedding page sets. */
export type Limits = {
  /** The ids of the networks to pay from, as in the ways to pay; empty for all. */
  readonly chains: readonly string[]
  /** Symbols to pay with; empty for all. */
  readonly tokens: readonly string[]
  /** The only address that may pay; null for any. */
  readonly payer: string | null
  /**
   * Confirmations after which the chain's part counts as done. The service's own count applies unless it is a whole number above 0.
   */
  readonly confirmations: number
  /** The page's own nodes by chain id, which are read before the service's. */
  readonly rpcUrls: Readonly<Record<number, string>>
}

/** Returns the ways to pay that the page allows. */
export function limitOptions(
  options: readonly PayOption[],
  { chains, tokens }: Pick<Limits, 'chains' | 'tokens'>,
): readonly PayOption[] {
  return options.filter(
    ({ network, bridge, spending, symbol }) =>
      (isListed(chains, network) || (bridge !== undefined && isListed(chains, bridge.chain))) &&
      (spending.length > 0 ? spending : [{ symbol }]).every((cost) =>
        isListed(tokens, cost.symbol),
      ),
  )
}

/** Returns whether the page allows this account to pay. Tron addresses are case-sensitive; EVM addresses are not. */
export function mayPay({ payer }: Pick<Limits, 'payer'>, account: string): boolean {
  if (payer === null) return true
  return payer.startsWith('0x') ? payer.toLowerCase() === account.toLowerCase() : payer === account
}

function isListed(words: readonly string[], word: string): boolean {
  return words.length === 0 || words.some((one) => one.toLowerCase() === word.toLowerCase())
}
