import type { Page } from '@playwright/test'
import { createCheckout } from './support/checkout.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import { createStranger, fundPayer } from './support/payer.ts'
import { payThrough } from './support/payThrough.ts'

/** Chromium logs an error for the console's read of a cancelled link, which returns 410. */
const GONE = /^Failed to load resource: .* 410 \(Gone\)/

test('A finance member creates payouts above the limit, and the owner approves one from Home and declines another', {
  tag: '@deep',
}, async ({ merchant, world }) => {
  await fundPayer(world, merchant.account)
  const { page: desk, button, dialog } = merchant
  const { email } = await merchant.register()
  const member = await invite(merchant)
  member.problems.allow(GONE)

  await merchant.go('Payouts')
  await desk.getByRole('link', { name: 'Approvals' }).click()
  await expect(desk.getByText('No payout needs approval.')).toBeVisible()
  await desk.getByRole('textbox', { name: 'Limit' }).fill('100.50')
  await button('Set limit').click()
  await expect(desk.getByText(/^Payouts worth \$100\.50 or more wait/)).toBeVisible()
  await expect(merchant.heading('Nothing waits for approval')).toBeVisible()
  await inspectScreen(desk, 'approvals without a payout')

  await member.go('Payouts')
  await createPayout(member, '250')
  await expect(
    member.page.getByText('Created. It waits for a second member’s approval.'),
  ).toBeVisible()
  await expect(member.heading('Waiting for approval')).toBeVisible()
  await expect(member.page.getByText('You requested this, so another member must')).toBeVisible()
  await expect(member.button(/^Approve/)).toHaveCount(0)
  await expect(member.page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await inspectScreen(member.page, 'payout link that waits for approval')

  await merchant.go('Home')
  await desk.getByRole('link', { name: /^1 payout waits for your approval/ }).click()
  await expect(desk.getByText('Waiting for approval')).toBeVisible()
  await inspectScreen(desk, 'an approval that waits')
  await button('Approve: 250 USDC').click()
  await expect(dialog.getByRole('heading', { name: 'Approve 250 USDC?' })).toBeVisible()
  await inspectScreen(desk, 'the question before an approval')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('Approved. It can be paid now.')).toBeVisible()
  await expect(merchant.heading('Nothing waits for approval')).toBeVisible()

  // The member's page shows the decision without a reload.
  await expect(member.page.getByText(`Approved by ${email} on`)).toBeVisible()
  await inspectScreen(member.page, 'approved payout link')
  const opened = member.page.context().waitForEvent('page')
  await member.page.getByRole('link', { name: 'Pay now' }).click()
  await pay(await opened)
  await expect(
    member.page.getByText('Everyone on the list has received their money.'),
  ).toBeVisible()

  await member.go('Payouts')
  await createPayout(member, '300')
  await expect(member.heading('Waiting for approval')).toBeVisible()
  await button('Decline: 300 USDC').click()
  await inspectScreen(desk, 'the question before declining')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(desk.getByText('Declined. The payout is cancelled.')).toBeVisible()
  await expect(member.page.getByText(`Declined by ${email} on`)).toBeVisible()
  await expect(member.page.getByText('This link can no longer be paid.')).toBeVisible()
  await inspectScreen(member.page, 'declined payout link')

  await button('Switch approvals off').click()
  await dialog.getByRole('button', { name: 'Switch approvals off' }).click()
  await expect(desk.getByText('A change to the limit waits for approval.')).toBeVisible()
  await member.go('Home')
  await member.page
    .getByRole('link', { name: /^A change to the approval limit waits for your approval/ })
    .click()
  await member.button('Approve: Switch approvals off').click()
  await member.dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(member.page.getByText('Approved. The new limit applies.')).toBeVisible()
  await expect(desk.getByText('No payout needs approval.')).toBeVisible()

  async function pay(tab: Page): Promise<void> {
    const checkout = createCheckout(tab)
    await payThrough(world, checkout)
    await checkout.expectState('succeeded')
    await tab.close()
  }
})

/** Invites a finance member, who opens an account in another browser. */
async function invite(owner: Merchant): Promise<Merchant> {
  await owner.go('Account')
  await owner.page.getByRole('radio', { name: /^Finance/ }).check()
  await owner.button('Create invitation link').click()
  const link = (await owner.page.getByText(/#invitation=inv_/).textContent()) ?? ''
  const member = await owner.openBrowser()
  await member.page.goto(link)
  const email = `member-${crypto.randomUUID()}@example.test`
  await member.page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await member.page.getByLabel('Password').fill('correct horse battery staple')
  await member.button('Create account').click()
  await expect(member.button('Sign out').first()).toBeVisible()
  return member
}

async function createPayout({ button, field }: Merchant, amount: string): Promise<void> {
  await field(/^Recipient/).fill(createStranger().address)
  await field('Amount').fill(amount)
  await field('Currency').selectOption('USDC')
  await button('Create payout link').click()
}
