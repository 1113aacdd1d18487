import { ApiError, type Client } from '@secure-payment/core/client'
import { createKeyClient } from './support/createKeyClient.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import { createPayer, type Payer } from './support/payer.ts'
import { takePicture } from './support/picture.ts'
import { sendAs } from './support/sendAs.ts'
import type { World } from './support/world.ts'

test('A merchant asks for a payment with a link, sees it paid, duplicates it, and cancels the copy', async ({
  merchant,
  world,
}) => {
  const { page: desk, account, button, field, heading, dialog } = merchant
  await merchant.register()
  const client = await createKeyClient(merchant, world)

  // A new link needs two actions on any screen: this press, and the form's button.
  await merchant.go('New payment link')
  await expect(heading('New payment link')).toBeFocused()
  await field('Wallet address').fill(account.address)
  await desk.getByRole('radio', { name: /^USDC / }).check()
  await field('Currency').selectOption('USDC')
  await button('Add an order line').click()
  await desk.getByLabel('Name', { exact: true }).fill('Chair')
  await field('Quantity').fill('2')
  await field('Unit price').fill('12')
  await field('Tax').fill('1.50')
  await expect(desk.getByText('25.50 USDC').last()).toBeVisible()
  await field('Title').fill('Two chairs')
  await field('Your reference').fill('1042')
  await field('First name').fill('Ana')
  await inspectScreen(desk, 'the link form')
  await button('Create link').click()

  await expect(heading('Link for Two chairs')).toBeFocused()
  await expect(heading('25.50 USDC')).toBeVisible()
  await inspectScreen(desk, 'a link')
  await takePicture(desk, 'console-link')
  const message = await merchant.copy('Copy as a message')
  const token = new URL(desk.url()).pathname.split('/').at(-1) ?? ''
  expect(message).toContain('Please pay 25.50')
  expect(message).toContain(`?token=${token}`)

  await pay(world, client, { token, payer: await createPayer(world) })
  // The page reads the link again automatically.
  await expect(desk.getByText('Paid. Nothing more is expected.')).toBeVisible()
  await expect(button('Cancel link')).toHaveCount(0)
  await inspectScreen(desk, 'a paid link')

  await desk.getByRole('link', { name: 'Duplicate' }).click()
  await expect(field('Unit price')).toHaveValue('12')
  await expect(field('Your reference')).toHaveValue('')
  await button('Create link').click()
  await expect(desk).not.toHaveURL(new RegExp(`${token}$`))
  await expect(desk.getByText('Open', { exact: true })).toBeVisible()
  // Chromium logs a line for a cancelled link's error response.
  merchant.problems.allow(/^Failed to load resource: .* 410 \(Gone\)/)
  const copy = new URL(desk.url()).pathname.split('/').at(-1) ?? ''
  await button('Cancel link').click()
  await inspectScreen(desk, 'the question before cancelling')
  await dialog.getByRole('button', { name: 'Cancel link' }).click()
  await expect(desk.getByText('Cancelled. Payers see that')).toBeVisible()
  const refused = await client.securePayments
    .get({ params: { token: copy } })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 410 })

  await merchant.go('Links')
  const rows = desk.getByRole('row').filter({ hasText: 'Two chairs' })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('Cancelled')
  await expect(rows.nth(1)).toContainText('Paid')
  await inspectScreen(desk, 'links')
  await desk.getByRole('link', { name: 'Paid', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await field('Find a link').fill('1043')
  await desk.keyboard.press('Enter')
  await expect(heading('No link found')).toBeVisible()
  await field('Find a link').fill('1042')
  await desk.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Paid')
})

test('A merchant edits an open link while the payer has its page open, and another tab overwrites nothing', async ({
  merchant,
  world,
}) => {
  const { page: desk, account, button, field, heading } = merchant
  await merchant.register()
  const client = await createKeyClient(merchant, world)
  const { token, securePaymentUrl } = await client.securePayments.create({
    body: {
      requests: [
        {
          amount: '25',
          invoiceCurrency: 'USDC-devnet',
          paymentCurrency: 'USDC-devnet',
          payee: account.address,
        },
      ],
      order: { title: 'Two chairs' },
    },
  })
  const amount = desk.getByRole('textbox', { name: 'Amount' })
  const payerPage = await desk.context().newPage()
  await payerPage.goto(securePaymentUrl)
  await expect(payerPage.getByText('Two chairs').first()).toBeVisible()
  await expect(payerPage.getByText(/\b25(\.00)? USDC/).first()).toBeVisible()

  await merchant.go('Links')
  await desk.getByRole('row').filter({ hasText: 'Two chairs' }).getByRole('link').first().click()
  await desk.getByRole('link', { name: 'Edit' }).click()
  await expect(heading('Edit the payment link')).toBeFocused()
  await expect(amount).toHaveValue('25')
  await inspectScreen(desk, 'the form that edits a link')
  await amount.fill('31.5')
  await field('Title').fill('Two chairs and a lamp')
  await field('Open for').selectOption('30 days')

  // Meanwhile, a call with the API key edits the same revision.
  await client.securePayments.update({
    params: { token },
    body: { revision: 1, reference: '1042' },
  })
  merchant.problems.allow(/^Failed to load resource: .* 409 \(Conflict\)/)
  await button('Save changes').click()
  await expect(desk.getByText('Nothing was saved.')).toBeVisible()
  await expect(amount).toHaveValue('31.5')
  await inspectScreen(desk, 'the conflict of two edits')
  await button('Load it again').click()
  await expect(field('Your reference')).toHaveValue('1042')
  await expect(amount).toHaveValue('25')
  await amount.fill('31.5')
  await field('Title').fill('Two chairs and a lamp')
  await button('Save changes').click()
  await expect(heading('Link for Two chairs and a lamp')).toBeFocused()
  await expect(heading('31.50 USDC')).toBeVisible()

  // The payer's page shows the change without a reload.
  await expect(payerPage.getByText('Two chairs and a lamp').first()).toBeVisible()
  await expect(payerPage.getByText(/31\.50? USDC/).first()).toBeVisible()
  await payerPage.close()

  await pay(world, client, { token, payer: await createPayer(world) })
  await expect(desk.getByText('Paid. Nothing more is expected.')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test('A merchant cancels an unpaid request on its page', { tag: '@deep' }, async ({
  merchant,
  world,
}) => {
  const { page: desk, account, button, field, dialog } = merchant
  await merchant.register()
  const client = await createKeyClient(merchant, world)
  const { requestId } = await client.requests.create({
    body: {
      amount: '25',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      payee: account.address,
      reference: '1042',
    },
  })
  await merchant.go('Payments')
  await field('Find a payment').fill('1042')
  await desk.keyboard.press('Enter')
  await button('Cancel request').click()
  await inspectScreen(desk, 'the question before cancelling a request')
  await dialog.getByRole('button', { name: 'Cancel request' }).click()
  await expect(desk.getByRole('main').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(button('Cancel request')).toHaveCount(0)
  expect((await client.requests.get({ params: { requestId } })).status).toBe('invalidated')
})

async function pay(
  world: World,
  client: Client,
  { token, payer }: { token: string; payer: Payer },
): Promise<void> {
  const answer = await client.securePayments.pay({
    params: { token },
    query: { wallet: payer.address },
  })
  if (!('transactions' in answer)) throw new Error('The service returned a batch.')
  for (const call of answer.transactions) {
    await sendAs(world, payer, call)
    await world.devnet.mine('devnet', 1)
  }
  await world.devnet.mine('devnet', 2)
}
