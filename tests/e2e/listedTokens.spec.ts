import type { Page } from '@playwright/test'
import { PAYEE, startTestHost } from '../support/testHost.ts'
import { createCheckout } from './support/checkout.ts'
import { expect, test } from './support/story.ts'

/** Coinbase's wrapped bitcoin on Base, with 8 decimals: in the catalogue, not in the registry. */
const CBBTC = {
  payee: PAYEE,
  amount: '0.12345678',
  invoiceCurrency: 'cbBTC-base',
  paymentCurrency: 'cbBTC-base',
}
/** Nobody answers there: up to the review a payment needs the service alone. */
const NODE = 'http://127.0.0.1:9'
const BASE = {
  PAY_NETWORKS: 'base',
  PAY_RPC_URL_BASE: NODE,
  PAY_PUBLIC_RPC_URL_BASE: NODE,
}
const LIST = /\/base-[\w-]{7}\.js$/

test('A link in a token beyond the registry is reviewed by the list that the element carries', async ({
  page,
  wallet,
  problems,
}) => {
  problems.allow(/127\.0\.0\.1:9\/|net::ERR_/)
  await using host = await startTestHost(BASE)
  const loaded = page.waitForResponse(LIST)
  const checkout = await open(page, host)
  await checkout.connect()
  await checkout.expectState('review', 'Decoded on this device')
  await checkout.expectState('review', /0\.12345678.cbBTC/)
  expect((await loaded).status()).toBe(200)
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('A service that serves another list is not believed, and nothing can be signed', async ({
  page,
  wallet,
  problems,
}) => {
  problems.allow(/127\.0\.0\.1:9\/|net::ERR_/)
  await using host = await startTestHost(BASE)
  let isAltered = false
  await page.route(LIST, async (route) => {
    const answer = await route.fetch()
    const list = await answer.text()
    const body = list.replace('cbBTC 8', 'cbBTC 6')
    isAltered = body !== list
    await route.fulfill({ response: answer, body, headers: {}, contentType: 'text/javascript' })
  })
  const checkout = await open(page, host)
  await checkout.button('Test wallet').click()
  await checkout.expectState('failed')
  expect(isAltered).toBe(true)
  await expect(checkout.button(/^Pay /)).toHaveCount(0)
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

async function open(page: Page, { call }: Awaited<ReturnType<typeof startTestHost>>) {
  const { json } = await call('POST', '/v2/secure-payments', { body: { requests: [CBBTC] } })
  await page.goto(json.securePaymentUrl)
  const checkout = createCheckout(page)
  await checkout.expectState('connect')
  return checkout
}
