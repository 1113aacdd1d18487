import { type Currency, findNetwork } from '../networks/index.ts'

/** Returns whether a currency is in the published list: all are, except those on local chains, which differ on every machine. */
export function isPublished({ network }: Pick<Currency, 'network'>): boolean {
  return findNetwork(network)?.isLocal !== true
}
