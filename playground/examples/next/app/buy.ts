'use server'

import { redirect } from 'next/navigation'
import { addOrder } from '../lib/orders.ts'
import { service, settings } from '../lib/service.ts'

/** Creates the payment and its order, and opens the order's page. The price comes from the server, never from the page. */
export async function buy(): Promise<void> {
  const { payee, currency } = settings
  const { requestIds, token, securePaymentUrl } = await service.securePayments.create({
    body: {
      requests: [{ payee, amount: '14.5', invoiceCurrency: currency, paymentCurrency: currency }],
      reference: 'Guji Natural, 250 g',
    },
  })
  const order = addOrder({ requestIds, token, hostedUrl: securePaymentUrl })
  redirect(`/orders/${order.id}`)
}
