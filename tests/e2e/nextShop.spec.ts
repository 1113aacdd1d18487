import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Address, parseUnits } from 'viem'
import { NEXT_SHOP } from '../../scripts/lib/installNextShop.ts'
import { createCheckout } from './support/checkout.ts'
import { balanceOf, expectOneWebhook } from './support/expectPaidOnce.ts'
import { createStranger } from './support/payer.ts'
import { startNextShop } from './support/startNextShop.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const DETAILS = { tag: '@deep' }
const PRICE = parseUnits('14.5', 6)

// A story fails on any warning in the browser's console, such as one about a difference between the server's markup and the browser's.
for (const { mode, command } of [
  { mode: 'built', command: 'start' },
  { mode: 'in strict mode', command: 'dev' },
] as const) {
  test.describe(`The Next.js shop, ${mode}`, () => {
    // Next starts one development server per folder.
    test.describe.configure({ mode: 'default' })

    for (const { title, isReloaded } of [
      { title: 'after a navigation in the browser', isReloaded: false },
      { title: 'on a page that the server rendered', isReloaded: true },
    ]) {
      test(
        `A payer pays ${title}, and React’s handler runs once`,
        DETAILS,
        async ({ page, world, wallet, problems, servers }) => {
          // The development build contains Lit's.
          if (command === 'dev') problems.allow(/^Lit is in dev mode/)
          // The development server compiles each page when a browser opens it.
          test.slow(command === 'dev')
          expect(existsSync(join(NEXT_SHOP, '.next/BUILD_ID')), 'It is built').toBe(true)
          const payee = createStranger().address
          const shop = servers.use(await startNextShop(world, command, payee))
          await page.goto(shop.url)
          await page.getByRole('button', { name: 'Buy' }).click()
          await page.waitForURL(/\/orders\//)
          if (isReloaded) await openFromServer(page)
          await payOrder(page, world)

          expect(wallet.count('eth_sendTransaction')).toBe(2)
          await expectPaid(page, world, payee)
          expect(shop.output()).not.toMatch(/error|warn/i)
        },
      )
    }
  })
}

test('The Next.js shop rejects a webhook with a wrong signature', DETAILS, async ({ world }) => {
  await using shop = await startNextShop(world, 'start', createStranger().address)
  const body = JSON.stringify({ event: 'payment.confirmed', requestId: 'r' })
  for (const signature of ['', 'a'.repeat(64)]) {
    const headers = { 'x-service-signature': signature }
    const response = await fetch(`${shop.url}/webhooks`, { method: 'POST', body, headers })
    expect(response.status).toBe(401)
  }
})

/** Reloads the page, and checks that the server's markup has the tag with the link. */
async function openFromServer(page: Page): Promise<void> {
  const response = await page.reload()
  const markup = (await response?.text()) ?? ''
  expect(markup).toMatch(/<secure-payment [^>]*api-base="[^>]*><a href=/)
}

async function payOrder(page: Page, world: World): Promise<void> {
  const checkout = createCheckout(page)
  await checkout.expectState('connect', '14.5')
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded', 'Payment complete')
  await expect(page.getByRole('region', { name: 'Thank you' })).toHaveAttribute(
    'data-receipts',
    '1',
  )
}

/** Checks the payee's balance and the webhook, which the shop's own route has verified. */
async function expectPaid(page: Page, world: World, payee: Address): Promise<void> {
  const { address } = world.devnet.chains.token('devnet', 'USDC')
  expect(await balanceOf(world, address, payee)).toBe(PRICE)
  const requestId = await page
    .locator('secure-payment')
    .evaluate((element: HTMLElementTagNameMap['secure-payment']) => element.payment?.requestIds[0])
  await expectOneWebhook(world, requestId ?? '')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('It is paid: we roast and ship it.')).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
}
