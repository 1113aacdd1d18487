import type { Page } from '@playwright/test'
import { changePay, type PayAnswer } from './support/changePay.ts'
import { type Checkout, openCheckout, renewElement } from './support/checkout.ts'
import { choose, createPaymentOver, select } from './support/crosschain.ts'
import { crosschainTest as test } from './support/crosschainStory.ts'
import type { Wallet } from './support/installWallet.ts'
import { bridgeLies } from './support/lies/bridgeLies.ts'
import { decoys } from './support/lies/decoys.ts'
import { lieAboutCalldata } from './support/lies/lieAboutCalldata.ts'
import { expect } from './support/story.ts'

/** Methods that the element may call before it rejects a payment. */
const READS = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId']
const LIES = bridgeLies(decoys())
const PRICES: readonly { name: string; reason: string; amount: string }[] = [
  { name: 'another price than it shows', reason: 'insufficient_approval', amount: '12.526' },
  { name: 'a lower price than it takes', reason: 'excessive_approval', amount: '12.524' },
  { name: 'a price beyond all reason', reason: 'wrong_source_amount', amount: '999' },
]

/** One lie takes about as long as a page load, on a slow machine. */
const MS_PER_LIE = 20_000
const MS_BEFORE = 300_000

test('The wallet receives no request when the host manipulates a payment from another chain', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  test.setTimeout(MS_BEFORE + (LIES.length + PRICES.length) * MS_PER_LIE)
  const checkout = await openCheckout(page, world, await createPaymentOver(world))
  const tell = async (name: string, reason: string, lie: () => Promise<void>): Promise<void> =>
    test.step(name, async () => {
      await lie()
      await renewElement(page)
      await checkout.button('Test wallet').click()
      await select(checkout, 'USDC')
      await expectRefused(checkout, wallet, reason)
      await page.unrouteAll()
    })
  for (const lie of LIES) await tell(lie.name, lie.reason, () => lieAboutCalldata(page, lie))
  for (const { name, reason, amount } of PRICES) {
    await tell(name, reason, () => showPrice(page, amount))
  }
})

test('The wallet receives no request when the host manipulates a payment from another chain after Pay', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  const payment = await createPaymentOver(world)
  for (const name of ['another fallback address', 'a payment to another payee', 'one unit more']) {
    await test.step(name, async () => {
      const lie = LIES.find((one) => one.name === name)
      if (lie === undefined) throw new Error(`There is no lie called ${name}.`)
      await lieAboutCalldata(page, lie, 2)
      const checkout = await openCheckout(page, world, payment)
      await choose(checkout, 'USDC')
      await checkout.pay()
      await expectRefused(checkout, wallet, lie.reason)
      await page.unrouteAll()
    })
  }
})

async function expectRefused(checkout: Checkout, wallet: Wallet, reason: string): Promise<void> {
  await checkout.expectState('failed', 'This payment was stopped for your safety')
  await checkout.expectState('failed', /Nothing was charged\./)
  await expect(checkout.button(/^Pay/)).toHaveCount(0)
  const error = await checkout.element.evaluate((element) => Reflect.get(element, 'error'))
  expect(error).toMatchObject({ code: 'calldata_mismatch', params: { reason } })
  const methods = new Set(wallet.calls.map(({ method }) => method))
  expect([...methods].filter((method) => !READS.includes(method))).toEqual([])
}

function showPrice(page: Page, amount: string): Promise<void> {
  return changePay(page, ({ metadata }: PayAnswer) => {
    metadata.sourceAmount = amount
  })
}
