import { ADMIN_ADDRESS } from '../chains/accounts.ts'
import type { Chain } from '../chains/chain.ts'

/** A provider that the devnet's host asks over HTTP, and the key of what the host then knows of payers. */
export type OfframpSettings = { url: string; secret: string; dataKey: string }

/** Where the provider takes USDC: the last of the ten accounts, which is no payer. */
const DEPOSIT_ADDRESS = ADMIN_ADDRESS

/** The host's `PAY_OFFRAMP…` variables: the host's own sandbox, unless there is a provider; none without a chain of Ethereum's kind. */
export function offrampEnvironment(
  chains: readonly Chain[],
  offramp: OfframpSettings | null,
): Record<string, string> {
  const networks = chains.filter(({ network }) => network.family === 'evm' && isForTests(network))
  if (networks.length === 0) return { PAY_OFFRAMP: 'off' }
  if (offramp === null) {
    // The host has an address of its own on local networks alone.
    const isNeeded = networks.every(({ network }) => !network.isLocal)
    const address = isNeeded ? { PAY_OFFRAMP_SANDBOX_ADDRESS: DEPOSIT_ADDRESS } : {}
    return { PAY_OFFRAMP: 'sandbox', ...address }
  }
  const deposits = networks.map(({ network }) => [network.id, DEPOSIT_ADDRESS])
  return {
    PAY_OFFRAMP: 'http',
    PAY_OFFRAMP_HTTP_URL: offramp.url,
    PAY_OFFRAMP_HTTP_ID: 'stand-in-offramp',
    PAY_OFFRAMP_HTTP_SECRET: offramp.secret,
    PAY_OFFRAMP_HTTP_DEPOSITS: JSON.stringify(Object.fromEntries(deposits)),
    PAY_DATA_KEY: offramp.dataKey,
  }
}

function isForTests({ isLocal, isTestnet }: Chain['network']): boolean {
  return isLocal || isTestnet
}
