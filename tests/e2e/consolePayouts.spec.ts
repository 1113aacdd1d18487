import type { Page } from '@playwright/test'
import { getNetwork } from '@secure-payment/core/networks'
import { type Address, erc20Abi, parseUnits } from 'viem'
import { createCheckout } from './support/checkout.ts'
import { balanceOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import { createStranger, fundPayer } from './support/payer.ts'
import { payThrough } from './support/payThrough.ts'
import { takePicture } from './support/picture.ts'
import type { World } from './support/world.ts'

const USDC_DECIMALS = 6
const RECURRING_PROXY = getNetwork('devnet').contracts.ERC20RecurringPaymentProxy?.address
const HEAD = 'recipient,currency,amount,reference,recipient_id'

test.beforeEach(async ({ merchant, world }) => {
  await fundPayer(world, merchant.account)
})

test('A merchant signed in with a wallet pays a recipient through the payout form', async ({
  merchant,
  world,
}) => {
  const { page: desk, field, button } = merchant
  const payee = createStranger().address
  await merchant.signInWithWallet()
  await merchant.go('Payouts')
  await inspectScreen(desk, 'payout form')
  await button('Create payout link').click()
  await expect(desk.getByText('Fill this in.').first()).toBeVisible()
  await expect(field(/^Recipient/)).toBeFocused()
  await inspectScreen(desk, 'payout form with mistakes')
  await field(/^Recipient/).fill(payee)
  await field('Amount').fill('12.5')
  await field('Currency').selectOption('USDC')
  await field('Reference').fill('PO-7')
  await field('Your ID for the recipient').fill('emp-7')
  await button('Create payout link').click()

  await expect(merchant.heading('Payout link')).toBeFocused()
  await expect(desk.getByText('Not paid yet')).toBeVisible()
  await expect(desk.getByRole('heading', { name: '12.50 USDC' })).toBeVisible()
  await inspectScreen(desk, 'payout link')
  const copied = await merchant.copy('Copy Link')
  expect(new URL(copied).searchParams.has('token')).toBe(true)
  await payInNewTab(world, desk)
  await expect(desk.getByText('Everyone on the list has received their money.')).toBeVisible()
  await inspectScreen(desk, 'paid payout link')
  expect(await tokensOf(world, 'USDC', payee)).toBe(parseUnits('12.5', USDC_DECIMALS))
})

test('A merchant pays three recipients from a file after correcting its cells', {
  tag: '@deep',
}, async ({ merchant, world }) => {
  const { page: desk, button } = merchant
  const [ana, ben, cleo] = [createStranger(), createStranger(), createStranger()]
  await merchant.register()
  await merchant.go('Payouts')
  await desk.getByRole('link', { name: 'From a file' }).click()
  await inspectScreen(desk, 'payout file')
  const download = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'Download the template' }).click()
  expect((await download).suggestedFilename()).toBe('payouts.csv')

  await choose(merchant, `${HEAD}\r\n${ana.address},USDC-devnet,"1,250",,\r\nnobody,DOGE,5,,`)
  await expect(desk.getByText('3 cells must be corrected')).toBeVisible()
  await expect(desk.getByText('Row 2, amount:')).toBeVisible()
  await expect(desk.getByText('Row 3, recipient:')).toBeVisible()
  await expect(desk.getByText('Row 3, currency:')).toBeVisible()
  await expect(button(/^Create/)).toHaveCount(0)
  await inspectScreen(desk, 'payout file with mistakes')

  const rows = [
    `${ana.address};USDC;10.50;"Rent; November";emp-1`,
    `${ben.address};DAI;0.000000000000000001;;`,
    `${cleo.address};USDC;0.1;;emp-3`,
    `${cleo.address};USDC;0.10;;emp-3`,
  ]
  await choose(merchant, `\uFEFF${HEAD.replaceAll(',', ';')}\r\n${rows.join('\r\n')}\r\n`)
  await expect(desk.getByText('Rows 4 and 5: 0.10 USDC')).toBeVisible()
  await inspectScreen(desk, 'payout file with a duplicate')
  await choose(merchant, `${HEAD.replaceAll(',', ';')}\r\n${rows.slice(0, 3).join('\r\n')}`)
  await expect(desk.getByText('Every row can be paid.')).toBeVisible()
  await expect(desk.getByText('10.60 USDC')).toBeVisible()
  await button('Create one link for 3 payouts').click()

  await expect(merchant.heading('3 payouts')).toBeVisible()
  await payInNewTab(world, desk)
  await expect(desk.getByText('Everyone on the list has received their money.')).toBeVisible()
  expect(await tokensOf(world, 'USDC', ana.address)).toBe(parseUnits('10.5', USDC_DECIMALS))
  expect(await tokensOf(world, 'DAI', ben.address)).toBe(1n)
  expect(await tokensOf(world, 'USDC', cleo.address)).toBe(parseUnits('0.1', USDC_DECIMALS))
})

