import type { Browser } from '@playwright/test'
import { createCheckout } from './support/checkout.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { installWallet } from './support/installWallet.ts'
import { expect, test } from './support/merchant.ts'
import { createPayer, type Payer } from './support/payer.ts'
import { payThrough } from './support/payThrough.ts'
import { watchProblems } from './support/watchProblems.ts'
import type { World } from './support/world.ts'

test('Two payers pay one reusable link, each with a separate payment, and the merchant sees both payments', async ({
  browser,
  merchant,
  world,
}) => {
  const { page: desk, account, button, field, heading, dialog } = merchant
  // Chromium logs a line for a cancelled link's error response.
  merchant.problems.allow(/^Failed to load resource: .* 410 \(Gone\)/)
  await merchant.register()
  await merchant.go('New payment link')
  await field('Wallet address').fill(account.address)
  await desk.getByRole('radio', { name: /^USDC / }).check()
  await field('Currency').selectOption('USDC')
  await desk.getByRole('textbox', { name: 'Amount' }).fill('12.5')
  await field('Title').fill('Conference seat')
  await field('Your reference').fill('SEAT')
  await desk.getByRole('radio', { name: /^Any number of times/ }).check()
  await expect(field('E-mail')).toHaveCount(0)
  await inspectScreen(desk, 'the form of a reusable link')
  await button('Create link').click()
  await expect(heading('Link for Conference seat')).toBeFocused()
  await expect(heading('0 payments of this link')).toBeVisible()
  const url = await desk.getByRole('link', { name: /\?token=/ }).getAttribute('href')
  const token = new URL(url ?? '').searchParams.get('token') ?? ''

  const [first, second] = [await createPayer(world), await createPayer(world)]
  const one = await payLink({ browser, world, url: url ?? '', payer: first })
  await expect(heading('1 payment of this link')).toBeVisible()
  const two = await payLink({ browser, world, url: url ?? '', payer: second })
  expect(new Set([token, one, two]).size).toBe(3)

  // The page reads the link again automatically.
  await expect(heading('2 payments of this link')).toBeVisible()
  await expect(desk.locator('.records h3').filter({ hasText: '12.50' })).toHaveCount(2)
  await expect(desk.getByText('Open', { exact: true })).toBeVisible()
  await inspectScreen(desk, 'a reusable link with two payments')
  await desk.getByRole('link', { name: 'All payments of this link' }).click()
  const rows = desk.getByRole('row').filter({ hasText: 'SEAT' })
  await expect(rows).toHaveCount(2)
  for (const { address } of [first, second]) {
    await expect(rows.filter({ has: desk.getByTitle(address) })).toHaveCount(1)
  }
  await watchCancelling({ browser, url: url ?? '' }, async () => {
    await desk.goBack()
    await button('Cancel link').click()
    await dialog.getByRole('button', { name: 'Cancel link' }).click()
    await expect(desk.getByText('Cancelled. Payers see that')).toBeVisible()
  })

  await merchant.go('Links')
  const links = desk.getByRole('row').filter({ hasText: 'Conference seat' })
  await expect(links).toHaveCount(1)
  await expect(links).toContainText('Any number of times')
  await expect(links).toContainText('2 payments')
})

/** Opens the link, cancels it, and asserts that the open page shows the cancellation without a reload. */
async function watchCancelling(
  { browser, url }: { browser: Browser; url: string },
  cancel: () => Promise<void>,
): Promise<void> {
  await using context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
  await cancel()
  await expect(
    page.getByRole('heading', { name: 'This payment was cancelled', exact: true }),
  ).toBeVisible()
}

type Visit = { browser: Browser; world: World; url: string; payer: Payer }

/** Opens the link in a fresh browser, continues, reloads and pays; returns the token of the payer's own payment. */
async function payLink({ browser, world, url, payer }: Visit): Promise<string> {
  await using context = await browser.newContext()
  const problems = await watchProblems(context)
  await installWallet(context, world, payer)
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Conference seat' })).toBeVisible()
  await expect(page.getByText('12.50 USDC').first()).toBeVisible()
  await inspectScreen(page, 'the offer of a reusable link')
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick()
  const checkout = createCheckout(page)
  await checkout.expectState('connect', 'Choose a wallet')
  const own = page.url()
  expect(own).not.toBe(url)
  await page.reload()
  await checkout.expectState('connect', 'Choose a wallet')
  expect(page.url()).toBe(own)
  await payThrough(world, checkout)
  await checkout.expectState('succeeded')
  expect(problems.found).toEqual([])
  return new URL(own).searchParams.get('token') ?? ''
}
