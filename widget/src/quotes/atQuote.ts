import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'

/**
 * Returns a payment that contracts could convert as a plain payment whose amount a quote fixes. Any other payment is unchanged.
 */
export function atQuote(payment: PaymentMetadata): PaymentMetadata {
  return { ...payment, items: payment.items.map(quoteItem) }
}

function quoteItem(item: PaymentItem): PaymentItem {
  if (item.conversion === null) return item
  const { symbol, decimals } = item.conversion
  return { ...item, conversion: null, quoted: { pricing: 'market', symbol, decimals } }
}
