import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Client } from '@secure-payment/core/client'
import { createKeyClient } from './support/createKeyClient.ts'
import { expect, type Merchant, test } from './support/merchant.ts'
import { createPayer, createStranger } from './support/payer.ts'
import { sendAs } from './support/sendAs.ts'
import { watchActions } from './support/watchActions.ts'
import type { World } from './support/world.ts'

/** The maximum number of actions for a daily job, from Home. */
const MOST_ACTIONS = 3

test('Each of a merchant’s daily jobs needs at most three actions from Home', async ({
  merchant,
  world,
}) => {
  const { page: desk, heading, button, dialog } = merchant
  await merchant.register()
  const client = await createKeyClient(merchant, world)
  const { requestId } = await createOrder(client, '1042')
  await pay(world, client, requestId)
  await createLink(client, '1043')
  await verifyAddress(merchant, world)
  const jobs = await watchActions(merchant)

  await jobs.run('list the payments', async () => {
    await open(desk, 'Payments')
    await expect(desk.getByRole('row').filter({ hasText: '1042' })).toContainText('Paid')
  })

  await jobs.run('find an order', async () => {
    await desk.getByLabel('Find a payment').fill('1042')
    await desk.keyboard.press('Enter')
    await expect(heading('Payment for 1042')).toBeVisible()
  })

  await jobs.run('export the payments', async () => {
    await open(desk, 'Payments')
    expect(await download(desk)).toContain(requestId)
  })

  await jobs.run('report a month', async () => {
    await open(desk, /^This month/)
    expect(await download(desk)).toContain(requestId)
  })

  await jobs.run('cancel a link', async () => {
    await open(desk, 'Links')
    const row = desk.getByRole('row').filter({ hasText: '1043' })
    await row.getByRole('button', { name: 'Cancel link' }).click()
    await dialog.getByRole('button', { name: 'Cancel link' }).click()
    await expect(row).toContainText('Cancelled')
  })

  await jobs.run('invite a member', async () => {
    await open(desk, 'Account')
    await button('Create invitation link').click()
    await expect(desk.getByText(/#invitation=inv_/)).toBeVisible()
  })

  await jobs.run('get an e-mail for each payment', async () => {
    await open(desk, 'Account')
    await desk.getByLabel('A payment is received').check()
    await button('Save notices').click()
    await expect(desk.getByText('Notices saved.')).toBeAttached()
  })

  console.log(`Actions from Home: ${JSON.stringify(Object.fromEntries(jobs.counts))}`)
  expect([...jobs.counts.keys()]).toHaveLength(7)
  for (const [name, count] of jobs.counts) {
    expect(count, name).toBeGreaterThan(0)
    expect(count, name).toBeLessThanOrEqual(MOST_ACTIONS)
  }
})

/** Follows a link on the page or in the navigation. */
async function open(desk: Page, link: string | RegExp): Promise<void> {
  const exact = typeof link === 'string'
  await desk.getByRole('link', { name: link, exact }).first().click()
}

/** Presses the export button, and returns the exported file. */
async function download(desk: Page): Promise<string> {
  const file = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'Export CSV' }).click()
  return readFile(await (await file).path(), 'utf8')
}

/** Enters an e-mail address for the merchant, and verifies the address through the link in the e-mail. */
async function verifyAddress({ page: desk, go }: Merchant, world: World): Promise<void> {
  const email = `desk-${randomUUID()}@example.test`
  await go('Account')
  const form = desk.locator('console-contact form').first()
  await form.getByLabel('E-mail address').fill(email)
  await form.getByLabel('Current password').fill('correct horse battery staple')
  await desk.keyboard.press('Enter')
  let link: string | undefined
  await expect
    .poll(async () => {
      link = await findLink(world.devnet.json.mailFolder, email)
      return link
    })
    .toBeDefined()
  await desk.goto(link ?? '')
  await expect(desk.locator('console-contact').getByText('Verified', { exact: true })).toBeVisible()
}

/** Finds the link in the e-mail to an address; undefined while there is none. */
async function findLink(folder: string, email: string): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    // Quoted-printable: a line that ends with = continues, and = itself is =3D.
    const mail = (await readFile(join(folder, name), 'utf8'))
      .replace(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
    if (mail.includes(email)) return mail.match(/https?:\/\/\S+mc_[\w-]+/)?.[0]
  }
  return undefined
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

function createLink(client: Client, reference: string) {
  const item = {
    amount: '25',
    ...{ invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' },
    payee: createStranger().address,
  }
  return client.securePayments.create({ body: { reference, requests: [item] } })
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
