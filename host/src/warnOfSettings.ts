import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import type { PriceSourceId } from './priceSettings.ts'

/** Warns of settings that the operator probably did not intend. */
export function warnOfSettings(config: Config, log: Logger): void {
  const { unservedVariables, offramp, networks } = config
  if (networks.length === 0) {
    log.warn({ setting: 'PAY_NETWORKS' }, 'The host serves no network and accepts no payments')
  }
  if (unservedVariables.length > 0) {
    log.warn({ names: unservedVariables }, 'Ignored settings of networks that are not served')
  }
  warnOfPrices(config, log)
  if (offramp?.kind !== 'sandbox' || offramp.depositAddress !== null) return
  const lacking = networks
    .filter(({ network }) => network.isTestnet && !network.isLocal && network.family === 'evm')
    .map(({ network }) => network.id)
  if (lacking.length === 0) return
  log.warn(
    { networks: lacking, setting: 'PAY_OFFRAMP_SANDBOX_ADDRESS' },
    'The deposit address for crypto to fiat is missing',
  )
}

/** The price sources without past prices: at their prices, no payment that arrives after its quote can count. */
const WITHOUT_HISTORY: readonly string[] = ['chainlink', 'coinbase'] satisfies PriceSourceId[]

function warnOfPrices({ prices }: Config, log: Logger): void {
  if (prices === null) return
  const withHistory = prices.sources.filter((id) => !WITHOUT_HISTORY.includes(id))
  if (withHistory.length >= prices.minSources) return
  log.warn(
    { setting: 'PAY_PRICE_SOURCES', withHistory, minSources: prices.minSources },
    'Too few price sources have a history, so payments after their quotes will not count',
  )
}
