'use client'
import '@secure-payment/widget'
import '@secure-payment/widget/react'

export function Payment() {
  return (
    <secure-payment
      token="01KAKAKAKAKAKAKAKAKAKAKAKA"
      api-base="https://pay.test"
      client-id="cli_test"
      onsp-success={(event) => console.log(event.detail.receipt)}
    />
  )
}
