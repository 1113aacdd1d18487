import { getAddress } from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Permit } from './permitTypedData.ts'
import { readPermitDomain, readPermitNonce } from './readPermitToken.ts'

/** The terms of an approval. Units are the token's base units. */
export type Allowed = { token: string; owner: string; spender: string; valueUnits: bigint }

/**
 * Plans the permit that replaces an approval, with the owner's current nonce; null if the token does not support EIP-2612.
 *
 * @throws ChainUnavailableError
 */
export async function planPermit(
  chain: ChainClient,
  { token, owner, spender, valueUnits }: Allowed,
  deadlineS: bigint,
): Promise<Permit | null> {
  const account = getAddress(owner)
  const [domain, nonce] = await Promise.all([
    readPermitDomain(chain, token),
    readPermitNonce(chain, { token, owner: account }),
  ])
  if (domain === null || nonce === null) return null
  return { domain, owner: account, spender: getAddress(spender), valueUnits, nonce, deadlineS }
}
