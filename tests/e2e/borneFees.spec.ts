import { parseUnits } from 'viem'
import { openHosted } from './support/checkout.ts'
import { createPayment, type WantedItem } from './support/createPayment.ts'
import { balanceOf, expectPaidOnce } from './support/expectPaidOnce.ts'
import { createStranger } from './support/payer.ts'
import { finish } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

/** Each payee receives its stated amount less 2 %. */
const CASES: readonly {
  name: string
  items: readonly WantedItem[]
  arriving: readonly string[]
  shown: RegExp
  fees: string
  sends: number
}[] = [
  {
    name: 'one payee',
    items: [{ symbol: 'USDC', amount: '100' }],
    arriving: ['98'],
    shown: /Merchant’s fee \(2%\)\s*2(\.00)?\sUSDC\s*Borne by the recipient/,
    fees: '2',
    sends: 2,
  },
  {
    name: 'a batch of two',
    items: [
      { symbol: 'USDC', amount: '10' },
      { symbol: 'USDC', amount: '5' },
    ],
    arriving: ['9.8', '4.9'],
    shown: /Merchant’s fee \(2%\)\s*0\.3(0)?\sUSDC\s*Borne by the recipient/,
    fees: '0.3',
    sends: 2,
  },
]

for (const { name, items, arriving, shown, fees, sends } of CASES) {
  test(`A payer pays ${name} that bears the fee: the stated amount leaves the wallet`, {
    tag: items.length === 1 ? '@deep' : [],
  }, async ({ page, world, payer, wallet }) => {
    const { address } = createStranger()
    const created = await createPayment(world, items, {
      fee: { percentage: '2', address },
      options: { defaultFeeBearer: 'payee' },
    })
    const payment = {
      ...created,
      items: created.items.map((item, index) => ({
        ...item,
        units: parseUnits(arriving[index] ?? '', 6),
      })),
    }
    const usdc = world.devnet.chains.token('devnet', 'USDC').address
    const before = await balanceOf(world, usdc, payer.address)
    const checkout = await openHosted(page, world, payment)
    await checkout.connect()
    await checkout.expectState('review', shown)
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends })
    const stated = items.reduce((sum, { amount }) => sum + parseUnits(amount, 6), 0n)
    expect(before - (await balanceOf(world, usdc, payer.address))).toBe(stated)
    expect(await balanceOf(world, usdc, address)).toBe(parseUnits(fees, 6))
  })
}
