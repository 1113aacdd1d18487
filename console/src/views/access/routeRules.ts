import type { PayeeDestination, StoredPolicy } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { isSame } from '../../networkChoices.ts'
import type { LinkBody } from '../links/readLinkForm.ts'

/** The rules for payers of the route that receives a payment; `unknown` if the route is not the signed-in wallet's own. */
export type RouteRules = StoredPolicy | 'unknown' | null

/** Reads the signed-in wallet's own route; null without one. */
export async function readOwnRoute(
  { client, session }: Pick<SignedInContext, 'client' | 'session'>,
  signal: AbortSignal,
): Promise<PayeeDestination | null> {
  return session.kind === 'wallet' ? client.payeeDestinations.get({}, { signal }) : null
}

/** Returns the rules of the route that receives at a wallet, in a token; null if that route has none. */
export function rulesOf(
  own: PayeeDestination | null,
  target: Pick<PayeeDestination, 'walletAddress' | 'chainId' | 'tokenAddress'>,
): RouteRules {
  const isOwn =
    own?.chainId === target.chainId &&
    isSame(own.walletAddress, target.walletAddress) &&
    isSame(own.tokenAddress, target.tokenAddress)
  return isOwn ? own.accessPolicy : 'unknown'
}

/** Returns the first wallet that the route's rules exclude; undefined if they are unknown or allow each wallet. */
export function findExcluded(wallets: readonly string[], route: RouteRules): string | undefined {
  const allowed = route === 'unknown' ? undefined : route?.allowedPayerAddresses
  if (allowed === undefined) return undefined
  return wallets.find((wallet) => !allowed.some((one) => isSame(one, wallet)))
}

/** The rules that a form sends. */
type Sent = NonNullable<LinkBody['accessPolicy']>

/** Returns whether the service stored stricter rules than the form's, because it added those of the route. */
export function isNarrowed(sent: Sent | null, stored: StoredPolicy | null): boolean {
  if (stored === null) return false
  const { allowedPayerAddresses: allowed, hidePayeeAddress, mode } = stored
  if (hidePayeeAddress && sent?.hidePayeeAddress !== true) return true
  if (mode === 'kyt_all_wallets' && sent?.mode !== mode) return true
  if (allowed === undefined) return false
  const wallets = sent?.allowedPayerAddresses
  return wallets === undefined || findExcluded(wallets, stored) !== undefined
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
