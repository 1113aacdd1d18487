import { createClient } from '@secure-payment/core/client'

/** The shop's settings for the payment service. The API key and the webhook's secret stay on the server: no page ever has them. */
export const settings = {
  /** The service's API. */
  baseUrl: read('PAY_API_URL'),
  apiKey: read('PAY_API_KEY'),
  /** The client ID is public, and bound to the shop's origin. */
  clientId: read('PAY_CLIENT_ID'),
  webhookSecret: read('PAY_WEBHOOK_SECRET'),
  /** The wallet that receives the money. */
  payee: read('SHOP_PAYEE'),
  /** Such as `USDC-base`. */
  currency: read('SHOP_CURRENCY'),
}

export const service = createClient(settings)

function read(name: string): string {
  // A build has no settings; a call without them fails.
  return process.env[name] ?? ''
}
