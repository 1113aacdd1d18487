import type { PaymentItem } from './paymentMetadata.ts'

type Paid = Pick<PaymentItem, 'conversion' | 'quoted' | 'symbol'>

/** Returns the symbol of the currency in which an item is paid. */
export function paidSymbol({ conversion, quoted, symbol }: Paid): string {
  return (conversion ?? quoted)?.symbol ?? symbol
}

/** Returns whether an item is paid in a currency other than its invoice's. */
export function isExchanged({ conversion, quoted }: Omit<Paid, 'symbol'>): boolean {
  return Boolean(conversion ?? quoted)
}
