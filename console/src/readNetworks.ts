import type { SignedInContext } from './context.ts'
import { listNetworkChoices, type NetworkChoice } from './networkChoices.ts'

/** Reads the networks and tokens in which the service accepts payments, optionally of one family. */
export async function readNetworks(
  { client, settings }: Pick<SignedInContext, 'client' | 'settings'>,
  options: { family: NetworkChoice['family'] | null; signal: AbortSignal },
): Promise<readonly NetworkChoice[]> {
  const { signal, family } = options
  const answer = await client.currencies.list({}, { signal })
  const currencies = Array.isArray(answer) ? answer : [answer]
  return listNetworkChoices(currencies, { served: settings.networks, family })
}
