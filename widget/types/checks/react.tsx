import type { SecurePayment } from '@secure-payment/widget/element'
import '@secure-payment/widget/react'
import { useRef } from 'react'

/** The example from the React guide must compile, with every event typed. */
export function Checkout({ token, isTest }: { token: string; isTest: boolean }) {
  const element = useRef<SecurePayment>(null)
  return (
    <secure-payment
      ref={element}
      key={token}
      className="checkout"
      lang="de"
      token={token}
      api-base="https://pay.example"
      auto-select="false"
      test-mode=""
      testMode={isTest}
      theme="dark"
      strings={{ payment: 'Order' }}
      onsp-success={(event) => {
        const paid: readonly string[] = event.detail.requestIds
        console.log(paid, event.detail.receipt.token, element.current?.state)
      }}
      onsp-before-pay={(event) => event.waitUntil(Promise.resolve())}
    >
      <a href="https://pay.example/">Pay now</a>
    </secure-payment>
  )
}

/** Must not compile. */
export const wrong = [
  // @ts-expect-error There is no such theme.
  <secure-payment key="1" theme="blue" />,
  // @ts-expect-error The text "false" would turn the mode on.
  <secure-payment key="2" test-mode="false" />,
  // @ts-expect-error A page reads the state and never sets it.
  <secure-payment key="3" state="succeeded" />,
  // @ts-expect-error There is no such property; TSX accepts any name with a hyphen.
  <secure-payment key="4" apiBass="https://pay.example" />,
  // @ts-expect-error The detail has no such member.
  <secure-payment key="5" onsp-success={(event) => event.detail.paid} />,
]
