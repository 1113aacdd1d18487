import { type Currency, findNetwork } from '../networks/index.ts'

/** Whether a currency is in the published list: all are but those of local chains, which mean another thing on every machine. */
export function isPublished({ network }: Pick<Currency, 'network'>): boolean {
  return findNetwork(network)?.isLocal !== true
}
