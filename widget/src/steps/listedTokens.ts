import type { ListedToken } from '@secure-payment/core/catalogue/lists'
import { findNetwork } from '@secure-payment/core/networks'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Session } from './session.ts'

/**
 * Tokens of the catalogue, by network and address in lower case. They come from loaded lists, whose content this release pins.
 */
const listed = new Map<string, ListedToken>()

/**
 * Loads the list of the payment's network when the payment uses a token that the registry does not have. Rejects when
 * the list does not load.
 */
export async function loadListed(
  { loadPart }: Pick<Session, 'loadPart'>,
  { chain, items }: PaymentMetadata,
): Promise<void> {
  const network = findNetwork(chain.id)
  if (network?.family !== 'evm') return
  const known = new Set(network.tokens.map(({ address }) => address.toLowerCase()))
  const isKnown = items.every(
    ({ tokenAddress }) =>
      tokenAddress === null ||
      known.has(tokenAddress.toLowerCase()) ||
      findListed(network.id, tokenAddress) !== undefined,
  )
  if (isKnown) return
  const { loadListedTokens } = await loadPart(
    'listed',
    () => import('@secure-payment/core/catalogue/lists'),
  )
  for (const token of await loadListedTokens(network.id)) {
    listed.set(keyOf(network.id, token.address), token)
  }
}

/** Finds a token in the loaded lists; undefined if none of them has it. */
export function findListed(network: string, address: string): ListedToken | undefined {
  return listed.get(keyOf(network, address))
}

function keyOf(network: string, address: string): string {
  return `${network} ${address.toLowerCase()}`
}
