import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('A server renders the tag with its attributes and the fallback link, without the token, properties and handlers', async () => {
  const define = vi.fn()
  vi.stubGlobal('customElements', { define, get: () => undefined })
  vi.resetModules()
  const { SecurePayment } = await import('./react.ts')
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
  expect(define).not.toHaveBeenCalled()
})
