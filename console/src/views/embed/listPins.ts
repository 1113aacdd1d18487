import { formatDestinationId } from '@secure-payment/core/destinations'
import type { NetworkChoice } from '../../networkChoices.ts'
import type { LinkTarget } from '../links/linkTerms.ts'

/** Returns the destination ids of every currency in which a payment can be paid: its own first, then the accepted ones. */
export function listPins(
  { destinationId, walletAddress }: Pick<LinkTarget, 'destinationId' | 'walletAddress'>,
  { accepts, networks }: { accepts: readonly string[]; networks: readonly NetworkChoice[] },
): readonly string[] {
  const accepted = networks.flatMap(({ chainId, tokens }) =>
    tokens
      .filter(({ currencyId }) => accepts.includes(currencyId))
      .map(({ address: tokenAddress }) => {
        return formatDestinationId({ walletAddress, chainId, tokenAddress }).destinationId
      }),
  )
  return [destinationId, ...accepted]
}
