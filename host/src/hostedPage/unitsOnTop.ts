import { parseAmount } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'

/** Returns the units that a fee adds to its item's amount: none if the payee bears the fee. */
export function unitsOnTop(fee: SecurePayment['items'][number]['fee'], decimals: number): bigint {
  if (fee === null || fee.bearer === 'payee') return 0n
  return parseAmount(fee.amount, decimals, { allowZero: true })
}
