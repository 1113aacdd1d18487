import type { Context } from '../../context.ts'
import { findDestination, listSources, type Source } from '../../crosschain/sources.ts'
import { isChain } from '../chainLabel.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'

/** The other chain and token that a page names, when a bridge can bring the payment from there; else null. */
export function findSource(
  context: Pick<Context, 'bridge' | 'config'>,
  { requests }: Pick<StoredSecurePayment, 'requests'>,
  { chain, token }: { chain: string; token: string },
): Source | null {
  const [request, ...others] = requests
  if (request === undefined || others.length > 0) return null
  const destination = findDestination(context, request)
  if (destination === null) return null
  const sources = listSources(context, destination)
  return sources.find((one) => isChain(one.network, chain) && one.token.symbol === token) ?? null
}
