import type { Browser, BrowserContext } from '@playwright/test'
import { type Checkout, checkoutUrl, openCheckout } from './support/checkout.ts'
import { createPayment, type Payment } from './support/createPayment.ts'
import { expectOneWebhook, expectPayees, expectUnpaid } from './support/expectPaidOnce.ts'
import { installWallet } from './support/installWallet.ts'
import type { Payer } from './support/payer.ts'
import { createSafe, type Safe } from './support/safe/createSafe.ts'
import { installSafePage, openInSafe, type SafePage } from './support/safe/openInSafe.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]
const TOKENS = [{ symbol: 'USDC', amount: '12.5' }]
const WAITING = 'Waiting for the signers of the Safe.'

/** A payment, a Safe that shall pay it, and the merchant's page inside the Safe's. */
type Scene = { payment: Payment; safe: Safe; around: SafePage; checkout: Checkout; url: string }

async function enter(
  context: BrowserContext,
  world: World,
  items: Parameters<typeof createPayment>[1],
): Promise<Scene> {
  const payment = await createPayment(world, items)
  const safe = await createSafe(world)
  const page = await context.newPage()
  const around = await installSafePage(page, world, safe)
  const url = checkoutUrl(world, payment)
  return { payment, safe, around, checkout: await openInSafe(page, url), url }
}

/** Pays with the Safe as far as its signers. */
async function propose({ checkout, safe }: Scene): Promise<`0x${string}`> {
  await checkout.button(/^Safe/).click()
  await checkout.expectState('review')
  await checkout.pay()
  await checkout.expectState('settling', WAITING)
  const last = safe.proposals.at(-1)
  if (last === undefined) throw new Error('Nothing was proposed.')
  return last.safeTxHash
}

/** What the Safe sent is confirmed; every payee has it to the unit, the merchant heard of it once. */
async function expectPaidBySafe(world: World, { payment, checkout }: Scene): Promise<void> {
  await expect(checkout.element).toHaveAttribute('state', /^(confirming|settling)$/)
  await world.devnet.mine('devnet', 2)
  await checkout.expectState('succeeded', 'Payment complete')
  await expectPayees(world, payment)
  for (const requestId of payment.requestIds) await expectOneWebhook(world, requestId)
}

/** What the API says of the payment to whoever asks. */
function statusOf({ devnet }: World, { token }: Payment): Promise<number> {
  const { baseUrl, apiKey } = devnet.json.host
  const headers = { 'x-api-key': apiKey }
  return fetch(`${baseUrl}/v2/secure-payments/${token}`, { headers }).then(({ status }) => status)
}

/** Somebody else's page of the same payment, on another device. */
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

/** The service says 423 while signers decide. */
test.beforeEach(({ problems }) => problems.allow(/423/))

test('A shop inside a Safe offers that Safe first, and what it pays is proposed to its signers', async ({
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
  // A proposal is no payment: nothing moved, and no other wallet was asked.
  await expectUnpaid(world, { payment, wallet, sends: 0 })
})

for (const [name, items] of [
  ['coins', COINS],
  ['a token, whose permission is in the same proposal', TOKENS],
] as const) {
  test(`A Safe pays ${name}: its signers decide, and others wait meanwhile`, async ({
    browser,
    context,
    world,
    payer,
    wallet,
  }) => {
    const scene = await enter(context, world, items)
    const { payment, safe } = scene
    const hash = await propose(scene)
    await expect.poll(() => statusOf(world, payment)).toBe(423)
    const other = await openElsewhere(browser, world, scene, payer)
    await other.expectState('locked', WAITING)
    await expect(other.button('Test wallet')).toHaveCount(0)
    await expect(other.button('Continue here')).toHaveCount(0)

    // One signature more, and nobody has sent it: still no payment.
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

test('The Safe’s page may be closed while its signers decide', { tag: '@deep' }, async ({
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

  // Opened again, it is paid: there is nothing to propose.
  const later = await openInSafe(await context.newPage(), url)
  await later.expectState('succeeded', 'Payment complete')
})

test('Signers who carry it out while no page is open have paid', { tag: '@deep' }, async ({
  context,
  world,
}) => {
  const scene = await enter(context, world, COINS)
  const { safe, url } = scene
  const hash = await propose(scene)
  await scene.checkout.page.close()
  await safe.sign(hash)
  await safe.execute(hash)
  const checkout = await openInSafe(await context.newPage(), url)
  await expectPaidBySafe(world, { ...scene, checkout })
})

test('Signers who reject it free the payment for everybody, and it is paid after all', {
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
  // Too late for the one that was rejected, whoever has its signatures.
  await safe.sign(hash)
  await expect(safe.execute(hash)).rejects.toThrow()
})

test('An owner who declines proposes nothing, and may propose again', { tag: '@deep' }, async ({
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

test('A page that frames the shop and is no Safe changes nothing', { tag: '@deep' }, async ({
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
