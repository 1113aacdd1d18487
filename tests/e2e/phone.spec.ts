import { openCheckout, openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { installWallet } from './support/installWallet.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { OPENED, PAID } from './support/matrix/transcript.ts'
import { createStranger, fundPayer } from './support/payer.ts'
import { finish } from './support/payThrough.ts'
import { readQr } from './support/readQr.ts'
import { expect, test } from './support/story.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]

test('A payer without a wallet scans the code, pays on their phone, and the shop’s page updates', async ({
  page,
  context,
  events,
  browser,
  world,
}) => {
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment, {
    'pay-url': world.devnet.json.host.payUrl,
  })
  await expect(page.getByRole('heading', { name: 'Pay with your phone' })).toBeVisible()
  const scanned = await readQr(
    checkout.element.getByRole('img', { name: 'QR code of this payment’s page' }),
  )
  expect(scanned).toBe(payment.hostedUrl)

  const phone = await browser.newContext()
  const payer = createStranger()
  await fundPayer(world, payer)
  const wallet = await installWallet(phone, world, payer)
  const there = await openHosted(await phone.newPage(), world, { hostedUrl: scanned })
  await there.connect()
  await finish(world, there)
  await expectPaidOnce(world, { payment, checkout: there, payer, wallet, sends: 1 })
  await checkout.expectState('succeeded')
  await expectRow(context, events, { payCalls: 0, transcript: `${OPENED} … ${PAID}` })
  await phone.close()
})

test('A payer with a wallet opens the phone screen, copies the link, and goes back to the wallets', {
  tag: '@deep',
}, async ({ page, context, world, wallet }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment, {
    'pay-url': world.devnet.json.host.payUrl,
  })
  await checkout.button('Phone wallet').click()
  await expect(page.getByRole('heading', { name: 'Pay with your phone' })).toBeFocused()
  await expect(page.getByRole('tablist')).toHaveCount(0)
  await checkout.button('Copy payment link').click()
  await expect(checkout.button('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payment.hostedUrl)

  await checkout.button('Other wallets').click()
  await expect(checkout.button('Test wallet')).toBeVisible()
  expect(wallet.calls).toEqual([])
})
