import { list, optional, shape, text } from '../../answer.ts'
import type { PaymentItem, PaymentMetadata } from '../../paymentMetadata.ts'

const MAX_ITEMS = 200

const priced = shape({
  items: list(shape({ requestId: text, paidPrice: optional(text) }), MAX_ITEMS),
})

/** Finds the price of one unit of the payment currency at which an item's payments counted; null if the service states none. */
export function findPrice(
  { raw }: Pick<PaymentMetadata, 'raw'>,
  { requestId }: Pick<PaymentItem, 'requestId'>,
): string | null {
  try {
    const found = priced(raw, '').items.find((one) => one.requestId === requestId)
    return found?.paidPrice ?? null
  } catch {
    return null
  }
}