test('A merchant with an account creates a schedule, declines and later signs it, and cancels it', async ({
  merchant,
  world,
}) => {
  const { page: desk, wallet, account, button, dialog } = merchant
  const payee = createStranger().address
  await merchant.register()
  await merchant.go('Payouts')
  await desk.getByRole('link', { name: 'Recurring' }).click()
  await expect(merchant.heading('No recurring payout yet')).toBeVisible()
  await inspectScreen(desk, 'no schedules')
  await fillSchedule(merchant, payee)
  await inspectScreen(desk, 'schedule form')
  await button('Continue to sign').click()

  await expect(merchant.heading('Sign to begin')).toBeVisible()
  await inspectScreen(desk, 'schedule to sign')
  await wallet.setMode('reject')
  await button('Continue in Test wallet').click()
  await expect(desk.getByText('You declined in your wallet.')).toBeVisible()
  await inspectScreen(desk, 'declined schedule')
  expect(wallet.count('eth_signTypedData_v4')).toBe(0)
  await wallet.setMode('accept')
  await desk.reload()
  await button('Continue in Test wallet').click()
  await expect(desk.getByText('Active', { exact: true })).toBeVisible()
  await expect(merchant.heading('Recurring payout')).toBeFocused()
  expect(wallet.count('eth_signTypedData_v4')).toBe(1)

  await mineUntil(world, () => desk.getByText('1 of 3 paid').isVisible())
  expect(await tokensOf(world, 'USDC', payee)).toBe(parseUnits('2.5', USDC_DECIMALS))
  // Three payments were approved, and one has been made.
  expect(await allowanceOf(world, account.address)).toBe(parseUnits('5', USDC_DECIMALS))
  await expect(desk.getByText(/^Transaction 0x/)).toBeVisible()
  await inspectScreen(desk, 'active schedule')
  await desk.getByRole('link', { name: 'All recurring payouts' }).click()
  await expect(desk.getByText('1 of 3 paid')).toBeVisible()
  await inspectScreen(desk, 'schedules')
  await takePicture(desk, 'console-schedules')
  await walkCalendar(desk)
  await desk.getByRole('link', { name: /2\.50 USDC.*Active/ }).click()

  await button('Cancel schedule').click()
  await inspectScreen(desk, 'cancel schedule')
  await dialog.getByRole('button', { name: 'Cancel schedule' }).click()
  await expect(merchant.heading('Revoke the remaining allowance')).toBeVisible()
  await inspectScreen(desk, 'cancelled schedule')
  await button('Test wallet').click()
  await expect(desk.getByText('Allowance revoked.')).toBeVisible()
  expect(await allowanceOf(world, account.address)).toBe(0n)
  expect(await tokensOf(world, 'USDC', payee)).toBe(parseUnits('2.5', USDC_DECIMALS))
})

test('A merchant with a wallet creates and signs a schedule in one step', { tag: '@deep' }, async ({
  merchant,
}) => {
  const { page: desk, wallet, button } = merchant
  await merchant.signInWithWallet()
  await merchant.open('payouts/schedules/new')
  await fillSchedule(merchant, createStranger().address)
  await button('Continue to sign').click()
  await button('Continue in Test wallet').click()
  await expect(desk.getByText('Active', { exact: true })).toBeVisible()
  expect(wallet.count('eth_sendTransaction')).toBe(1)
})

test('A merchant signs a schedule in another browser, and revokes its allowance in a third', {
  tag: '@deep',
}, async ({ merchant, world }) => {
  const { page: desk, account } = merchant
  const payee = createStranger().address
  await merchant.signInWithWallet()
  await merchant.open('payouts/schedules/new')
  await fillSchedule(merchant, payee)
  await merchant.button('Continue to sign').click()
  await expect(merchant.heading('Sign to begin')).toBeVisible()
  const path = new URL(desk.url()).pathname.replace('/console/', '')

  const second = await merchant.openBrowser()
  await second.signInWithWallet()
  await second.open(path)
  await expect(second.page.getByText('This schedule was created elsewhere.')).toBeVisible()
  await inspectScreen(second.page, 'schedule to sign elsewhere')
  await second.button('Test wallet').click()
  await expect(second.page.getByText('Active', { exact: true })).toBeVisible()
  expect(second.wallet.count('eth_sendTransaction')).toBe(1)
  await mineUntil(world, () => second.page.getByText('1 of 3 paid').isVisible())
  expect(await tokensOf(world, 'USDC', payee)).toBe(parseUnits('2.5', USDC_DECIMALS))

  await desk.reload()
  await merchant.button('Cancel schedule').click()
  await merchant.dialog.getByRole('button', { name: 'Cancel schedule' }).click()
  await expect(merchant.heading('Revoke the remaining allowance')).toBeVisible()
  expect(await allowanceOf(world, account.address)).toBe(parseUnits('5', USDC_DECIMALS))

  const third = await merchant.openBrowser()
  await third.signInWithWallet()
  await third.open(path)
  await expect(third.heading('Revoke the remaining allowance')).toBeVisible()
  await third.button('Test wallet').click()
  await expect(third.page.getByText('Allowance revoked.')).toBeVisible()
  expect(await allowanceOf(world, account.address)).toBe(0n)
  await third.page.reload()
  await expect(third.page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(third.heading('Revoke the remaining allowance')).toHaveCount(0)
})

test('Another browser rejects a permit that differs from the displayed schedule', {
  tag: '@deep',
}, async ({ merchant }) => {
  await merchant.signInWithWallet()
  await merchant.open('payouts/schedules/new')
  await fillSchedule(merchant, createStranger().address)
  await merchant.button('Continue to sign').click()
  await expect(merchant.heading('Sign to begin')).toBeVisible()
  const path = new URL(merchant.page.url()).pathname.replace('/console/', '')

  const other = await merchant.openBrowser()
  await other.page.route('**/v2/payouts/recurring/*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.recurringPaymentPermit.message.amount = '250000000'
    await route.fulfill({ response, json: body })
  })
  await other.signInWithWallet()
  await other.open(path)
  await expect(
    other.page.getByText('something other than what this screen shows (the amount)'),
  ).toBeVisible()
  await inspectScreen(other.page, 'schedule with a lie elsewhere')
  await expect(other.button('Test wallet')).toHaveCount(0)
  expect(other.wallet.count('eth_sendTransaction')).toBe(0)
})

