import type { Page } from '@playwright/test'
import { parseUnits } from 'viem'
import { createCheckout } from './support/checkout.ts'
import { balanceOf, expectOneWebhook } from './support/expectPaidOnce.ts'
import { takePicture } from './support/picture.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

/** The payers' cart: one product from each maker, so that a batch pays all three. */
const PRODUCTS = ['Guji Natural, 250 g', 'Tide cup', 'Gooseneck kettle']
/** Prices of the products in the cart, by maker. */
const SHARES = ['14.5', '28', '64']
/** The devnet accounts of the makers in the cart. */
const MAKERS = [0, 7, 8]
const DECIMALS = 6

test.describe('In the demo shop', () => {
  test('a payer pays a cart with products from three makers on the page, and webhooks mark the order as paid', async ({
    page,
    world,
  }) => {
    const before = await readMakers(world)
    await fillCart(page, world)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText('Waiting for the payment…')).toBeVisible()

    const checkout = createCheckout(page)
    await checkout.button('Burner wallet').click()
    await checkout.expectState('review', '106.5')
    await takePicture(page, 'shop-checkout')
    await checkout.pay()
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)

    await checkout.expectState('succeeded', 'Payment complete')
    await expect(page.getByText('Paid: the signed webhook has arrived.')).toBeVisible()
    await expectShares(world, before)
    const sends = await page.evaluate(
      () => window.__testWallet?.calls('eth_sendTransaction').length ?? 0,
    )
    expect(sends).toBe(2)

    const requestIds = await readRequestIds(page)
    for (const id of requestIds) await expectOneWebhook(world, id)
    await page.goto(`${world.shop.url}/inspector.html`)
    for (const id of requestIds) {
      const arrivals = page.getByRole('listitem').filter({ hasText: id })
      await expect(arrivals).toHaveCount(1)
      await expect(arrivals.getByText('✓ signature verified')).toBeVisible()
    }
  })

  test('a payer pays a cart in francs in USDC at a quoted price, and the webhook marks the order as paid', {
    tag: '@deep',
  }, async ({ page, world }) => {
    await page.goto(world.shop.url)
    await page.getByLabel('Pay in').selectOption({ label: 'CHF, in USDC' })
    await page.getByRole('button', { name: 'Add Gooseneck kettle to the cart' }).click()
    await expect(page.getByText('at a price that the service fixes for ten minutes')).toBeVisible()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()

    const checkout = createCheckout(page)
    await checkout.button('Burner wallet').click()
    await checkout.expectState('review', /^1\sUSDC = CHF\s0.892857$/)
    await checkout.pay()
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await checkout.expectState('succeeded', 'Payment complete')
    await expect(page.getByText('Paid: the signed webhook has arrived.')).toBeVisible()
  })

  test('a payer pays a cart on the hosted page, and each maker receives their share', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    const before = await readMakers(world)
    await fillCart(page, world)
    await page.getByRole('button', { name: 'Pay on the hosted page' }).click()
    await page.waitForURL(`${world.devnet.json.host.payUrl}/?token=*`)

    const checkout = createCheckout(page)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('confirming')
    await takePicture(page, 'hosted-confirming')
    await world.devnet.mine('devnet', 2)

    await checkout.expectState('succeeded', 'Payment complete')
    await expectShares(world, before)
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
})

async function fillCart(page: Page, { shop }: World): Promise<void> {
  await page.goto(shop.url)
  for (const product of PRODUCTS) {
    await page.getByRole('button', { name: `Add ${product} to the cart` }).click()
  }
}

/** Returns the request ids from the shop's record of the displayed order. */
async function readRequestIds(page: Page): Promise<string[]> {
  const { origin, searchParams } = new URL(page.url())
  const answer = await page.request.get(`${origin}/api/orders/${searchParams.get('order')}`)
  const { requestIds } = (await answer.json()) as { requestIds: string[] }
  expect(requestIds).toHaveLength(PRODUCTS.length)
  return requestIds
}

function readMakers(world: World): Promise<bigint[]> {
  const { chains, json } = world.devnet
  const { address } = chains.token('devnet', 'USDC')
  return Promise.all(
    MAKERS.map((index) => {
      const maker = json.accounts[index]
      if (maker === undefined) throw new Error(`There is no account ${index}.`)
      return balanceOf(world, address, maker.address)
    }),
  )
}

async function expectShares(world: World, before: readonly bigint[]): Promise<void> {
  const after = await readMakers(world)
  expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual(
    SHARES.map((amount) => parseUnits(amount, DECIMALS)),
  )
}
