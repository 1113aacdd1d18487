import { expect, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  inOrder,
  OPENED,
  PAID,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'

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

/** The steps from Pay to the payment, with one approval per token. */
const STEPS = [
  ASKED,
  APPROVED,
  APPROVED.replace(' signing', ' +transaction:approve signing'),
] as const

/** Other stories in the quick tier pay in these ways: `payoutLinks`, `wallets` and `batchFee`. */
const DEEP = ['a token hosted', 'the native coin merchant', 'a batch of three hosted']

for (const { name, items, sends } of CASES) {
  for (const [place, at] of [
    ['in the merchant’s page', 'merchant'],
    ['on the hosted page', 'hosted'],
  ] as const) {
    const tag = DEEP.includes(`${name} ${at}`) ? '@deep' : []
    test(`A payer pays ${name} ${place}`, { tag }, async ({ row }) => {
      const checkout = await row.open(items, { at })
      await checkout.expectState('connect', 'Choose a wallet')
      await checkout.connect()
      await checkout.pay()
      await checkout.expectState('confirming', '0 of 2 confirmations')
      await row.confirm()
      const steps = STEPS[sends - 1] ?? ''
      const transcript = inOrder(OPENED, REVIEWED, steps, SENT, PAID)
      await row.end({ sends, payCalls: 2, transcript })
      await expect(checkout.button(/^Pay/)).toHaveCount(0)
    })
  }
}
