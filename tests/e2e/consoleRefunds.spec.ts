import type { Client } from '@secure-payment/core/client'
import { testTokenAbi } from '@secure-payment/devnet'
import type { Address } from 'viem'
import { createSafe } from '../support/createSafe.ts'
import { checkoutUrl, createCheckout } from './support/checkout.ts'
import { createKeyClient } from './support/createKeyClient.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import { createPayer, createStranger, fundPayer, type Payer } from './support/payer.ts'
import { installSafePage, openInSafe } from './support/safe/openInSafe.ts'
import { sendAs } from './support/sendAs.ts'
import { watchActions } from './support/watchActions.ts'
import type { World } from './support/world.ts'

/** The maximum number of actions from Home to the confirmed refund: the record, the refund, the wallet and the payment. */
const MOST_ACTIONS = 4
const AMOUNT = '25'
const UNITS = 25_000_000n

test('A merchant refunds a double payment in at most four actions from Home', async ({
  merchant,
  world,
}) => {
  const { page: desk, account } = merchant
  await merchant.register()
  await fundPayer(world, account)
  const client = await createKeyClient(merchant, world)
  const payer = await createPayer(world)
  const before = await balanceOf(world, payer.address)
  await payTwice(world, client, { payer, payee: account.address, reference: 'R-77' })
  expect(await balanceOf(world, payer.address)).toBe(before - 2n * UNITS)

  const jobs = await watchActions(merchant)
  await jobs.run('give back a double payment', async () => {
    await desk.getByRole('link', { name: /R-77 was overpaid/ }).click()
    await desk.getByRole('button', { name: /^Refund 25/ }).click()
    await expect(merchant.heading('Pay refunds')).toBeVisible()
    const checkout = createCheckout(desk)
    await checkout.connect()
    await expect(checkout.element).toContainText(AMOUNT)
    await checkout.pay()
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await checkout.expectState('succeeded')
    await expect(
      desk.getByRole('listitem').filter({ hasText: AMOUNT }).getByText('Paid', { exact: true }),
    ).toBeVisible()
  })
  await inspectScreen(desk, 'a paid refund')
  const count = jobs.counts.get('give back a double payment') ?? 0
  console.log(`Actions from Home to a confirmed refund: ${count}`)
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(MOST_ACTIONS)
  expect(await balanceOf(world, payer.address)).toBe(before - UNITS)

  const { refunds } = await client.refunds.list({})
  expect(refunds).toMatchObject([{ status: 'confirmed', amount: AMOUNT, recipient: payer.address }])
  await merchant.go('Refunds')
  await expect(desk.getByText('Nothing to decide')).toBeVisible()
  await merchant.go('Home')
  await expect(desk.getByText(/was overpaid/)).toHaveCount(0)
})

test('A merchant refunds part of a payment on its page, and cancels the refund', {
  tag: '@deep',
}, async ({ merchant, world }) => {
  const { page: desk, account, button, dialog } = merchant
  await merchant.register()
  const client = await createKeyClient(merchant, world)
  const payer = await createPayer(world)
  const order = { payer, payee: account.address, reference: 'R-78' }
  const requestId = await createOrder(client, order)
  await pay(world, client, { requestId, payer, times: 1 })
  await merchant.open(`payments/${requestId}`)
  await button(/^Refund: /).click()
  await expect(dialog).toContainText(/25(\.00)?\sUSDC is left to refund/)
  await inspectScreen(desk, 'the dialog of a refund')
  await dialog.getByLabel('Amount', { exact: true }).fill('5')
  await dialog.getByLabel(/^Reason/).fill('Returned goods')
  await desk.keyboard.press('Enter')
  await expect(merchant.heading('Pay refunds')).toBeVisible()
  await merchant.open(`payments/${requestId}`)
  await expect(desk.getByText('Returned goods')).toBeVisible()
  await button(/^Refund: 20/).waitFor()
  await button(/^Cancel refund/).click()
  await dialog.getByRole('button', { name: 'Cancel refund' }).click()
  await expect(desk.getByText('Refund cancelled.')).toBeAttached()
  await button(/^Refund: 25/).waitFor()
  expect((await client.refunds.list({})).refunds).toMatchObject([
    { status: 'cancelled', amount: '5' },
  ])
})

