import type { TestWalletOptions } from '@secure-payment/widget/testkit'
import type { Product, ShopCurrency } from '../../server/catalogue.ts'

/** The response to `GET /api/shop`. */
export type ShopConfig = {
  products: readonly Product[]
  makers: readonly { id: string; name: string }[]
  currencies: readonly ShopCurrency[]
  network: string
  baseUrl: string
  payUrl: string
  clientId: string
  burner: TestWalletOptions
}

/** An order as the shop's backend returns it. */
export type PlacedOrder = {
  id: string
  currency: ShopCurrency
  total: string
  shares: readonly { makerName: string; amount: string }[]
  token: string
  securePaymentUrl: string
  isPaid: boolean
  /** The event of the order's last verified webhook. */
  lastEvent: string | null
}

/** Loads the shop's settings. Throws an Error with a readable message when the backend does not respond. */
export function loadShop(): Promise<ShopConfig> {
  return call<ShopConfig>('/api/shop')
}

/** Places an order for a cart. Throws an Error whose message the page can show. */
export function placeOrder(
  lines: readonly { sku: string; quantity: number }[],
  currency: ShopCurrency,
): Promise<PlacedOrder> {
  return call<PlacedOrder>('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines, currency }),
  })
}

/** Loads an order's current state. */
export function loadOrder(id: string): Promise<PlacedOrder> {
  return call<PlacedOrder>(`/api/orders/${encodeURIComponent(id)}`)
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init)
  const answer = await response.json()
  if (!response.ok) throw new Error(String(answer.message ?? response.statusText))
  return answer
}
