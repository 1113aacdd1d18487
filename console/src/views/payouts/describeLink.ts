import type { ApprovalRecord, RequestRecord } from '../../api.ts'
import { decimalsOf, isSame } from '../../networkChoices.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import type { MadeLink } from './payoutMemory.ts'
import type { PayoutState } from './readPayoutState.ts'
import { addUnits, type Summand } from './summarizePayouts.ts'

/** One payout in a link, with its recipient's name if that is known. */
export type LinkPayout = Summand & {
  readonly requestId: string
  readonly payee: string
  readonly reference: string | null
  readonly recipientId: string | null
  /** The payout's state; null if only this browser has the link's payouts. */
  readonly status: RequestRecord['status'] | null
}

/**
 * Returns a link's payouts from the service's data, with the names that were entered in this browser. Without the
 * service's data, returns this browser's own; null without either. A name appears only at the wallet for which it was
 * entered.
 */
export function describeLink(
  { payment, approval }: Pick<PayoutState, 'payment' | 'approval'>,
  made: MadeLink | null,
): readonly LinkPayout[] | null {
  if (payment === null) {
    if (approval !== null) return approval.payouts.map((payout) => describeHeld(payout, made))
    return made === null ? null : made.payouts.map((one) => ({ ...nameOf(one), status: null }))
  }
  const isOnly = payment.items.length === 1
  return payment.items.map((item) => {
    const { requestId, payee, amount, symbol, decimals, invoiceCurrency } = item
    const own = findOwn(made, { requestId, payee })
    return {
      ...addUnits({ currencyId: invoiceCurrency, symbol, decimals, amount }),
      requestId,
      payee,
      reference: own?.reference ?? (isOnly ? payment.reference : null),
      recipientId: own?.recipientId ?? null,
      status: item.status,
    }
  })
}

function describeHeld(
  { requestId, payee, amount, currency, reference }: ApprovalRecord['payouts'][number],
  made: MadeLink | null,
): LinkPayout {
  const own = findOwn(made, { requestId, payee })
  const decimals = decimalsOf(currency)
  return {
    ...addUnits({ currencyId: currency, symbol: nameCurrency(currency), decimals, amount }),
    requestId,
    payee,
    reference: reference ?? own?.reference ?? null,
    recipientId: own?.recipientId ?? null,
    status: null,
  }
}

function findOwn(
  made: MadeLink | null,
  { requestId, payee }: { requestId: string; payee: string },
) {
  return made?.payouts.find((one) => one.requestId === requestId && isSame(one.recipient, payee))
}

function nameOf(made: MadeLink['payouts'][number]) {
  const { recipient: payee, ...payout } = made
  return { ...addUnits(payout), payee }
}
