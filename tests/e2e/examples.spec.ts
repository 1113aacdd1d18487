import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseUnits } from 'viem'
import { EXAMPLES, serveExample } from '../../playground/examples/serveExample.ts'
import { createCheckout } from './support/checkout.ts'
import { balanceOf, expectOneWebhook } from './support/expectPaidOnce.ts'
import { createStranger } from './support/payer.ts'
import { expect, test } from './support/story.ts'

const FOLDER = join(import.meta.dirname, '../../playground/examples')
const PRICE = { text: '14.5', decimals: 6 }

for (const name of EXAMPLES) {
  test(`A payer pays in the ${name} shop under a policy that blocks all other scripts`, {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    expect(existsSync(join(FOLDER, name, 'dist/index.html')), 'It is built').toBe(true)
    const { host, chains } = world.devnet.json
    const payee = createStranger().address
    await using shop = await openShop()
    await page.goto(shop.url)
    await page.getByRole('button', { name: 'Buy' }).click()

    const checkout = createCheckout(page)
    await checkout.expectState('connect', '14.5')
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await checkout.expectState('succeeded', 'Payment complete')
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await expect(page.getByText('when our server has the signed webhook')).toBeVisible()

    expect(wallet.count('eth_sendTransaction')).toBe(2)
    const { address } = world.devnet.chains.token('devnet', 'USDC')
    expect(await balanceOf(world, address, payee)).toBe(parseUnits(PRICE.text, PRICE.decimals))
    const requestId = await page
      .locator('secure-payment')
      .evaluate(
        (element: HTMLElementTagNameMap['secure-payment']) => element.payment?.requestIds[0],
      )
    await expectOneWebhook(world, requestId ?? '')

    /** Starts a shop and creates its client ID, which needs the running shop's origin. */
    async function openShop() {
      const options = {
        name,
        port: 0,
        baseUrl: host.baseUrl,
        payUrl: host.payUrl,
        apiKey: host.apiKey,
        payee,
        currency: 'USDC-devnet',
        nodes: chains.map(({ rpcUrl }) => new URL(rpcUrl).origin),
      }
      const probe = await serveExample({ ...options, clientId: '' })
      const { port } = new URL(probe.url)
      await probe[Symbol.asyncDispose]()
      const { clientId } = await world.devnet.client.clientIds.create({
        body: { label: `The ${name} shop`, allowedDomains: [probe.url] },
      })
      return serveExample({ ...options, port: Number(port), clientId })
    }
  })
}
