import type { Destination } from '@secure-payment/core/destinations'
import { maskAddress } from '@secure-payment/widget/design'
import type { MemberRecord, StoredPolicy } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { isSame } from '../../networkChoices.ts'
import { readDestination } from '../../readDestination.ts'
import type { Text } from '../../text/text.ts'
import type { LinkBody } from '../links/readLinkForm.ts'

/** The rules for payers of the route that receives a payment; `unknown` if the route is none of the account's. */
export type RouteRules = StoredPolicy | 'unknown' | null

/** A route of one of the account's wallets, with its rules for payers. */
export type Route = Pick<Destination, 'walletAddress' | 'chainId' | 'tokenAddress'> & {
  readonly accessPolicy: StoredPolicy | null
}

/** Lists the routes of the account's wallets. */
export function listRoutes(
  members: readonly Pick<MemberRecord, 'payeeDestinations'>[],
): readonly Route[] {
  return members
    .flatMap(({ payeeDestinations }) => payeeDestinations)
    .flatMap(({ destinationId, accessPolicy }) => {
      const destination = readDestination(destinationId)
      return destination === null ? [] : [{ ...destination, accessPolicy }]
    })
}

/** Returns the rules of the route that receives at a wallet, in a token; null if that route has none. */
export function rulesOf(
  routes: readonly Route[],
  target: Pick<Route, 'walletAddress' | 'chainId' | 'tokenAddress'>,
): RouteRules {
  const route = routes.find(
    ({ chainId, walletAddress, tokenAddress }) =>
      chainId === target.chainId &&
      isSame(walletAddress, target.walletAddress) &&
      isSame(tokenAddress, target.tokenAddress),
  )
  return route === undefined ? 'unknown' : route.accessPolicy
}

/** Returns the first wallet that the route's rules exclude; undefined if they are unknown or allow each wallet. */
export function findExcluded(wallets: readonly string[], route: RouteRules): string | undefined {
  const allowed = route === 'unknown' ? undefined : route?.allowedPayerAddresses
  if (allowed === undefined) return undefined
  return wallets.find((wallet) => !allowed.some((one) => isSame(one, wallet)))
}

/** The rules that a form sends. */
type Sent = NonNullable<LinkBody['accessPolicy']>

/**
 * Describes the rules that the service added to the form's, because the route has them; null if it added none. Names the wallets of the
 * form that may not pay.
 */
export function describeNarrowed(
  sent: Sent | null,
  stored: StoredPolicy | null,
  { access }: Text,
): string | null {
  if (stored === null) return null
  const { allowedPayerAddresses: allowed, hidePayeeAddress, mode } = stored
  const wallets = sent?.allowedPayerAddresses
  const excluded = (wallets ?? []).filter((wallet) => findExcluded([wallet], stored) !== undefined)
  if (excluded.length > 0) return access.excluded(excluded.map(maskAddress).join(', '))
  const isHidden = hidePayeeAddress && sent?.hidePayeeAddress !== true
  const isScreened = mode === 'kyt_all_wallets' && sent?.mode !== mode
  const isReserved = allowed !== undefined && wallets === undefined
  return isHidden || isScreened || isReserved ? access.narrowed : null
}

/** Reads the rules that the service stored for a payment; null without rules, or if the service does not return them. */
export async function readStored(
  { client }: Pick<SignedInContext, 'client'>,
  requestId: string | undefined,
): Promise<StoredPolicy | null> {
  if (requestId === undefined) return null
  const found = await client.securePayments.list({ query: { requestId } }).catch(() => null)
  return found === null || 'securePayments' in found ? null : (found.accessPolicy ?? null)
}
