'use client'

import { SecurePayment } from '@secure-payment/widget/react'
import { useState } from 'react'

type CheckoutProps = { token: string; apiBase: string; clientId: string; hostedUrl: string }

export function Checkout({ token, apiBase, clientId, hostedUrl }: CheckoutProps) {
  const [receipts, setReceipts] = useState(0)
  return (
    <>
      {receipts > 0 && (
        <section aria-label="Thank you" data-receipts={receipts}>
          <h2>Thank you</h2>
          <p>We roast and ship when our server has the signed webhook.</p>
        </section>
      )}
      <SecurePayment
        token={token}
        apiBase={apiBase}
        clientId={clientId}
        // For display only: the webhook fulfils the order.
        onSuccess={() => setReceipts((count) => count + 1)}
      >
        <a href={hostedUrl}>Pay on the payment page</a>
      </SecurePayment>
    </>
  )
}
