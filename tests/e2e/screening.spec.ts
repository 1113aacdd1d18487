import { createClient } from '@secure-payment/core/client'
import type { Sink } from '@secure-payment/devnet'
import { createCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPayees, fieldOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import { createPayer } from './support/payer.ts'
import { finish } from './support/payThrough.ts'
import { startFreshHost } from './support/startFreshHost.ts'

const COIN = [{ symbol: 'ETH', amount: '0.015' }]
const REASON = 'sanctions-2026-11'
const SUPPORT = 'help@shop.example.test'
/** Chromium logs a line for the response to the denied wallet. */
const REFUSED = /^Failed to load resource: .* 403 \(Forbidden\)/
/** The only calls that a denied wallet receives: they connect it, and send nothing. */
const CONNECTING = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId']

test('A wallet on the deny list gets no request, another account pays the same link, and the merchant finds the reason', async ({
  page,
  world,
  payer: denied,
  wallet,
  problems,
  servers,
  merchant,
}) => {
  const { host, apiKey, link } = await startFreshHost(servers, world, {
    PAY_ROLE: 'api,watcher,worker',
    PAY_PUBLIC_RPC_URL_DEVNET: world.devnet.chains.chain('devnet').rpcUrl,
    PAY_CONFIRMATIONS_DEVNET: '2',
    PAY_POLL_INTERVAL_MS_DEVNET: '250',
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_SCREENING: 'list',
    PAY_SCREENING_LIST: `${denied.address.toLowerCase()} ${REASON}`,
  })
  problems.allow(REFUSED)
  const { page: desk, sink } = merchant
  await desk.goto(link)
  await merchant.signInWithWallet()
  const client = createClient({ baseUrl: host.url, apiKey })
  await client.branding.update({ body: { supportEmail: SUPPORT } })
  const { secret } = await client.webhooks.create({ body: { url: sink.url } })
  sink.setSecret(secret)
  const payment = await createPayment({ devnet: { ...world.devnet, client } }, COIN)

  await page.goto(payment.hostedUrl)
  const checkout = createCheckout(page)
  await checkout.button('Test wallet').click()
  await checkout.expectState('blocked', 'This wallet cannot pay here')
  await expect(checkout.element.getByText('Nothing was charged.')).toBeVisible()
  await expect(checkout.element.getByRole('link', { name: SUPPORT })).toBeVisible()
  await expect(checkout.element.getByText(/sanction|deny|list|screen/i)).toHaveCount(0)
  await inspectScreen(page, 'a wallet on the deny list')
  const asked = new Set(wallet.calls.map(({ method }) => method))
  expect([...asked].filter((method) => !CONNECTING.includes(method))).toEqual([])
  expect(await screened(sink, denied.address)).toMatchObject({
    requestId: payment.requestIds[0],
    securePaymentToken: payment.token,
    status: 'rejected',
    reasonCode: REASON,
    provider: 'list',
  })

  const other = await createPayer(world)
  await checkout.button('Change wallet').click()
  await checkout.expectState('connect', 'Choose a wallet')
  await page.evaluate((key) => window.__testWallet?.setAccounts([key]), other.privateKey)
  await checkout.connect()
  await finish(world, checkout)
  await checkout.expectState('succeeded', 'Payment complete')
  await expectPayees(world, payment)
  expect(wallet.count('eth_sendTransaction')).toBe(1)
  const chain = world.devnet.chains.client('devnet')
  expect(await chain.getTransactionCount(denied)).toBe(0)
  expect(await screened(sink, other.address)).toMatchObject({
    status: 'approved',
    reasonCode: null,
  })
  const paid = await sink.waitFor((one) => fieldOf(one, 'event') === 'payment.confirmed')
  expect(paid).toMatchObject({ verified: true, body: { requestId: payment.requestIds[0] } })

  await merchant.go('Payments')
  await desk.getByRole('row').getByRole('link', { name: '0.015 ETH' }).click()
  const history = desk.getByRole('list', { name: 'History' }).getByRole('listitem')
  const rejection = history.filter({ hasText: 'Wallet not accepted' })
  await expect(rejection).toContainText(`Reason: ${REASON} · deny list`)
  await expect(rejection.getByTitle(denied.address)).toBeVisible()
  const acceptance = history.filter({ hasText: 'Wallet accepted' })
  await expect(acceptance.getByTitle(other.address)).toBeVisible()
  await expect(history.filter({ hasText: 'payment.confirmed' })).toBeVisible()
  await inspectScreen(desk, 'a payment with a rejected wallet')
})

/** Waits for the webhook about a wallet's screening; returns its body, whose signature is valid. */
async function screened(sink: Sink, wallet: string): Promise<unknown> {
  const { verified, body } = await sink.waitFor(
    (one) =>
      fieldOf(one, 'event') === 'kyt.screening.completed' &&
      fieldOf(one, 'walletAddress') === wallet,
  )
  expect(verified).toBe(true)
  return body
}
