import { readFile } from 'node:fs/promises'
import type { Client } from '@secure-payment/core/client'
import { createKeyClient } from './support/createKeyClient.ts'
import { fieldOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import { createPayer, createStranger, type Payer } from './support/payer.ts'
import { takePicture } from './support/picture.ts'
import { sendAs } from './support/sendAs.ts'
import type { World } from './support/world.ts'

const REFERENCE = '1042'

test('A merchant sees a payment arrive, finds it by its order reference, sends its webhook again, and exports it', {
  tag: '@deep',
}, async ({ merchant, world }) => {
  const { page: desk, button, field, heading, dialog, sink } = merchant
  await merchant.register()
  await merchant.go('Payments')
  await expect(heading('No payments yet')).toBeVisible()
  await inspectScreen(desk, 'no payments')

  const client = await createKeyClient(merchant, world)
  await client.webhooks.create({ body: { url: sink.url } })
  const payer = await createPayer(world)
  const requestId = await createOrder(client)
  await merchant.go('Payments')
  await field('Find a payment').fill(REFERENCE)
  await desk.keyboard.press('Enter')
  // Only one order has this reference, so one action leads to its page.
  await expect(heading(`Payment for ${REFERENCE}`)).toBeFocused()
  await expect(desk.getByRole('main').getByText('Not paid')).toBeVisible()
  await inspectScreen(desk, 'an order without a payment')
  await merchant.go('Payments')

  await pay(world, client, { requestId, payer })
  // The page reads the payments again automatically.
  const row = desk.getByRole('row').filter({ hasText: REFERENCE })
  await expect(row).toContainText('25 USDC')
  await expect(row).toContainText('Paid')
  await expect(row).toContainText('Ana Silva')
  await expect(row).toContainText(/\$2[45]\.\d\d/)
  await inspectScreen(desk, 'payments')

  await row.getByRole('link', { name: '25 USDC' }).click()
  await expect(heading(`Payment for ${REFERENCE}`)).toBeFocused()
  const history = desk.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history.nth(0)).toContainText('Request created')
  // The watcher may have seen the payment in a recent block.
  await expect(history.nth(-2)).toContainText('confirmed on chain')
  await expect(history.nth(-1)).toContainText('payment.confirmed')
  await inspectScreen(desk, 'a payment')
  await takePicture(desk, 'console-payment')
  sink.clear()
  await history
    .nth(-1)
    .getByRole('button', { name: /^Resend now/ })
    .click()
  const again = await sink.waitFor((one) => fieldOf(one, 'event') === 'payment.confirmed')
  expect(fieldOf(again, 'requestId')).toBe(requestId)
  await desk.getByText('Raw data').click()
  const raw = await merchant.copy('Copy Response of the API')
  expect(JSON.parse(raw)).toMatchObject({ requestId, hasBeenPaid: true })
  await merchant.open(`payments?reference=${REFERENCE}`)
  await expect(button(`Remove the filter Reference: ${REFERENCE}`)).toBeVisible()

  const download = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const lines = file.split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(requestId)

  await button(`Remove the filter Reference: ${REFERENCE}`).click()
  await expect(desk).toHaveURL(/\/console\/payments$/)
  const values = [REFERENCE, requestId, payer.address, 'ANA@example.test', '25', '25.00 USDC']
  for (const value of values) {
    await merchant.go('Payments')
    await field('Find a payment').fill(value)
    await button('Search').click()
    await expect(heading(`Payment for ${REFERENCE}`)).toBeFocused()
  }
  await merchant.go('Payments')
  await field('Find a payment').fill('26')
  await desk.keyboard.press('Enter')
  await expect(heading('No payment found for 26')).toBeVisible()
  await inspectScreen(desk, 'a search that finds nothing')
  await merchant.go('Home')
  const today = desk.getByRole('link', { name: /^Today/ })
  await expect(today).toContainText(/\$2[45]\.\d\d/)
  await expect(today).toContainText('1 payment')
  await expect(desk.getByText('Nothing needs your attention.')).toBeVisible()
  await inspectScreen(desk, 'home')
  await field('Find a payment').fill(payer.address)
  await desk.keyboard.press('Enter')
  await expect(heading(`Payment for ${REFERENCE}`)).toBeFocused()
  await merchant.open(`payments?walletAddress=${payer.address}`)
  await expect(row).toBeVisible()
  const bookmark = desk.url()
  await button('Remove all filters').click()
  await button('Filter').click()
  await inspectScreen(desk, 'the filters')
  await dialog.getByLabel('Kind').selectOption('Recurring')
  await button('Show payments').click()
  await expect(heading('No payment found')).toBeVisible()
  await inspectScreen(desk, 'a filter that finds nothing')

  await desk.goto(bookmark)
  await expect(row).toBeVisible()
  await expect(button(/^Remove the filter Wallet/)).toBeVisible()
})

async function createOrder(client: Client): Promise<string> {
  const { requestId } = await client.requests.create({
    body: {
      amount: '25',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      payee: createStranger().address,
      reference: REFERENCE,
      customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
    },
  })
  return requestId
}

async function pay(
  world: World,
  client: Client,
  { requestId, payer }: { requestId: string; payer: Payer },
): Promise<void> {
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
