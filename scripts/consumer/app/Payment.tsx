'use client'
import { SecurePayment } from '@secure-payment/widget/react'

export function Payment() {
  return (
    <SecurePayment
      token="01KAKAKAKAKAKAKAKAKAKAKAKA"
      apiBase="https://pay.test"
      clientId="cli_test"
      onSuccess={(event) => console.log(event.detail.receipt)}
    >
      <a href="https://pay.test/?token=01KAKAKAKAKAKAKAKAKAKAKAKA">Pay on the payment page</a>
    </SecurePayment>
  )
}
