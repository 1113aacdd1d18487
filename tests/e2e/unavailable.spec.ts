import type { Page } from '@playwright/test'
import { openCheckout, openHosted } from './support/checkout.ts'
import { createPayment, type Payment } from './support/createPayment.ts'
import { expirePayment } from './support/expirePayment.ts'
import { COINS, expect, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  inOrder,
  OPENED,
  PAID,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { failService } from './support/matrix/troubles.ts'

const DOLLARS = [
  { symbol: 'USDC', amount: '80', invoiced: { currency: 'USD', arriving: '80' } },
] as const
const UNKNOWN_TOKEN = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
/** Returns the message that Chromium logs for a rejected request. */
const refused = (status: number) =>
  new RegExp(`^Failed to load resource: the server responded with a status of ${status}`)
/** The page releases its lock even if the response to its lock request failed. The service returns 404 if it has no lock. */
const NO_LOCK = refused(404)
const UNREACHABLE = /^Failed to load resource: net::ERR_/

test('A payment that is already paid shows its receipt, on the merchant’s page and on the hosted page', {
  tag: '@deep',
}, async ({ context, world, row }) => {
  const first = await row.review(COINS)
  await row.finish()
  await first.expectState('succeeded')
  for (const open of [openCheckout, openHosted]) {
    const later = await open(await context.newPage(), world, row.payment)
    await later.expectState('succeeded', 'Paid to')
    await expect(later.element.getByRole('link', { name: 'View receipt' })).toBeVisible()
    await expect(later.button(/^Pay/)).toHaveCount(0)
  }
  const paid = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  const shown = 'loading succeeded +ready +success'
  await row.end({ sends: 1, payCalls: 2, transcript: [paid, shown, shown] })
})

test('A payment that was paid in the meantime is not paid again', { tag: '@deep' }, async ({
  row,
}) => {
  await row.review(COINS)
  const quick = await row.openAgain()
  await quick.connect()
  await quick.pay()
  await row.confirm(quick)
  await quick.expectState('succeeded')
  const paid = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: 3, transcript: [`${OPENED} ${REVIEWED} … ${PAID}`, paid] })
})

test('An expired payment cannot be paid', { tag: '@deep' }, async ({
  page,
  world,
  row,
  problems,
}) => {
  problems.allow(refused(403))
  const checkout = await row.open(COINS)
  await checkout.expectState('connect')
  // The payer leaves the page, because an open page would show the expiry without a reload.
  const url = page.url()
  await page.goto('about:blank')
  expirePayment(world, row.payment)
  await page.goto(url)
  await checkout.expectState('unavailable')
  await expect(checkout.button(/./)).toHaveCount(0)
  await row.end({
    state: 'unavailable',
    title: 'This payment has expired',
    sends: 0,
    payCalls: 0,
    transcript: `${OPENED} | loading unavailable`,
  })
})

test('A payment that the merchant cancels is shown as cancelled at once in an open page, and after a reload', {
  tag: '@deep',
}, async ({ page, world, problems }) => {
  problems.allow(refused(410))
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.expectState('connect')
  await world.devnet.client.securePayments.cancel({ params: { token: payment.token } })
  for (const isReload of [false, true]) {
    if (isReload) await page.reload()
    await checkout.expectState('unavailable', 'This payment was cancelled')
    await checkout.expectState(
      'unavailable',
      'Nothing was charged. Ask the merchant for a new payment link.',
    )
    await expect(checkout.button(/./)).toHaveCount(0)
  }
})

test('The summary of the hosted page no longer names an amount to pay once the payment ends while the page is open', async ({
  page,
  world,
  problems,
}) => {
  problems.allow(refused(403))
  problems.allow(refused(410))
  const ends = [
    ({ token }: Payment) => world.devnet.client.securePayments.cancel({ params: { token } }),
    (payment: Payment) => expirePayment(world, payment),
  ]
  for (const end of ends) {
    const payment = await createPayment(world, COINS)
    const checkout = await openHosted(page, world, payment)
    await checkout.expectState('connect')
    await expect(page.locator('.summary')).toContainText('To pay')
    await end(payment)
    await checkout.expectState('unavailable')
    await expect(page.locator('.summary')).toContainText('Total')
    await expect(page.locator('.summary')).not.toContainText('To pay')
  }
})

