import type { Browser, BrowserContext } from '@playwright/test'
import { createSafe, type Safe } from '../support/createSafe.ts'
import { type Checkout, checkoutUrl, openCheckout } from './support/checkout.ts'
import { createPayment, type Payment } from './support/createPayment.ts'
import { expectOneWebhook, expectPayees, expectUnpaid } from './support/expectPaidOnce.ts'
import { installWallet } from './support/installWallet.ts'
import type { Payer } from './support/payer.ts'
import { installSafePage, openInSafe, type SafePage } from './support/safe/openInSafe.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]
const TOKENS = [{ symbol: 'USDC', amount: '12.5' }]
const WAITING = 'Waiting for the signers of the Safe.'

/** A payment, a Safe that will pay it, and the merchant's page inside the Safe's page. */
type Scene = { payment: Payment; safe: Safe; around: SafePage; checkout: Checkout; url: string }

async function enter(
  context: BrowserContext,
  world: World,
  items: Parameters<typeof createPayment>[1],
): Promise<Scene> {
  const payment = await createPayment(world, items)
  const safe = await createSafe(world.devnet.chains)
  const page = await context.newPage()
  const around = await installSafePage(page, world, safe)
  const url = checkoutUrl(world, payment)
  return { payment, safe, around, checkout: await openInSafe(page, url), url }
}

/** Pays with the Safe until its signers must decide. */
async function propose({ checkout, safe }: Scene): Promise<`0x${string}`> {
  await checkout.button(/^Safe/).click()
  await checkout.expectState('review')
  await checkout.pay()
  await checkout.expectState('settling', WAITING)
  const last = safe.proposals.at(-1)
  if (last === undefined) throw new Error('Nothing was proposed.')
  return last.safeTxHash
}

/** Expects that the Safe's transaction is confirmed, every payee has the exact amount, and each request has one webhook. */
async function expectPaidBySafe(world: World, { payment, checkout }: Scene): Promise<void> {
  await expect(checkout.element).toHaveAttribute('state', /^(confirming|settling)$/)
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded', 'Payment complete')
  await expectPayees(world, payment)
  for (const requestId of payment.requestIds) await expectOneWebhook(world, requestId)
}

/** Returns the HTTP status of the API's response for the payment. */
function statusOf({ devnet }: World, { token }: Payment): Promise<number> {
  const { baseUrl, apiKey } = devnet.json.host
  const headers = { 'x-api-key': apiKey }
  return fetch(`${baseUrl}/v2/secure-payments/${token}`, { headers }).then(({ status }) => status)
}

/** Opens the same payment for another payer, on another device. */
async function openElsewhere(
  browser: Browser,
  world: World,
  { payment }: Scene,
  payer: Payer,
): Promise<Checkout> {
  const context = await browser.newContext()
  await installWallet(context, world, payer)
  return openCheckout(await context.newPage(), world, payment)
}

/** The service returns 423 while signers decide. */
test.beforeEach(({ problems }) => problems.allow(/423/))

