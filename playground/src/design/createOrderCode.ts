/** The file that every framework's code imports, as in the examples. */
export const createOrderCode = `/** A payment that the shop's server has created, with the data that the element needs to show it. */
export type Order = {
  readonly token: string
  readonly apiBase: string
  readonly clientId: string
  readonly payUrl: string
  /** The same payment on a separate page. */
  readonly hostedUrl: string
}

/** Requests an order from the shop's own server, which creates the payment with its API key. No page ever has this key. */
export async function createOrder(): Promise<Order> {
  const response = await fetch('api/orders', { method: 'POST' })
  if (!response.ok) throw new Error('The order could not be created. Please try again.')
  return response.json()
}`
