import type { Network } from '@secure-payment/core/networks'
import { type FormValues, splitLines } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'
import { checkAddress } from '../refund-claim/checkAddress.ts'
import { findExcluded, type RouteRules } from './routeRules.ts'

/** The maximum number of wallets for which a payment can be reserved. */
export const MOST_PAYERS = 100

/** The rules for payers in a form's fields, in the API's form. */
export type Policy = {
  readonly hidePayeeAddress?: true
  readonly allowedPayerAddresses?: string[]
  readonly mode?: 'kyt_all_wallets'
}

/**
 * Reads the rules for payers, which are null without a rule, and the errors by field. `route` has the rules of a link's route. The service
 * checks each address again.
 */
export function readPolicy(
  form: Pick<FormValues, 'raw' | 'all'>,
  {
    network,
    text,
    route = null,
  }: { network: Pick<Network, 'family'>; text: Text; route?: RouteRules },
): { readonly policy: Policy | null; readonly fields: Readonly<Record<string, string>> } {
  const lines = splitLines(form.raw('accessPolicy'))
  const wrong = lines.find((line) => checkAddress(line, network) === null)
  const excluded = findExcluded(lines, route)
  const fields: Record<string, string> = {}
  if (lines.length > MOST_PAYERS) fields['accessPolicy'] = text.access.walletsMany(MOST_PAYERS)
  else if (wrong !== undefined) {
    fields['accessPolicy'] = text.access.walletInvalid(lines.indexOf(wrong) + 1, wrong)
  } else if (excluded !== undefined) {
    fields['accessPolicy'] = text.access.walletExcluded(lines.indexOf(excluded) + 1, excluded)
  }
  const isHidden = form.all('hidePayee').length > 0
  const policy = {
    ...(isHidden && { hidePayeeAddress: true as const }),
    ...(lines.length > 0 && { allowedPayerAddresses: lines }),
    ...(form.all('isScreened').length > 0 && { mode: 'kyt_all_wallets' as const }),
  }
  return { policy: Object.keys(policy).length === 0 ? null : policy, fields }
}
