import { SecurePayment, type SecurePaymentElement } from '@secure-payment/widget/react'
import { useRef } from 'react'

/** The component from the guide to Next.js must compile, with every prop and event typed. */
export function Checkout({ token, isTest }: { token: string | null; isTest: boolean }) {
  const element = useRef<SecurePaymentElement>(null)
  return (
    <SecurePayment
      ref={element}
      key={token}
      className="checkout"
      lang="de"
      data-test="checkout"
      aria-label="Payment"
      token={token}
      apiBase="https://pay.example"
      clientId={undefined}
      autoSelect={false}
      testMode={isTest}
      theme="dark"
      strings={{ payment: 'Order' }}
      onSuccess={(event) => {
        const paid: readonly string[] = event.detail.requestIds
        console.log(paid, event.detail.receipt.token, element.current?.state)
      }}
      onBeforePay={(event) => event.waitUntil(Promise.resolve())}
      onError={({ detail }) => console.log(detail.moneyState)}
      onClick={(event) => event.currentTarget.pay()}
    >
      <a href="https://pay.example/">Pay now</a>
    </SecurePayment>
  )
}

const base = { token: 'T', apiBase: 'https://pay.example' }

/** Must not compile. */
export const wrongProps = [
  // @ts-expect-error The token is missing.
  <SecurePayment key="1" apiBase="https://pay.example" />,
  // @ts-expect-error There is no such theme.
  <SecurePayment key="2" {...base} theme="blue" />,
  // @ts-expect-error Text is not a boolean.
  <SecurePayment key="3" {...base} testMode="false" />,
  // @ts-expect-error A page reads the state and never sets it.
  <SecurePayment key="4" {...base} state="succeeded" />,
  // @ts-expect-error The detail has no such member.
  <SecurePayment key="5" {...base} onSuccess={(event) => event.detail.paid} />,
  // @ts-expect-error The component has handlers of its own.
  <SecurePayment key="6" {...base} onSucceed={() => {}} />,
]

/** The tag from the guide must compile, with every event typed. */
export function TagCheckout({ token, isTest }: { token: string; isTest: boolean }) {
  const element = useRef<SecurePaymentElement>(null)
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
