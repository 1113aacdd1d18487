import type { Page } from '@playwright/test'
import { openCheckout, openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { expirePayment } from './support/expirePayment.ts'
import { finish } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

const COINS = [{ symbol: 'ETH', amount: '0.5' }]
const DOLLARS = [
  { symbol: 'USDC', amount: '80', invoiced: { currency: 'USD', arriving: '80' } },
] as const
const UNKNOWN_TOKEN = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
/** What Chromium writes about an answer that a story is about. */
const refused = (status: number) =>
  new RegExp(`^Failed to load resource: the server responded with a status of ${status}`)
/** A lock whose answer was refused or lost is given back in any case; the service may know nothing of it. */
const NO_LOCK = refused(404)
const UNREACHABLE = /^Failed to load resource: net::ERR_/

test('A payment that is paid already shows its receipt, in the page and on the hosted page', async ({
  page,
  context,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  const first = await openCheckout(page, world, payment)
  await first.connect()
  await first.pay()
  await first.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await first.expectState('succeeded')

  for (const open of [openCheckout, openHosted]) {
    const later = await open(await context.newPage(), world, payment)
    await expectPaidOnce(world, { payment, checkout: later, payer, wallet, sends: 1 })
    await later.expectState('succeeded', 'Paid to')
    await expect(later.button('Print receipt')).toBeVisible()
    await expect(later.button(/^Pay/)).toHaveCount(0)
  }
})

test('A payment that was paid in the meantime is not paid again', async ({
  page,
  context,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  const slow = await openCheckout(page, world, payment)
  await slow.connect()
  const quick = await openCheckout(await context.newPage(), world, payment)
  await quick.connect()
  await quick.pay()
  await quick.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await quick.expectState('succeeded')
  await expectPaidOnce(world, { payment, checkout: slow, payer, wallet, sends: 1 })
})

test('An expired payment cannot be paid', async ({ page, world, wallet, problems }) => {
  problems.allow(refused(403))
  const payment = await createPayment(world, COINS)
  expirePayment(world, payment)
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('unavailable', 'This payment has expired')
  await expect(checkout.button(/./)).toHaveCount(0)
  await expectUnpaid(world, { payment, wallet, sends: 0 })
})

test('A payment that expires under review is not asked of the wallet', async ({
  page,
  world,
  wallet,
  problems,
}) => {
  problems.allow(refused(403))
  problems.allow(NO_LOCK)
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  expirePayment(world, payment)
  await checkout.pay()
  await checkout.expectState('unavailable', 'This payment has expired')
  await expectUnpaid(world, { payment, wallet, sends: 0 })
})

test('An unknown payment is said to be unknown', async ({ page, world, problems }) => {
  problems.allow(refused(404))
  const checkout = await openCheckout(page, world, { token: UNKNOWN_TOKEN })
  await checkout.expectState('unavailable', 'Payment not found')
})

test('A page that the merchant did not allow cannot read the payment', async ({
  page,
  world,
  problems,
}) => {
  problems.allow(refused(403))
  const payment = await createPayment(world, COINS)
  const { clientId } = await world.devnet.client.clientIds.create({
    body: { label: 'Elsewhere', allowedDomains: ['https://elsewhere.example'] },
  })
  const checkout = await openCheckout(page, world, payment, { 'client-id': clientId })
  await checkout.expectState('unavailable', 'This page may not take this payment')
})

test('A rate limit counts down, and then lets the payer try again', async ({
  page,
  world,
  payer,
  wallet,
  problems,
}) => {
  problems.allow(refused(429))
  await page.clock.install()
  const payment = await createPayment(world, COINS)
  await answerOnce(page, payment.token, { status: 429, headers: { 'retry-after': '20' } })
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('unavailable', 'Too many requests')
  await expect(checkout.button(/^Try again in \d+ s$/)).toBeDisabled()
  await page.clock.fastForward(21_000)
  await checkout.button('Try again').click()

  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
})

test('A service that fails is asked again when the payer wants it', async ({
  page,
  world,
  wallet,
  problems,
}) => {
  problems.allow(refused(503))
  const payment = await createPayment(world, COINS)
  await answerOnce(page, payment.token, { status: 503, headers: {} })
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('unavailable', 'The payment service cannot be reached')
  await checkout.button('Try again').click()
  await checkout.expectState('connect')
  await expectUnpaid(world, { payment, wallet, sends: 0 })
})

test('A service that fails when Pay is pressed charges nothing, and the payer tries again', async ({
  page,
  world,
  payer,
  wallet,
  problems,
}) => {
  problems.allow(refused(500))
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  await answerOnce(page, `${payment.token}/pay`, { status: 500, headers: {} })
  await checkout.pay()
  await checkout.expectState('review', 'The payment service did not answer. Nothing was charged.')
  await expectUnpaid(world, { payment, wallet, sends: 0 })

  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
})

test('Without a current exchange rate the payer is told so and charged nothing, and pays once there is one', async ({
  page,
  world,
  payer,
  wallet,
  problems,
}) => {
  problems.allow(refused(400))
  const payment = await createPayment(world, DOLLARS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  await answerOnce(page, `${payment.token}/pay`, { status: 400, code: 'rate_too_old', headers: {} })
  await checkout.pay()
  await checkout.expectState('review', 'There is no current exchange rate. Nothing was charged.')
  await expectUnpaid(world, { payment, wallet, sends: 0 })

  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
})

test('A payer who is offline goes on when the connection is back', async ({
  page,
  context,
  world,
  payer,
  wallet,
  problems,
}) => {
  problems.allow(UNREACHABLE)
  problems.allow(NO_LOCK)
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  await context.setOffline(true)
  await checkout.expectState('review', 'You are offline. We go on as soon as you are back.')
  await checkout.pay()
  await checkout.expectState('review', 'Nothing was charged.')
  await expectUnpaid(world, { payment, wallet, sends: 0 })

  await context.setOffline(false)
  await checkout.pay()
  await checkout.expectState('confirming')
  await context.setOffline(true)
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('confirming', 'You are offline.')
  await context.setOffline(false)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
})

/** Answers the first request to the path behind `/v2/secure-payments/` with a refusal, and lets the rest through. */
async function answerOnce(
  page: Page,
  path: string,
  answer: { status: number; code?: string; headers: Record<string, string> },
): Promise<void> {
  const exposed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
  await page.route(
    new RegExp(`/v2/secure-payments/${path}(\\?|$)`),
    (route) =>
      route.fulfill({
        status: answer.status,
        headers: { ...exposed, ...answer.headers, 'content-type': 'application/problem+json' },
        json: {
          status: answer.status,
          title: 'Refused',
          message: 'Refused.',
          code: answer.code ?? 'refused',
        },
      }),
    { times: 1 },
  )
}
