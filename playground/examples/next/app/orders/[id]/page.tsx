import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { findOrder } from '../../../lib/orders.ts'
import { settings } from '../../../lib/service.ts'
import { Checkout } from './Checkout.tsx'

type OrderProps = { params: Promise<{ id: string }> }

export default function OrderPage({ params }: OrderProps) {
  return (
    <>
      <h1>Your order</h1>
      <Suspense fallback={<p>Loading your order…</p>}>
        <OrderState params={params} />
      </Suspense>
    </>
  )
}

/** The part of the page that depends on the order, which Next renders per request. */
async function OrderState({ params }: OrderProps) {
  const { id } = await params
  const order = findOrder(id)
  if (order === null) notFound()
  if (order.isPaid) return <p>It is paid: we roast and ship it.</p>
  return (
    <Checkout
      token={order.token}
      apiBase={settings.baseUrl}
      clientId={settings.clientId}
      hostedUrl={order.hostedUrl}
    />
  )
}
