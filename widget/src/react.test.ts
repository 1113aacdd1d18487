import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SecurePayment } from './react.ts'

test('A server renders the tag with its attributes and the fallback link, without the token, properties and handlers', () => {
  const markup = renderToString(
    createElement(
      SecurePayment,
      {
        token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
        apiBase: 'https://pay.example',
        clientId: '"><script>',
        className: 'checkout',
        theme: 'dark',
        testMode: true,
        withoutReceipt: false,
        autoSelect: false,
        merchantName: null,
        strings: { payment: 'Order' },
        walletFilter: () => true,
        onSuccess: () => {},
      },
      createElement('a', { href: 'https://pay.example/?token=1' }, 'Pay'),
    ),
  )
  expect(markup).toMatchInlineSnapshot(
    `"<secure-payment api-base="https://pay.example" client-id="&quot;&gt;&lt;script&gt;" class="checkout" theme="dark" test-mode="" auto-select="false"><a href="https://pay.example/?token=1">Pay</a></secure-payment>"`,
  )
  expect(globalThis.customElements?.get('secure-payment')).toBeUndefined()
})
