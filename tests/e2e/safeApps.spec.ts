import type { Page } from '@playwright/test'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectUnpaid } from './support/expectPaidOnce.ts'
import { expect, test } from './support/story.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]
const SAFE_TX_HASH = `0x${'ab'.repeat(32)}`

declare global {
  interface Window {
    __safeCalls?: { method: string; params: unknown }[]
  }
}

test('A shop inside a Safe offers that Safe first, and what it pays is proposed to its signers', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  await openCheckout(page, world, payment)
  await aroundWith(page, page.url(), { safeAddress: payer.address, chainId: 31337 })
  const element = page.frameLocator('iframe').locator('secure-payment')
  const rows = element.locator('[part="wallet"]')
  await expect(rows.first()).toHaveText(/Safe/)
  await expect(rows.nth(1)).toHaveText(/Test wallet/)

  await rows.first().click()
  await expect(element).toHaveAttribute('state', 'review')
  await element.getByRole('button', { name: /^Pay / }).click()
  const proposals = (): Promise<unknown[]> =>
    page.evaluate(() =>
      (window.__safeCalls ?? []).filter(({ method }) => method === 'sendTransactions'),
    )
  await expect.poll(async () => (await proposals()).length).toBe(1)
  const [item] = payment.items
  expect(await proposals()).toEqual([
    {
      method: 'sendTransactions',
      params: {
        txs: [
          expect.objectContaining({ value: String(item?.units), to: expect.stringMatching(/^0x/) }),
        ],
        params: {},
      },
    },
  ])
  // A proposal is no payment: nothing moved, and no other wallet was asked.
  await expectUnpaid(world, { payment, wallet, sends: 0 })
})

test('A page that frames the shop and is no Safe changes nothing', async ({
  page,
  world,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  await openCheckout(page, world, payment)
  await aroundWith(page, page.url(), null)
  const rows = page.frameLocator('iframe').locator('[part="wallet"]')
  await expect(rows.first()).toHaveText(/Test wallet/)
  await expect.poll(() => page.evaluate(() => window.__safeCalls?.length)).toBe(1)
  await expect(rows).toHaveCount(1)
  expect(wallet.calls).toEqual([])
})

/** Puts the checkout into the frame of a page that answers as a Safe does, or says nothing. */
async function aroundWith(
  page: Page,
  checkoutUrl: string,
  safe: { safeAddress: string; chainId: number } | null,
): Promise<void> {
  const around = new URL('/safe', checkoutUrl).href
  await page.route(around, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Safe</title><link rel="icon" href="data:,">',
    }),
  )
  await page.goto(around)
  await page.evaluate(
    ({ checkoutUrl, safe, hash }) => {
      const calls: { method: string; params: unknown }[] = []
      window.__safeCalls = calls
      window.addEventListener('message', ({ data, source }) => {
        const { id, method, params } = data
        if (typeof method !== 'string' || source === null) return
        calls.push({ method, params })
        if (safe === null) return
        const answers: Record<string, unknown> = {
          getSafeInfo: { ...safe, owners: [], threshold: 2, isReadOnly: false },
          sendTransactions: { safeTxHash: hash },
          getTxBySafeTxHash: { safeTxHash: hash, txStatus: 'AWAITING_CONFIRMATIONS', txHash: null },
        }
        const isKnown = method in answers
        const answer = isKnown
          ? { id, success: true, version: '9.1.0', data: answers[method] }
          : { id, success: false, version: '9.1.0', error: 'not here' }
        source.postMessage(answer, { targetOrigin: '*' })
      })
      const frame = document.createElement('iframe')
      frame.src = checkoutUrl
      frame.width = '460'
      frame.height = '900'
      document.body.append(frame)
    },
    { checkoutUrl, safe, hash: SAFE_TX_HASH },
  )
}
