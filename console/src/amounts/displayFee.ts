import { formatAmount, parseAmount } from '@secure-payment/core'
import { cutFiat } from './cutFiat.ts'

/** The displayed amounts of a payment with a fee, which add up: `paid` is the sum of `received` and `fee`. */
export type FeeParts = { readonly paid: string; readonly received: string; readonly fee: string }

/**
 * Rounds what the payer pays and what the payee receives as `cutFiat` does. The displayed fee is their difference, so that a fee which the
 * payee bears is rounded up. `amount` is the stated amount, and `fee` the exact fee, in units of the same currency.
 */
export function displayFee(
  { amount, fee, bearer }: { amount: string; fee: string; bearer: 'payer' | 'payee' },
  symbol: string,
): FeeParts {
  const decimals = Math.max(countDecimals(amount), countDecimals(fee))
  const [amountUnits, feeUnits] = [readUnits(amount, decimals), readUnits(fee, decimals)]
  const isBorne = bearer === 'payee'
  const paid = cutFiat(isBorne ? amount : formatAmount(amountUnits + feeUnits, decimals), symbol)
  const received = cutFiat(
    isBorne ? formatAmount(amountUnits - feeUnits, decimals) : amount,
    symbol,
  )
  const difference = readUnits(paid, decimals) - readUnits(received, decimals)
  return { paid, received, fee: formatAmount(difference, decimals) }
}

function readUnits(amount: string, decimals: number): bigint {
  return parseAmount(amount, decimals, { allowZero: true })
}

function countDecimals(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}
