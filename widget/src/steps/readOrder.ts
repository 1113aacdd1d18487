import { BaseError, isOrderTotal, type OrderLineAmounts } from '@secure-payment/core'
import { type Check, list, optional, shape, text } from '../answer.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'

/** One line in an order: decimal strings, in the invoice currency of the payment's only item. */
export type OrderLine = OrderLineAmounts & { readonly name: string }

/** The goods of a payment, as its merchant described them. */
export type Order = {
  readonly title: string | null
  readonly description: string | null
  readonly lines: readonly OrderLine[] | null
  /** `YYYY-MM-DD`. */
  readonly dueDate: string | null
}

const MAX_LINES = 100

/** A line without tax has the tax 0. */
const taxAmount: Check<string> = (value, path) => optional(text)(value, path) ?? '0'

const readShape = optional(
  shape({
    title: optional(text),
    description: optional(text),
    lines: optional(
      list(shape({ name: text, quantity: text, unitPrice: text, taxAmount }), MAX_LINES),
    ),
    dueDate: optional(text),
  }),
)

/**
 * Reads the order of a payment; null without one. Its lines add up exactly to the amount of the payment's only item.
 *
 * @throws InvalidOrderError
 */
export function readOrder(payment: Pick<PaymentMetadata, 'order' | 'items'>): Order | null {
  try {
    const order = readShape(payment.order, 'order')
    if (!order?.lines || addsUp(order.lines, payment.items)) return order
  } catch (cause) {
    throw new InvalidOrderError({ cause })
  }
  throw new InvalidOrderError()
}

/** The order has another shape, or its lines do not add up to the amount of the payment. */
export class InvalidOrderError extends BaseError {
  readonly code = 'invalid_order'
  readonly kind = 'invalid'

  constructor(options: { cause?: unknown } = {}) {
    super('The order of this payment is invalid.', options)
  }
}

function addsUp(lines: readonly OrderLine[], [item, other]: PaymentMetadata['items']): boolean {
  return item !== undefined && other === undefined && isOrderTotal(item.amount, lines)
}
