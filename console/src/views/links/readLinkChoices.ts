import { BaseError } from '@secure-payment/core'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { currencies } from '@secure-payment/core/networks'
import type { SignedInContext } from '../../context.ts'
import { findToken, isSame, type NetworkChoice } from '../../networkChoices.ts'
import { readDestination } from '../../readDestination.ts'
import { readNetworks } from '../../readNetworks.ts'
import { listRoutes } from '../access/routeRules.ts'
import { dayOf } from '../payments/paymentFilter.ts'
import {
  EMPTY_DRAFT,
  type LinkChoices,
  type LinkDraft,
  type LinkTarget,
  type PriceCurrency,
} from './linkTerms.ts'
import { type LinkState, readLink } from './readLink.ts'

/** Reads the form's choices: the members' wallets, the currencies, and the link that is copied. */
export async function readLinkChoices(
  context: SignedInContext,
  options: { from: string | null; signal: AbortSignal },
): Promise<LinkChoices> {
  const { client, session } = context
  const { from, signal } = options
  const [networks, members, fiat, copied, reporting] = await Promise.all([
    readNetworks(context, { family: null, signal }),
    client.members.list({}, { signal }),
    readFiat(context, signal),
    from === null ? null : readLink(context, { token: from, signal }),
    client.reportingCurrency.get({}, { signal }),
  ])
  const draft = copied === null ? EMPTY_DRAFT : copyDraft(toDraft(copied, networks), context.now())
  const known = members.flatMap(({ address, payeeDestinationIds }) => {
    const isOwn = address !== null && session.address !== null && isSame(address, session.address)
    return payeeDestinationIds.map((id) => [id, isOwn ? 'own' : 'member'] as const)
  })
  const sorted = known.toSorted(([, a], [, b]) => Number(b === 'own') - Number(a === 'own'))
  const { destinationId } = draft
  const isKnown = known.some(([id]) => id === destinationId)
  const all =
    destinationId === null || isKnown ? sorted : [[destinationId, 'copied'] as const, ...sorted]
  return {
    networks,
    fiat,
    draft,
    routes: listRoutes(members),
    reportingCurrency: reporting.reportingCurrency,
    targets: all.flatMap(([id, owner]) => toTarget(id, { networks, owner })),
  }
}

/** Drops the reference, because a search would find both links, and drops a due date that has passed. */
function copyDraft(draft: LinkDraft, nowMs: number): LinkDraft {
  const { dueDate, ...order } = draft.order
  const isKept = dueDate !== undefined && dueDate >= dayOf(new Date(nowMs))
  return { ...draft, reference: '', order: isKept ? draft.order : order }
}

/** Returns the target for a destination id; empty if this service does not support its network or token. */
export function toTarget(
  id: string,
  { networks, owner }: { networks: readonly NetworkChoice[]; owner: LinkTarget['owner'] },
): LinkTarget[] {
  const destination = readDestination(id)
  if (destination === null) return []
  const network = networks.find(({ chainId }) => chainId === destination.chainId)
  const token = findToken(destination, networks)
  if (network === undefined || token === null) return []
  const { destinationId, walletAddress } = destination
  return [{ destinationId, walletAddress, network, token, owner }]
}

/** Reads the fiat currencies that this service can convert, with their tokens. */
async function readFiat(
  { client, settings }: Pick<SignedInContext, 'client' | 'settings'>,
  signal: AbortSignal,
): Promise<readonly PriceCurrency[]> {
  if (settings.networks.length === 0) return []
  const query = { networks: settings.networks.join(',') }
  const found = await Promise.all(
    currencies
      .filter(({ type }) => type === 'ISO4217')
      .map(async ({ id: currencyId }) => {
        const params = { currencyId }
        const { conversionRoutes } = await client.currencies.conversionRoutes(
          { params, query },
          { signal },
        )
        return {
          currencyId,
          symbol: currencyId,
          payableIn: new Set(conversionRoutes.map(({ id }) => id)),
        }
      }),
  )
  return found.filter(({ payableIn }) => payableIn.size > 0)
}

/** Returns a link's values for the form; the empty draft for a link with several items, which the form cannot represent. */
export function toDraft(
  { payment, request, summary }: LinkState,
  networks: readonly NetworkChoice[],
): LinkDraft {
  const [item, ...others] = payment.items
  if (item === undefined || others.length > 0) return EMPTY_DRAFT
  const { firstName = '', lastName = '', email = '' } = request.customerInfo ?? {}
  return {
    destinationId: composeDestination(payment.network, item, networks),
    currencyId: item.invoiceCurrency,
    amount: item.amount,
    order: payment.order ?? {},
    reference: payment.reference ?? '',
    firstName,
    lastName,
    email,
    redirectUrl: summary.redirectUrl ?? '',
    redirectLabel: summary.redirectLabel ?? '',
    accepts: (payment.options ?? []).slice(1).map(({ option }) => option),
    isReusable: summary.isReusable,
    fee: item.fee === null ? null : { ...item.fee, bearer: item.fee.bearer ?? 'payer' },
    policy: summary.accessPolicy,
  }
}

/** Returns the destination of an item; null if this service no longer has its token, or the payee is hidden. */
function composeDestination(
  networkId: string,
  item: LinkState['payment']['items'][number],
  networks: readonly NetworkChoice[],
): string | null {
  const network = networks.find(({ id }) => id === networkId)
  const token = network?.tokens.find(({ currencyId }) => currencyId === item.paymentCurrency)
  if (network === undefined || token === undefined) return null
  try {
    return formatDestinationId({
      walletAddress: item.payee,
      chainId: network.chainId,
      tokenAddress: token.address,
    }).destinationId
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}
