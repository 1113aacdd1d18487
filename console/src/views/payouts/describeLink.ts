import { isSame } from '../../networkChoices.ts'
import type { MadeLink } from './payoutMemory.ts'
import type { PayoutState } from './readPayoutState.ts'
import { addUnits, type Summand } from './summarizePayouts.ts'

/** One payout of a link, with its recipient's name where that is known. */
export type LinkPayout = Summand & {
  readonly requestId: string
  readonly payee: string
  readonly reference: string | null
  readonly recipientId: string | null
  /** Null where only this browser has the link's payouts. */
  readonly isPaid: boolean | null
}

/**
 * The payouts of a link. The service's data has priority, with the names that were entered in this browser. If the
 * service has none, this browser's data is used; null if neither has any. A name never appears at a wallet that it
 * was not entered for.
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
