import { InvalidInputError, isOrderTotal, orderTotal } from '@secure-payment/core'
import { type Order, orderSchema } from '@secure-payment/core/api'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Returns a stated order as the text of its column; null without one. An order belongs to one request. The order's lines must add up to
 * the request's amount, in the invoice currency.
 *
 * @throws InvalidInputError naming `order` or `order.lines`
 */
export function writeOrder(
  order: Order | undefined,
  [request, ...others]: readonly Pick<PlannedRequest, 'amount'>[],
): string | null {
  if (order === undefined || request === undefined || Object.keys(order).length === 0) return null
  if (others.length > 0) {
    const message = `describes one item, but the payment has ${others.length + 1}`
    throw new InvalidInputError([{ field: 'order', code: 'order_unsupported', message }])
  }
  const { amount } = request
  const { lines } = order
  if (lines !== undefined && !isOrderTotal(amount, lines)) {
    const message = `must add up to ${amount}, the amount of the request; they add up to ${orderTotal(lines)}`
    throw new InvalidInputError([{ field: 'order.lines', code: 'order_total_mismatch', message }])
  }
  return JSON.stringify(order)
}

/** Returns the column of an order as the response's member `order`, which is absent without an order. */
export function readOrder(stored: string | null): { order?: Order } {
  return stored === null ? {} : { order: orderSchema.parse(JSON.parse(stored)) }
}