test('A shop inside a Safe offers that Safe first, and proposes the payment to its signers', async ({
  context,
  world,
  wallet,
}) => {
  const scene = await enter(context, world, COINS)
  const { payment, around, checkout } = scene
  const rows = checkout.element.locator('[part="wallet"]')
  await expect(rows.first()).toHaveText(/Safe/)
  await expect(rows.nth(1)).toHaveText(/Test wallet/)
  await propose(scene)
  const [item] = payment.items
  expect(around.requests.filter(({ method }) => method === 'sendTransactions')).toEqual([
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
  // A proposal is not a payment: no money has moved, and no other wallet has received a request.
  await expectUnpaid(world, { payment, wallet, sends: 0 })
})

for (const [name, items] of [
  ['coins', COINS],
  ['a token, whose permission is in the same proposal', TOKENS],
] as const) {
  test(`A Safe pays ${name}: its signers decide while other payers wait`, {
    tag: items === COINS ? '@deep' : [],
  }, async ({ browser, context, world, payer, wallet }) => {
    const scene = await enter(context, world, items)
    const { payment, safe } = scene
    const hash = await propose(scene)
    await expect.poll(() => statusOf(world, payment)).toBe(423)
    const other = await openElsewhere(browser, world, scene, payer)
    await other.expectState('locked', WAITING)
    await expect(other.button('Test wallet')).toHaveCount(0)
    await expect(other.button('Continue here')).toHaveCount(0)

    // The second signature does not send the transaction: there is still no payment.
    await safe.sign(hash)
    await expectUnpaid(world, { payment, wallet, sends: 0 })
    await safe.execute(hash)
    await expectPaidBySafe(world, scene)
    await other.expectState('succeeded', 'Payment complete')
    expect(safe.proposals).toHaveLength(1)
    expect(wallet.count('eth_sendTransaction')).toBe(0)
    await other.page.context().close()
  })
}

test('A payer may close the Safe’s page while its signers decide', { tag: '@deep' }, async ({
  context,
  world,
}) => {
  const scene = await enter(context, world, TOKENS)
  const { safe, url } = scene
  const hash = await propose(scene)
  await scene.checkout.page.close()
  const checkout = await openInSafe(await context.newPage(), url)
  await checkout.expectState('settling', WAITING)
  await safe.sign(hash)
  await safe.execute(hash)
  await expectPaidBySafe(world, { ...scene, checkout })
  expect(safe.proposals).toHaveLength(1)

  // A page that is opened later shows the payment as paid, and proposes nothing.
  const later = await openInSafe(await context.newPage(), url)
  await later.expectState('succeeded', 'Payment complete')
})

test('A payment is complete when signers execute it while no page is open', {
  tag: '@deep',
}, async ({ context, world }) => {
  const scene = await enter(context, world, COINS)
  const { safe, url } = scene
  const hash = await propose(scene)
  await scene.checkout.page.close()
  await safe.sign(hash)
  await safe.execute(hash)
  const checkout = await openInSafe(await context.newPage(), url)
  await expectPaidBySafe(world, { ...scene, checkout })
})

test('A rejection by the signers frees the payment, and another payer pays it', {
  tag: '@deep',
}, async ({ browser, context, world, payer, wallet }) => {
  const scene = await enter(context, world, COINS)
  const { payment, safe, checkout } = scene
  const hash = await propose(scene)
  const other = await openElsewhere(browser, world, scene, payer)
  await other.expectState('locked', WAITING)
  await safe.reject(hash)
  await checkout.expectState('review', 'Nothing was charged.')
  await expect.poll(() => statusOf(world, payment)).toBe(200)
  await other.expectState('connect')
  await expectUnpaid(world, { payment, wallet, sends: 0 })

  await other.connect()
  await other.pay()
  await other.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await other.expectState('succeeded')
  await checkout.expectState('succeeded')
  await expectPayees(world, payment)
  expect(await world.devnet.chains.client('devnet').getTransactionCount(payer)).toBe(1)
  await other.page.context().close()
  // The rejected transaction can no longer be executed, even with all signatures.
  await safe.sign(hash)
  await expect(safe.execute(hash)).rejects.toThrow()
})

test('An owner who declines creates no proposal, and can propose again', { tag: '@deep' }, async ({
  context,
  world,
  wallet,
}) => {
  const scene = await enter(context, world, TOKENS)
  const { payment, safe, around, checkout } = scene
  around.declines = true
  await checkout.button(/^Safe/).click()
  await checkout.expectState('review')
  await checkout.pay()
  await checkout.expectState('review', 'You declined in your wallet. Nothing was charged.')
  await expect.poll(() => statusOf(world, payment)).toBe(200)
  await expectUnpaid(world, { payment, wallet, sends: 0 })
  expect(safe.proposals).toEqual([])

  around.declines = false
  await checkout.pay()
  await checkout.expectState('settling', WAITING)
  const [proposal] = safe.proposals
  if (proposal === undefined) throw new Error('Nothing was proposed.')
  await safe.sign(proposal.safeTxHash)
  await safe.execute(proposal.safeTxHash)
  await expectPaidBySafe(world, scene)
})

test('A page that frames the shop but is not a Safe has no effect', { tag: '@deep' }, async ({
  page,
  world,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  await openCheckout(page, world, payment)
  const url = page.url()
  await page.route('**/around', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Around</title><link rel="icon" href="data:,">',
    }),
  )
  await page.goto(new URL('/around', url).href)
  await page.evaluate((framed) => {
    const asked: unknown[] = []
    Object.assign(window, { asked })
    window.addEventListener('message', ({ data }) => {
      if (typeof Object(data).method === 'string') asked.push(data)
    })
    const frame = document.createElement('iframe')
    frame.src = framed
    document.body.append(frame)
  }, url)
  const rows = page.frameLocator('iframe').locator('[part="wallet"]')
  await expect(rows.first()).toHaveText(/Test wallet/)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked').length)).toBe(1)
  await expect(rows).toHaveCount(1)
  expect(wallet.calls).toEqual([])
})