test('A Safe pays a link with two refunds once its signers agree', async ({ browser, world }) => {
  const { client } = world.devnet
  const payer = await createPayer(world)
  const order = { payer, payee: createStranger().address, reference: 'R-79' }
  const requestId = await createOrder(client, order)
  await pay(world, client, { requestId, payer, times: 1 })
  const { payments } = await client.requests.get({ params: { requestId } })
  const refundIds: string[] = []
  for (const amount of ['5', '7.5']) {
    const params = { id: payments[0]?.id ?? '' }
    refundIds.push((await client.refunds.create({ params, body: { amount } })).id)
  }
  const link = await client.securePayments.createRefund({ body: { refundIds } })
  const safe = await createSafe(world.devnet.chains)
  const context = await browser.newContext()
  const page = await context.newPage()
  await installSafePage(page, world, safe)
  const checkout = await openInSafe(page, checkoutUrl(world, link))
  await checkout.button(/^Safe/).click()
  await checkout.expectState('review')
  await checkout.pay()
  await checkout.expectState('settling', 'Waiting for the signers of the Safe.')
  const [proposal] = safe.proposals
  if (proposal === undefined) throw new Error('Nothing was proposed.')

  // While the signers decide, neither refund can be cancelled or moved to another link.
  const [id = ''] = refundIds
  const again = { body: { refundIds: [id] } }
  await expect(client.securePayments.createRefund(again)).rejects.toThrow(/may be on its way/)
  await expect(client.refunds.cancel({ params: { id } })).rejects.toThrow(/cannot be cancelled/)
  const before = await balanceOf(world, payer.address)
  await safe.sign(proposal.safeTxHash)
  await safe.execute(proposal.safeTxHash)
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded')
  expect(await balanceOf(world, payer.address)).toBe(before + 12_500_000n)
  const query = { securePaymentToken: link.token }
  const { refunds } = await client.refunds.list({ query })
  expect(refunds.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  await context.close()
})

type Order = { payer: Payer; payee: Address; reference: string }

async function createOrder(client: Client, { payee, reference }: Order): Promise<string> {
  const currency = 'USDC-devnet'
  const terms = { amount: AMOUNT, invoiceCurrency: currency, paymentCurrency: currency }
  return (await client.requests.create({ body: { ...terms, payee, reference } })).requestId
}

/** Pays a request with calldata that was requested before the first payment, so that a second payment is a double payment. */
async function pay(
  world: World,
  client: Client,
  { requestId, payer, times }: { requestId: string; payer: Payer; times: number },
): Promise<void> {
  const params = { requestId }
  const query = { wallet: payer.address }
  const all = []
  for (let index = 0; index < times; index += 1) {
    all.push(...(await client.requests.pay({ params, query })).transactions)
  }
  for (const call of all) {
    await sendAs(world, payer, call)
    await world.devnet.mine('devnet', 1)
  }
  await world.devnet.mine('devnet', 2)
  await expect
    .poll(async () => Number((await client.requests.get({ params })).paidAmount))
    .toBe(Number(AMOUNT) * times)
}

async function payTwice(world: World, client: Client, order: Order): Promise<void> {
  const requestId = await createOrder(client, order)
  await pay(world, client, { requestId, payer: order.payer, times: 2 })
}

async function balanceOf({ devnet }: World, address: Address): Promise<bigint> {
  const token = devnet.chains.token('devnet', 'USDC')
  return devnet.chains.client('devnet').readContract({
    address: token.address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [address],
  })
}
