import { randomUUID } from 'node:crypto'

/** An order with its payment. */
export type Order = {
  /** A random id, because any visitor with the id sees the order. */
  readonly id: string
  /** The payment's requests, which name it in webhooks. */
  readonly requestIds: readonly string[]
  readonly token: string
  /** The payment on a separate page. */
  readonly hostedUrl: string
  readonly isPaid: boolean
}

/** Stands for the shop's database. Next loads modules once per route, so the process's global object holds the orders. */
const global = globalThis as { orders?: Map<string, Order> }
global.orders ??= new Map()
const orders = global.orders

export function addOrder(payment: Omit<Order, 'id' | 'isPaid'>): Order {
  const order = { ...payment, id: randomUUID(), isPaid: false }
  orders.set(order.id, order)
  return order
}

export function findOrder(id: string): Order | null {
  return orders.get(id) ?? null
}

/** Marks the order of a paid request. Deliveries repeat, so a second call changes nothing; an unknown request is another shop's. */
export function fulfil(requestId: string): void {
  for (const order of orders.values()) {
    if (order.requestIds.includes(requestId)) orders.set(order.id, { ...order, isPaid: true })
  }
}
