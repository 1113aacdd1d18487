import { parseAmount } from '@secure-payment/core'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PaidItem } from './findPayment.ts'

/**
 * Returns the events that prove a payment, according to its description; omits an item whose amount cannot be read. An amount that the
 * service prices changes with each quote, so half of the attempt's amount suffices as proof.
 */
export function paidItems(
  payment: PaymentMetadata | null,
  { option }: Pick<AttemptRecord, 'option'>,
): readonly PaidItem[] {
  return (payment?.items ?? []).flatMap((item) => {
    const { paymentReference, payee, tokenAddress: token, quoted } = item
    // The address is shortened: there is no trusted address of the payee to compare with.
    if (payee.includes('…')) return []
    try {
      const dueUnits = quoted
        ? halfOf(parseAmount(option.needed, quoted.decimals))
        : parseAmount(item.remainingAmount, item.decimals, { allowZero: true })
      return [{ paymentReference, payee, token, dueUnits, isConverted: item.conversion !== null }]
    } catch {
      return []
    }
  })
}

/** Returns half of an amount: the minimum that proves a payment at an earlier quote. `units` may include a fee. */
export function halfOf(units: bigint): bigint {
  return units / 2n
}
