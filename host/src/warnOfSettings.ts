import type { Config } from './config.ts'
import type { Logger } from './log.ts'

/** Warns of settings that the operator probably did not intend. */
export function warnOfSettings(config: Config, log: Logger): void {
  const { unservedVariables, offramp, networks } = config
  if (networks.length === 0) {
    log.warn({ setting: 'PAY_NETWORKS' }, 'The host serves no network and accepts no payments')
  }
  if (unservedVariables.length > 0) {
    log.warn({ names: unservedVariables }, 'Ignored settings of networks that are not served')
  }
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
