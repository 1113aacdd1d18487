import { isSame } from '../../networkChoices.ts'
import type { MadeLink } from './payoutMemory.ts'
import type { PayoutState } from './readPayoutState.ts'
import { addUnits, type Summand } from './summarizePayouts.ts'

/** One payout of a link, with whom it is for where that is known. */
export type LinkPayout = Summand & {
  readonly requestId: string
  readonly payee: string
  readonly reference: string | null
  readonly recipientId: string | null
  /** Null where only this browser says what the link pays. */
  readonly isPaid: boolean | null
}

/**
 * What a link pays: as the service tells it, with the names that were given in this browser; as this browser remembers it where
 * the service cannot tell; null where neither can. A name stays away from a wallet that it was not given to.
 */
export function describeLink(
  payment: PayoutState['payment'],
  made: MadeLink | null,
): readonly LinkPayout[] | null {
  if (payment === null) {
    return made === null ? null : made.payouts.map((one) => ({ ...nameOf(one), isPaid: null }))
  }
  const isOnly = payment.items.length === 1
  return payment.items.map((item) => {
    const { requestId, payee, amount, symbol, decimals, invoiceCurrency } = item
    const own = made?.payouts.find(
      (one) => one.requestId === requestId && isSame(one.recipient, payee),
    )
    return {
      ...addUnits({ currencyId: invoiceCurrency, symbol, decimals, amount }),
      requestId,
      payee,
      reference: own?.reference ?? (isOnly ? payment.reference : null),
      recipientId: own?.recipientId ?? null,
      isPaid: item.status === 'paid',
    }
  })
}

function nameOf(made: MadeLink['payouts'][number]) {
  const { recipient: payee, ...payout } = made
  return { ...addUnits(payout), payee }
}
