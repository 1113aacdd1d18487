import type { Config } from '../config.ts'

/** Returns whether a host serves only networks where money has no value, so that its pages have no payers. */
export function isTestService({ networks }: Pick<Config, 'networks'>): boolean {
  const isTest = networks.every(({ network }) => network.isTestnet || network.isLocal)
  return isTest && networks.length > 0
}
