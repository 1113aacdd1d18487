import { openCheckout, openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { test } from './support/story.ts'

const CASES = [
  { name: 'a token', items: [{ symbol: 'USDC', amount: '12.5' }], sends: 2 },
  { name: 'the native coin', items: [{ symbol: 'ETH', amount: '0.015' }], sends: 1 },
  {
    name: 'a batch of three',
    items: [
      { symbol: 'USDC', amount: '10.02' },
      { symbol: 'USDC', amount: '0.000001' },
      { symbol: 'DAI', amount: '7.000000000000000001' },
    ],
    sends: 3,
  },
] as const

for (const { name, items, sends } of CASES) {
  for (const [place, open] of [
    ['in the merchant’s page', openCheckout],
    ['on the hosted page', openHosted],
  ] as const) {
    test(`A payer pays ${name} ${place}`, async ({ page, world, payer, wallet }) => {
      const payment = await createPayment(world, items)
      const checkout = await open(page, world, payment)
      await checkout.expectState('connect', 'Choose a wallet')
      await checkout.connect()
      await checkout.pay()
      await checkout.expectState('confirming', '0 of 2 confirmations')
      await world.devnet.mine('devnet', 2)
      await expectPaidOnce(world, { payment, checkout, payer, wallet, sends })
    })
  }
}
