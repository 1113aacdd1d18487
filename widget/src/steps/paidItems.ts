import { parseAmount } from '@secure-payment/core'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PaidItem } from './findPayment.ts'

/**
 * Returns the events that prove an attempt's payment, according to the payment's description; omits an item whose amount cannot be read. At
 * a price that the host fixed, the amount changes with each quote. The attempt's own amount is therefore the proof: its transaction pays
 * exactly this amount. A record without it contains the amount with the fee, which at most doubles it.
 */
export function paidItems(
  payment: PaymentMetadata | null,
  { option }: Pick<AttemptRecord, 'option'>,
): readonly PaidItem[] {
  return (payment?.items ?? []).flatMap((item) => {
    const { paymentReference, payee, tokenAddress: token, quoted } = item
    // The address is shortened: there is no trusted address of the payee to compare with.
    if (payee.includes('…')) return []
    const paid = { paymentReference, payee, token }
    try {
      if (option.pays) return [{ ...paid, dueUnits: BigInt(option.pays), isConverted: false }]
      const dueUnits = quoted
        ? halfOf(parseAmount(option.needed, quoted.decimals))
        : parseAmount(item.remainingAmount, item.decimals, { allowZero: true })
      return [{ ...paid, dueUnits, isConverted: item.conversion !== null }]
    } catch {
      return []
    }
  })
}

/** Returns half of an amount, rounded down. */
function halfOf(units: bigint): bigint {
  return units / 2n
}

/**
 * Returns the minimum that proves an earlier payment at any quote: the amount of an earlier attempt on this device, or half of the current
 * amount. An attempt on another device may have had another price. A false proof has one effect: the wallet receives no request.
 */
export function leastAt(
  units: bigint,
  { option }: AttemptRecord,
  earlier: readonly AttemptRecord[],
): bigint {
  const all = earlier.flatMap(({ option: { accepted, pays } }) =>
    accepted === option.accepted && pays !== undefined ? [BigInt(pays)] : [],
  )
  return all.reduce((least, one) => (one < least ? one : least), halfOf(units))
}
