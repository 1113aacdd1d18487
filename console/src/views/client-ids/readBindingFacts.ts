import type { SignedInContext } from '../../context.ts'
import { readNetworks } from '../../readNetworks.ts'
import type { BindingFacts } from './describeBinding.ts'

/** Reads the data that names destinations: the networks, and the wallet's own route. */
export async function readBindingFacts(
  context: SignedInContext,
  signal: AbortSignal,
): Promise<BindingFacts> {
  const { client, session } = context
  const [networks, destination] = await Promise.all([
    readNetworks(context, { family: null, signal }),
    session.kind === 'wallet' ? client.payeeDestinations.get({}, { signal }) : null,
  ])
  return { networks, destination }
}
