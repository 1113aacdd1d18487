import { isExchanged } from '../../paidCurrency.ts'
import type { PaymentItem, PaymentMetadata } from '../../paymentMetadata.ts'
import type { Cost } from '../../payOption.ts'
import { refundedSymbol } from '../../refundedSymbol.ts'
import { scaleAmounts } from '../../scaleAmounts.ts'
import { addAmounts } from '../addAmounts.ts'
import { sumCosts } from '../payment.ts'

/** The money above the amounts due that the merchant has not refunded. */
export type Surplus = {
  /** The sum of each currency; empty without a surplus. */
  readonly costs: readonly Cost[]
  /** Whether a refund reduced the surplus. */
  readonly isReduced: boolean
}

/**
 * Finds a payment's surplus. Refunds count as soon as they are on chain. If a refund and the surplus
 * have different currencies, the refund counts as the whole surplus.
 */
export function findSurplus({ items, refunds }: PaymentMetadata): Surplus {
  const found = items.flatMap((item) => {
    const given = (refunds ?? []).filter(({ requestId }) => requestId === item.requestId)
    const amounts = given.map(({ amount }) => amount).filter((amount) => DECIMAL.test(amount))
    const isOther = given.some((one) => refundedSymbol(one, item) !== item.symbol)
    return findRest(item, amounts, isExchanged(item) || isOther)
  })
  return {
    costs: sumCosts(found.filter(({ amount }) => amount !== '0')),
    isReduced: found.some(({ isReduced }) => isReduced),
  }
}

function findRest(
  item: PaymentItem,
  given: readonly string[],
  isOther: boolean,
): readonly (Cost & Pick<Surplus, 'isReduced'>)[] {
  const { amount, amountPaid, symbol } = item
  if (!DECIMAL.test(amount) || !DECIMAL.test(amountPaid)) return []
  const { units, decimals } = scaleAmounts([amount, amountPaid, ...given])
  const [due = 0n, paid = 0n, ...back] = units
  const surplus = paid - due
  if (due === 0n || surplus * ROUNDING_DIVISOR <= due) return []
  const isReduced = given.length > 0
  const left = isOther && isReduced ? 0n : back.reduce((rest, one) => rest - one, surplus)
  const rest = left > 0n ? writeUnits(left, decimals) : '0'
  return [{ symbol, amount: rest, isReduced }]
}

function writeUnits(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 ? whole : addAmounts(`${whole}.${digits.slice(-decimals)}`, '0')
}

/** Payers who type the amount round it up, so a surplus of one percent or less does not count. */
const ROUNDING_DIVISOR = 100n

const DECIMAL = /^\d+(\.\d+)?$/