test('The console rejects a permit that differs from the form', {
  tag: '@deep',
}, async ({ merchant }) => {
  const { page: desk, wallet, button } = merchant
  const thief = createStranger().address
  await merchant.register()
  await desk.route('**/v2/payouts', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.recurringPaymentPermit.message.recipient = thief
    await route.fulfill({ response, json: body })
  })
  await merchant.open('payouts/schedules/new')
  await fillSchedule(merchant, createStranger().address)
  await button('Continue to sign').click()
  await expect(desk.getByText('something other than what you agreed to (the payee)')).toBeVisible()
  await inspectScreen(desk, 'schedule with a lie')
  await expect(button('Continue in Test wallet')).toHaveCount(0)
  expect(wallet.count('eth_signTypedData_v4')).toBe(0)
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

/** Opens "Pay now" in a new tab and pays there; the console's tab stays open. */
async function payInNewTab(world: World, desk: Page): Promise<void> {
  const opened = desk.context().waitForEvent('page')
  await desk.getByRole('link', { name: 'Pay now' }).click()
  const tab = await opened
  const checkout = createCheckout(tab)
  await payThrough(world, checkout)
  await checkout.expectState('succeeded')
  await tab.close()
}

async function choose({ page }: Merchant, content: string): Promise<void> {
  const file = { name: 'payroll.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.locator('input[type=file]').setInputFiles(file)
}

/** Fills in the schedule form: three weekly payments of 2.5 USDC, starting today. */
async function fillSchedule(merchant: Merchant, payee: Address): Promise<void> {
  const { page: desk, field, button } = merchant
  if (!desk.url().endsWith('/new')) {
    await desk.getByRole('link', { name: 'New schedule' }).first().click()
  }
  await button('Test wallet').click()
  await expect(desk.getByText('Pays from this wallet.')).toBeVisible()
  await field('Recipient').fill(payee)
  await desk.getByRole('radio', { name: /^USDC/ }).check()
  await field('Amount of each payment').fill('2.5')
  await field('How often').selectOption('Every week')
  await field('Number of payments').fill('3')
}

/** Moves through the calendar with the keyboard: the next payment is a week after the first, which was due today. */
async function walkCalendar(desk: Page): Promise<void> {
  const grid = desk.getByRole('grid', { name: 'Due payments' })
  const today = grid.locator('[aria-current="date"]')
  await expect(today).toHaveAccessibleName(/Paid: 2\.50/)
  await today.focus()
  await desk.keyboard.press('ArrowDown')
  await expect(grid.locator(':focus')).toHaveAccessibleName(/1 payment, Due: 2\.50/)
  await desk.keyboard.press('ArrowRight')
  await expect(desk.getByText('Nothing is due on this day.')).toBeVisible()
}

/** Mines until the condition holds: only transactions create blocks, and the executor's payment needs confirmations. */
async function mineUntil(world: World, isReached: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await world.devnet.mine('devnet', 1)
    expect(await isReached()).toBe(true)
  }).toPass()
}

function tokensOf(world: World, symbol: 'USDC' | 'DAI', owner: Address): Promise<bigint> {
  return balanceOf(world, world.devnet.chains.token('devnet', symbol).address, owner)
}

/** Returns the USDC allowance that remains for the contract for recurring payouts. */
function allowanceOf({ devnet }: World, owner: Address): Promise<bigint> {
  return devnet.chains.client('devnet').readContract({
    address: devnet.chains.token('devnet', 'USDC').address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, `0x${(RECURRING_PROXY ?? '').slice(2)}`],
  })
}
