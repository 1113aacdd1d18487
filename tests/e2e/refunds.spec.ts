import { openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { createPayer, createStranger } from './support/payer.ts'
import { sendAs } from './support/sendAs.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

/** Mines the blocks that confirm the last transaction. */
const confirm = ({ devnet }: World) => devnet.chains.client('devnet').mine({ blocks: 3 })

test('A payer states an address with the wallet that paid, and sees the refund without a reload', async ({
  page,
  world,
  wallet,
  payer,
}) => {
  const { client } = world.devnet
  const payment = await createPayment(world, [{ symbol: 'USDC', amount: '12.5' }])
  const checkout = await openHosted(page, world, payment)
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('confirming')
  await confirm(world)
  await checkout.expectState('succeeded')

  const desk = await page.context().newPage()
  await desk.goto(
    (await page.getByRole('link', { name: 'Add an address' }).getAttribute('href')) ?? '',
  )
  const { address } = createStranger()
  await desk.getByLabel('Your address for the refund').fill(address)
  await desk.getByRole('button', { name: 'Continue' }).click()
  await desk.getByRole('button', { name: 'Test wallet' }).first().click()
  await expect(desk.getByText(`to ${address}.`)).toBeVisible()
  await inspectScreen(desk, 'the text of a claim')
  await desk.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(desk.getByText('The merchant sees your address.')).toBeVisible()
  expect(wallet).toBeDefined()

  const [requestId = ''] = payment.requestIds
  const claims = await client.refundClaims.list({ query: { requestId } })
  expect(claims.refundClaims).toMatchObject([
    { proof: 'wallet', wallet: payer.address, recipient: address, failedAttempts: 0 },
  ])
  const [{ paymentId = '' } = {}] = claims.refundClaims
  const body = { amount: '5', recipient: address }
  const refund = await client.refunds.create({ params: { id: paymentId }, body })
  await payRefund(world, refund.refundRequestId)
  // The devnet mines a block per transaction.
  await expect(page.getByText('A refund of 5 USDC is on its way.').last()).toBeVisible()
  await confirm(world)
  await expect(page.getByText('5 USDC was refunded.').last()).toBeVisible()
  await inspectScreen(page, 'a refunded payment')
})

test('A payer states an address through the merchant’s link, which works only once', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  const { client } = world.devnet
  const payment = await createPayment(world, [{ symbol: 'USDC', amount: '3' }])
  const checkout = await openHosted(page, world, payment)
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('confirming')
  await confirm(world)
  await checkout.expectState('succeeded')
  const { payments } = await client.payments.search({
    query: { requestId: payment.requestIds[0] ?? '' },
  })
  const created = await client.refundClaims.create({ params: { id: payments[0]?.id ?? '' } })

  await page.goto(created.url)
  const { address } = createStranger()
  await page.getByLabel('Your address for the refund').fill(address)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByText('The merchant sees your address.')).toBeVisible()
  expect(wallet).toBeDefined()
  const claim = await client.refundClaims.get({ params: { id: created.id } })
  expect(claim).toMatchObject({ status: 'stated', recipient: address, proof: 'code' })
})

async function payRefund(world: World, requestId: string): Promise<void> {
  const merchant = await createPayer(world)
  const { client } = world.devnet
  const query = { wallet: merchant.address }
  const calldata = await client.requests.pay({ params: { requestId }, query })
  if (!('transactions' in calldata)) throw new Error('There is nothing to pay.')
  for (const call of calldata.transactions) {
    await sendAs(world, merchant, { ...call, to: call.to ?? '', data: call.data ?? '' })
  }
}
