import { ADMIN_ADDRESS } from '../chains/accounts.ts'
import type { Chain } from '../chains/chain.ts'

/** A provider that the devnet's host calls over HTTP, and the key that encrypts the host's data about payers. */
export type OfframpSettings = { url: string; secret: string; dataKey: string }

/** The address at which the provider receives USDC: the last of the ten accounts, which is not a payer. */
const DEPOSIT_ADDRESS = ADMIN_ADDRESS

/**
 * Returns the host's `PAY_OFFRAMP…` variables: those for the host's own sandbox, unless there is a provider. Returns none if there is no
 * EVM chain.
 */
export function offrampEnvironment(
  chains: readonly Chain[],
  offramp: OfframpSettings | null,
): Record<string, string> {
  const networks = chains.filter(({ network }) => network.family === 'evm' && isForTests(network))
  if (networks.length === 0) return { PAY_OFFRAMP: 'off' }
  if (offramp === null) {
    // The host has a default address only on local networks.
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
