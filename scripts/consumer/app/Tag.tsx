import '@secure-payment/widget'
import '@secure-payment/widget/react'

/** The tag itself, for pages that React renders only in the browser: the test compiles it. */
export function Tag() {
  return (
    <secure-payment
      token="01KAKAKAKAKAKAKAKAKAKAKAKA"
      api-base="https://pay.test"
      client-id="cli_test"
      onsp-success={(event) => console.log(event.detail.receipt)}
    />
  )
}
