import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundleHydration } from '../../widget/src/testing/bundleHydration.ts'
import { renderOnServer } from '../../widget/src/testing/renderOnServer.ts'
import { createCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

test('A server-rendered page shows the skeleton and the link without JavaScript', {
  tag: '@deep',
}, async ({ browser, world }) => {
  await using site = await startRenderedSite(world)
  const context = await browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(site.url)
    await expect(page.locator('secure-payment [part~=card]')).toBeVisible()
    await expect(page.locator('secure-payment .skeleton').first()).toBeVisible()
    await page.getByRole('link', { name: 'Pay on the payment page' }).click()
    await page.waitForURL(site.payment.hostedUrl)
  } finally {
    await context.close()
  }
})

test('The element hydrates the server-rendered page without replacing it, and the payer pays', async ({
  page,
  world,
  wallet,
}) => {
  await using site = await startRenderedSite(world)
  await page.goto(site.url)
  const checkout = createCheckout(page)
  await checkout.expectState('connect', '12.5')
  // The element still contains only the section that the server rendered.
  await expect(page.locator('secure-payment section')).toHaveCount(1)
  await expect(page.locator('secure-payment section')).toHaveAttribute('data-server', '')
  await expect(page.getByRole('link', { name: 'Pay on the payment page' })).toBeHidden()
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded', 'Payment complete')
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

/** Starts a shop that renders the element on its server and bundles it with hydration, like a Lit application. */
async function startRenderedSite({ devnet }: World) {
  const { baseUrl, payUrl } = devnet.json.host
  const files = await bundleHydration()
  let markup = ''
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? ''
    const code = files.get(name)
    response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript')
    response.setHeader('content-security-policy', POLICY)
    response.end(code ?? (name === '' ? markup : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const { clientId } = await devnet.client.clientIds.create({
    body: { label: 'Rendered', allowedDomains: [url] },
  })
  const payment = await createPayment({ devnet }, [{ symbol: 'USDC', amount: '12.5' }])
  const { token, hostedUrl } = payment
  const element = await renderOnServer({ token, apiBase: baseUrl, clientId, payUrl, hostedUrl })
  markup = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Order</title><link rel="icon" href="data:,">
<script type="module" src="/entry.js"></script></head>
<body><main><h1>Order</h1>${element.replace('<section ', '<section data-server ')}</main></body></html>`
  return {
    url,
    payment,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A declarative shadow root contains its style sheet inline, so the policy must allow inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'connect-src http://127.0.0.1:* http://localhost:*',
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')
