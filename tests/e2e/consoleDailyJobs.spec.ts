import { readFile } from 'node:fs/promises'
import type { Client } from '@secure-payment/core/client'
import { createKeyClient } from './support/createKeyClient.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import { createPayer, createStranger } from './support/payer.ts'
import { sendAs } from './support/sendAs.ts'
import type { World } from './support/world.ts'

/** The maximum number of actions of a daily job, from home. */
const MOST_ACTIONS = 3

test('Each daily job of a merchant needs at most three actions from home', async ({
  merchant,
  world,
}) => {
  const { page: desk, heading, button, dialog } = merchant
  await merchant.register()
  const client = await createKeyClient(merchant, world)
  const { requestId } = await createOrder(client, '1042')
  await pay(world, client, requestId)
  await createOrder(client, '1043')

  await doJob(merchant, 'list the payments', async ({ press }) => {
    await press('Payments')
    await expect(desk.getByRole('row').filter({ hasText: '1042' })).toContainText('Paid')
  })

  await doJob(merchant, 'find an order', async ({ type }) => {
    await type('Find a payment', '1042')
    await expect(heading('Payment for 1042')).toBeVisible()
  })

  await doJob(merchant, 'export the payments', async ({ press, download }) => {
    await press('Payments')
    expect(await download()).toContain(requestId)
  })

  await doJob(merchant, 'report a month', async ({ press, download }) => {
    await press(/^This month/)
    expect(await download()).toContain(requestId)
  })

  await doJob(merchant, 'cancel an order', async ({ type, count }) => {
    await type('Find a payment', '1043')
    await button('Cancel request').click()
    await dialog.getByRole('button', { name: 'Cancel request' }).click()
    count(2)
    await expect(desk.getByRole('main').getByText('Cancelled', { exact: true })).toBeVisible()
  })

  await doJob(merchant, 'invite a member', async ({ press, count }) => {
    await press('Account')
    await button('Create a member’s link').click()
    count(1)
    await expect(desk.getByText(/#invitation=inv_/)).toBeVisible()
  })

  await doJob(merchant, 'set the address for e-mail', async ({ press, count }) => {
    await press('Account')
    const email = `desk-${crypto.randomUUID()}@example.test`
    const form = desk.locator('console-contact form').first()
    await form.getByLabel('E-mail address').fill(email)
    await form.getByLabel('Current password').fill('correct horse battery staple')
    await desk.keyboard.press('Enter')
    count(2)
    await expect(desk.locator('console-contact').getByText(email)).toBeVisible()
  })
})

/** A press counts as one action, and so does a filled field, with Enter at its end. */
type Actions = {
  /** Follows a link of the page or of the navigation. */
  press(name: string | RegExp): Promise<void>
  /** Fills a field and sends it with Enter. */
  type(label: string, text: string): Promise<void>
  /** Presses the export, and returns its file. */
  download(): Promise<string>
  /** Counts actions that the job made without these. */
  count(actions: number): void
}

/** Does a job from home, and counts its actions. */
async function doJob(
  { page: desk, go, heading }: Merchant,
  name: string,
  job: (actions: Actions) => Promise<void>,
): Promise<void> {
  await test.step(name, async () => {
    let actions = 0
    await go('Home')
    await expect(heading('Home')).toBeVisible()
    await expect(desk.getByLabel('Find a payment')).toBeVisible()
    await job({
      async press(link) {
        actions += 1
        await desk
          .getByRole('link', { name: link, exact: typeof link === 'string' })
          .first()
          .click()
      },
      async type(label, text) {
        actions += 1
        await desk.getByLabel(label).fill(text)
        await desk.keyboard.press('Enter')
      },
      async download() {
        actions += 1
        const file = desk.waitForEvent('download')
        await desk.getByRole('link', { name: 'Export CSV' }).click()
        return readFile(await (await file).path(), 'utf8')
      },
      count(more) {
        actions += more
      },
    })
    expect(actions, name).toBeGreaterThan(0)
    expect(actions, name).toBeLessThanOrEqual(MOST_ACTIONS)
  })
}

function createOrder(client: Client, reference: string) {
  return client.requests.create({
    body: {
      ...{ amount: '25', invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' },
      payee: createStranger().address,
      reference,
    },
  })
}

/** Pays a request, and waits until the service has recorded the payment. */
async function pay(world: World, client: Client, requestId: string): Promise<void> {
  const payer = await createPayer(world)
  const params = { requestId }
  const { transactions } = await client.requests.pay({ params, query: { wallet: payer.address } })
  for (const call of transactions) {
    await sendAs(world, payer, call)
    await world.devnet.mine('devnet', 1)
  }
  await world.devnet.mine('devnet', 2)
  await expect.poll(async () => (await client.requests.get({ params })).status).toBe('paid')
}
