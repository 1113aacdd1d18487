import { SecurePayment } from '@secure-payment/widget/react'
import { useState } from 'react'
import { createOrder, type Order } from './createOrder.ts'

/** Renders a product, its payment in the page, and a thank-you message. */
export function Checkout() {
  const [order, setOrder] = useState<Order | null>(null)
  const [isPaid, setIsPaid] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function buy() {
    setIsBusy(true)
    setProblem('')
    try {
      setOrder(await createOrder())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <h1>North &amp; Bean</h1>
      <div className="product">
        <h2>Guji Natural, 250 g</h2>
        <p>14.50 USDC</p>
      </div>
      {order === null && (
        <button className="buy" type="button" disabled={isBusy} onClick={buy}>
          Buy
        </button>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
      {isPaid && <Thanks />}
      {order !== null && (
        <SecurePayment
          token={order.token}
          apiBase={order.apiBase}
          clientId={order.clientId}
          payUrl={order.payUrl}
          // For display only: your server fulfils the order when it receives the webhook.
          onSuccess={() => setIsPaid(true)}
        >
          <a href={order.hostedUrl}>Pay on the payment page</a>
        </SecurePayment>
      )}
    </>
  )
}

function Thanks() {
  return (
    <section>
      <h2>Thank you</h2>
      <p>
        We roast and ship when our server has the signed webhook: this page alone proves nothing.
      </p>
    </section>
  )
}
