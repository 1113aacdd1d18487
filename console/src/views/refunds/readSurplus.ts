import { formatAmount } from '@secure-payment/core'
import type { RefundRecord, RequestDetail } from '../../api.ts'
import { PLACES, toUnits } from './readRest.ts'

/** The surplus of an overpaid request, as decimal text in the currency of its price. */
export type Surplus = {
  readonly amount: string
  /** The part that no refund gives back; null without one. The service decides. */
  readonly left: string | null
  /** Whether payments of refunds have given back all of it. */
  readonly isBack: boolean
}

/** A smaller part of the amount is not worth a refund, by the service's own rule. */
const DUST_PARTS = 10_000n

/** Returns the surplus of a request and what its refunds have left of it; null without a surplus. */
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

/** Returns the worth of a refund in the currency of the price; a payment without conversion is its own worth. */
function countedWorth({
  status,
  amount,
  amountPaid,
  amountInInvoiceCurrency,
}: RefundRecord): string {
  if (status !== 'cancelled') return amountInInvoiceCurrency ?? amount
  return amountInInvoiceCurrency === null ? amountPaid : '0'
}
