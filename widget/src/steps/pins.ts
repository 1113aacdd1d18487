import { isSameAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { ListedPayment } from '../payOption.ts'
import { refused } from './refusals.ts'
import type { Session } from './session.ts'
import type { Due } from './verifyPayment.ts'

/** Checks that a payment goes to the destinations that the page pinned. Throws PaymentRefusedError. */
export type PinCheck = (due: readonly Due[], network: Network) => void

/** Loads the check. Its address parser for all chains is a chunk that only pages with pins load. */
export async function loadPinCheck(
  session: Pick<Session, 'loadPart' | 'pinnedDestinations' | 'state'>,
): Promise<PinCheck> {
  const { pinnedDestinations: pins } = session
  const listed = findListing(session)
  const check =
    pins.length === 0
      ? () => {}
      : (await session.loadPart('pins', () => import('./comparePins.ts'))).comparePins(pins)
  if (listed === undefined) return check
  return (due, network) => {
    check(due, network)
    requireListed(listed, due, network)
  }
}

/**
 * Returns the payment in the chosen currency, or in the one that must arrive, as the service listed it. Undefined if the payment has only
 * one currency.
 */
export function findListing({ state }: Pick<Session, 'state'>): ListedPayment | undefined {
  const { options, optionId } = state()
  const { accepted, bridge } = options.find(({ id }) => id === optionId) ?? {}
  return (accepted ?? bridge?.arrival)?.listed
}

type Terms = Pick<ListedPayment, 'symbol' | 'amount' | 'fee'>

/** Checks that the payment in the chosen currency is the one that the service listed before. Throws PaymentRefusedError. */
export function requireListed(listed: ListedPayment, due: readonly Due[], network: Network): void {
  const [only, ...others] = due
  const item = only?.item
  const isSame =
    item !== undefined &&
    others.length === 0 &&
    network.id === listed.network &&
    item.paymentCurrency === listed.currency &&
    isSameToken(item.tokenAddress, listed.tokenAddress) &&
    isSameAddress(item.payee, listed.payee) &&
    item.paymentReference === listed.paymentReference
  if (!isSame) throw refused('calldata_mismatch', { reason: 'other_option' })
  // The merchant may have edited the amount, and its fee, in between, so the payer can read the list again.
  // Both fees passed the same parser, so their members have the same order.
  const termsOf = ({ symbol, amount, fee }: Terms) => JSON.stringify([symbol, amount, fee])
  if (termsOf(item) === termsOf(listed)) return
  throw refused('invalid_response', { reason: 'other_amount' })
}

function isSameToken(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : isSameAddress(one, other)
}
