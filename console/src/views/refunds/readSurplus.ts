import { formatAmount } from '@secure-payment/core'
import type { RefundRecord, RequestDetail } from '../../api.ts'
import { PLACES, toUnits } from './readRest.ts'

/** An overpaid request's surplus, as decimal text in the currency of its price. */
export type Surplus = {
  readonly amount: string
  /** The part that no refund covers; null without one. The service decides. */
  readonly left: string | null
  /** Whether confirmed refunds cover the whole surplus. */
  readonly isBack: boolean
}

/** Same as in the service: a surplus below this fraction of the amount is not worth a refund. */
const DUST_PARTS = 10_000n

/** Returns a request's surplus and the part that its refunds do not cover; null without a surplus. */
export function readSurplus(
  { excessAmount, requestAmount }: Pick<RequestDetail, 'excessAmount' | 'requestAmount'>,
  refunds: readonly RefundRecord[],
): Surplus | null {
  if (excessAmount === null) return null
  const sum = (ones: readonly RefundRecord[]) =>
    ones.reduce((left, one) => left - toUnits(countedWorth(one)), toUnits(excessAmount))
  const isDust = (units: bigint) => units * DUST_PARTS < toUnits(requestAmount)
  const left = sum(refunds)
  return {
    amount: excessAmount,
    left: isDust(left) ? null : formatAmount(left, PLACES),
    isBack: isDust(sum(refunds.filter(({ status }) => status === 'confirmed'))),
  }
}

/** Returns a refund's value in the price's currency; without a conversion, that is the refund's own amount. */
function countedWorth({
  status,
  amount,
  amountPaid,
  amountInInvoiceCurrency,
}: RefundRecord): string {
  if (status !== 'cancelled') return amountInInvoiceCurrency ?? amount
  return amountInInvoiceCurrency === null ? amountPaid : '0'
}
