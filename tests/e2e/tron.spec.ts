import { expectPaidOnTron, openTron } from './support/tronPayment.ts'
import { test } from './support/tronStory.ts'

test('USDT pays on Tron, and the merchant hears of it once it is solid', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('succeeded', 'Payment complete')
  await expectPaidOnTron(world, { payment, payer, wallet, signs: 2 })
})
