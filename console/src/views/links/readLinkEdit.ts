import type { CustomerInfo } from '@secure-payment/core/api'
import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import type { SignedInContext } from '../../context.ts'
import type { FormValues } from '../../readForm.ts'
import { type Policy, readPolicy } from '../access/readPolicy.ts'
import { listRoutes, type RouteRules, rulesOf } from '../access/routeRules.ts'
import type { LinkDraft } from './linkTerms.ts'
import { type LinkState, readLink } from './readLink.ts'
import { toDraft } from './readLinkChoices.ts'
import { type LinkUpdate, type PriceOptions, readUpdate } from './readLinkForm.ts'

/** A link being edited. */
export type EditedLink = {
  readonly state: LinkState
  readonly draft: LinkDraft
  /** The amount's currency, which an edit cannot change. */
  readonly currency: { readonly currencyId: string; readonly symbol: string }
  /** The revision that the form shows. */
  readonly revision: number
  readonly customer: CustomerInfo
  /** The rules for payers of the link's route. */
  readonly route: RouteRules
}

/**
 * Reads a link for its form; null if there is no such link, or it has several items. Reads the revision before the
 * content: if another edit comes between the reads, the service rejects the form instead of overwriting that edit.
 */
export async function readEditedLink(
  context: SignedInContext,
  options: { token: string; signal: AbortSignal },
): Promise<EditedLink | null> {
  const members = await context.client.members.list({}, { signal: options.signal })
  const before = await readLink(context, options)
  if (before === null) return null
  const state = await readLink(context, options)
  const [item, ...others] = state?.payment.items ?? []
  if (state === null || item === undefined || others.length > 0) return null
  const { invoiceCurrency: currencyId, symbol } = item
  return {
    state,
    draft: toDraft(state, []),
    currency: { currencyId, symbol },
    revision: before.summary.revision,
    customer: state.request.customerInfo ?? {},
    route: rulesOf(listRoutes(members), {
      walletAddress: item.payee,
      chainId: getNetwork(state.payment.network).chainId,
      tokenAddress: item.tokenAddress ?? ZERO_ADDRESS,
    }),
  }
}

/** Returns the edit form's request body, or each invalid field's error. */
export function readLinkEdit(
  form: Pick<FormValues, 'text' | 'raw' | 'all'>,
  { revision, customer, currency, state, route }: EditedLink,
  options: Omit<PriceOptions, 'currency'>,
): { readonly body: LinkUpdate } | { readonly fields: Readonly<Record<string, string>> } {
  const read = readUpdate(form, {
    ...options,
    currency,
    customer,
    expiresAt: state.payment.expiresAt,
  })
  const network = getNetwork(state.payment.network)
  const { text } = options
  const rules = readPolicy(form, { network, text })
  const change = changePolicy(state.summary.accessPolicy, rules.policy)
  // An edit of anything else keeps rules that are older than the route's.
  const isChanged = change.accessPolicy !== undefined
  const { fields } = isChanged ? readPolicy(form, { network, text, route }) : rules
  const wrong = { ...('fields' in read && read.fields), ...fields }
  if ('fields' in read || Object.keys(fields).length > 0) return { fields: wrong }
  return { body: { revision, ...read.changes, ...change } }
}

/** Returns the new rules for payers, with the mode of the screening, which has no field; empty if the form changes none. */
function changePolicy(
  stored: LinkState['summary']['accessPolicy'],
  policy: Policy | null,
): Pick<LinkUpdate, 'accessPolicy'> {
  const { mode = 'inherit', hidePayeeAddress: isHidden = false } = stored ?? {}
  const before = [isHidden, ...(stored?.allowedPayerAddresses ?? [])]
  const after = [policy?.hidePayeeAddress === true, ...(policy?.allowedPayerAddresses ?? [])]
  if (JSON.stringify(before) === JSON.stringify(after)) return {}
  return { accessPolicy: policy === null && mode === 'inherit' ? null : { ...policy, mode } }
}