test('A payment that expires during the review does not reach the wallet', {
  tag: '@deep',
}, async ({ page, world, row, problems }) => {
  problems.allow(/^Failed to load resource/)
  const checkout = await row.review(COINS)
  // The page receives no updates: only the call that Pay makes returns the expiry.
  await failService(page, 'payment', { status: 503 })
  await failService(page, 'events', { status: 503 })
  expirePayment(world, row.payment)
  await checkout.pay()
  await row.end({
    state: 'unavailable',
    title: 'This payment has expired',
    sends: 0,
    payCalls: 1,
    transcript: inOrder(OPENED, REVIEWED, '+before-pay preparing unavailable'),
  })
})

test('The page shows that an unknown payment was not found', { tag: '@deep' }, async ({
  page,
  world,
  problems,
}) => {
  problems.allow(refused(404))
  const checkout = await openCheckout(page, world, { token: UNKNOWN_TOKEN })
  await checkout.expectState('unavailable', 'Payment not found')
})

test('A page on a domain that the merchant did not allow cannot read the payment', {
  tag: '@deep',
}, async ({ page, world, problems }) => {
  problems.allow(refused(403))
  const payment = await createPayment(world, COINS)
  const { clientId } = await world.devnet.client.clientIds.create({
    body: { label: 'Elsewhere', allowedDomains: ['https://elsewhere.example'] },
  })
  const checkout = await openCheckout(page, world, payment, { 'client-id': clientId })
  await checkout.expectState('unavailable', 'This site is not allowed to take this payment')
})

test('A rate limit counts down, and then the payer can retry', { tag: '@deep' }, async ({
  page,
  row,
  problems,
}) => {
  problems.allow(refused(429))
  await page.clock.install()
  const checkout = await row.open(COINS)
  await row.expectStep({ state: 'connect', text: 'Test wallet', sends: 0, transcript: [OPENED] })
  await answerOnce(page, row.payment.token, { status: 429, headers: { 'retry-after': '20' } })
  await page.reload()
  await checkout.expectState('unavailable', 'Too many requests')
  await expect(checkout.button(/^Try again in \d+ s$/)).toBeDisabled()
  await page.clock.fastForward(21_000)
  await checkout.button('Try again').click()

  await checkout.connect()
  await row.finish()
  const limited = inOrder('| loading unavailable', OPENED)
  const transcript = inOrder(OPENED, limited, REVIEWED, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: 2, transcript })
})

test('Without a current exchange rate the payer is charged nothing, and pays once there is a rate', {
  tag: '@deep',
}, async ({ page, row, problems }) => {
  problems.allow(refused(400))
  const checkout = await row.review(DOLLARS)
  const path = `${row.payment.token}/pay`
  await answerOnce(page, path, { status: 400, code: 'rate_too_old', headers: {} })
  await checkout.pay()
  await checkout.expectState('review', 'There is no current exchange rate. Nothing was charged.')
  await row.expectUnpaid(0)

  await row.finish()
  const refusedOnce = '+before-pay preparing review'
  const transcript = inOrder(OPENED, REVIEWED, refusedOnce, APPROVED, SENT, PAID)
  await row.end({ sends: 2, payCalls: 3, transcript })
})

test('A payer who is offline continues when the connection is back', { tag: '@deep' }, async ({
  context,
  row,
  problems,
}) => {
  problems.allow(UNREACHABLE)
  problems.allow(NO_LOCK)
  const checkout = await row.review(COINS)
  await context.setOffline(true)
  await checkout.expectState(
    'review',
    /You are offline\. We continue as soon as your connection is back\./,
  )
  await checkout.pay()
  await checkout.expectState('review', 'Nothing was charged.')
  await row.expectUnpaid(0)

  await context.setOffline(false)
  await checkout.pay()
  await checkout.expectState('confirming')
  await context.setOffline(true)
  await row.mine()
  await checkout.expectState('confirming', 'You are offline')
  await context.setOffline(false)
  const lost = '+before-pay preparing review'
  const transcript = inOrder(OPENED, REVIEWED, lost, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: 2, transcript })
})

/** Rejects the first request to the path below `/v2/secure-payments/`, and lets later requests through. */
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
