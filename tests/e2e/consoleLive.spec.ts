import type { Page } from '@playwright/test'
import type { Client } from '@secure-payment/core/client'
import { createKeyClient } from './support/createKeyClient.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import { createPayer, createStranger, type Payer } from './support/payer.ts'
import { sendAs } from './support/sendAs.ts'
import type { World } from './support/world.ts'

const EVENTS = '**/v2/payments/events'
/** The number of polls by the browser without a stream; the other browser would poll as often without its stream. */
const POLLS = 3

test('A payment appears on Home and on Payments without polling, even after a lost connection', {
  tag: '@deep',
}, async ({ merchant, world }) => {
  const { page: desk } = merchant
  await merchant.signInWithWallet()
  const client = await createKeyClient(merchant, world)
  const payer = await createPayer(world)
  await order(world, client, payer, 'first')
  await merchant.go('Home')
  const row = (reference: string) => desk.getByRole('row').filter({ hasText: reference })
  await expect(row('first')).toBeVisible()

  // A console whose network blocks the stream shows that it polls.
  const other = await merchant.openBrowser()
  other.problems.allow(/net::ERR_FAILED/)
  await other.page.route(EVENTS, (route) => route.abort())
  await other.signInWithWallet()
  await other.go('Payments')
  await expect(other.page.getByText(/^Not live: the service sends no changes/)).toBeVisible()
  await inspectScreen(other.page, 'payments without the stream')
  const read = countReads(desk)
  const polled = countReads(other.page)
  await expect.poll(polled, { timeout: 120_000 }).toBeGreaterThanOrEqual(POLLS)
  // The first event of the stream may cause one read, and the end of a minute may cause another.
  expect(read()).toBeLessThan(POLLS)
  await expect(desk.getByText(/^Not live/)).toBeHidden()

  await order(world, client, payer, 'second')
  await expect(row('second')).toBeVisible()
  await merchant.go('Payments')
  await order(world, client, payer, 'third')
  await expect(row('third')).toBeVisible()
  await expect(other.page.getByRole('row').filter({ hasText: 'third' })).toBeVisible()
  await other.page.unrouteAll({ behavior: 'ignoreErrors' })
  await other.page.close()

  merchant.problems.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await desk.context().setOffline(true)
  await expect(desk.getByText(/^Not live: this device is offline/)).toBeVisible()
  await order(world, client, payer, 'fourth')
  await desk.context().setOffline(false)
  await expect(row('fourth')).toBeVisible()
  await expect(desk.getByText(/^Not live/)).toBeHidden()
})

/** Returns a function that counts payment reads from now on. */
function countReads(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v2/payments') count += 1
  })
  return () => count
}

/** Creates a request, and pays it. */
async function order(world: World, client: Client, payer: Payer, reference: string): Promise<void> {
  const { requestId } = await client.requests.create({
    body: {
      amount: '25',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      payee: createStranger().address,
      reference,
    },
  })
  const { transactions } = await client.requests.pay({
    params: { requestId },
    query: { wallet: payer.address },
  })
  for (const call of transactions) {
    await sendAs(world, payer, call)
    await world.devnet.mine('devnet', 1)
  }
  await world.devnet.mine('devnet', 2)
}
