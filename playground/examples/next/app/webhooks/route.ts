import { verifyWebhook } from '@secure-payment/core/webhooks'
import { fulfil } from '../../lib/orders.ts'
import { settings } from '../../lib/service.ts'

/** Receives the service's events. Only a genuine signature proves a payment. */
export async function POST(request: Request): Promise<Response> {
  const body = await request.text()
  const signature = request.headers.get('x-service-signature')
  if (!verifyWebhook({ secret: settings.webhookSecret, body, signature })) {
    return new Response(null, { status: 401 })
  }
  const event = JSON.parse(body)
  if (event.event === 'payment.confirmed' && event.isTest !== true) fulfil(event.requestId)
  return new Response(null, { status: 204 })
}
