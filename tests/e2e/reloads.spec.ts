import { type Checkout, openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { passTime } from './support/passTime.ts'
import type { Payer } from './support/payer.ts'
import { expect, test } from './support/story.ts'
import { walletDialog } from './support/walletDialog.ts'
import type { World } from './support/world.ts'

const COINS = [{ symbol: 'ETH', amount: '0.3' }]
const TOKENS = [{ symbol: 'USDC', amount: '30' }]
/** How long a slow wallet keeps its prompt open: for ever. */
const FOR_EVER_MS = 1e9
const DAY_MS = 86_400_000

test.describe('A page that is reloaded', () => {
  // Every prompt of the wallet stays open until the story confirms it, or the reload closes it.
  test.use({ walletOptions: { confirm: 'dialog', delayMs: FOR_EVER_MS } })

  test('while the wallet is asked for an account begins again', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    await wallet.setMode('delay')
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connecting')
    await page.reload()
    await checkout.expectState('connect', 'Choose a wallet')

    await wallet.setMode('accept')
    await checkout.connect()
    await confirmAndMine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('at the review begins again', async ({ page, world, payer, wallet }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await page.reload()
    await checkout.expectState('connect', 'Last used')

    await checkout.connect()
    await confirmAndMine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('while the permission is asked for asks for it again', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('approving', 'in Test wallet')
    await expect(walletDialog(page).confirm).toBeVisible()
    await page.reload()
    await checkout.expectState('connect')
    // A note's words come with a later chunk.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/flow-[^/]+\.js$/.test(name)),
    )
    await expect(checkout.element.getByText('Your permission is in place')).toHaveCount(0)
    await expectUnpaid(world, { payment, wallet, sends: 1 })

    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('approving')
    await walletDialog(page).confirm.click()
    await checkout.expectState('signing')
    await walletDialog(page).confirm.click()
    await mine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 3, mined: 2 })
  })

  test('after the permission asks for the payment only', async ({ page, world, payer, wallet }) => {
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('approving')
    // No block comes: the permission is sent and waits.
    await holdBlocks(world, async () => {
      await walletDialog(page).confirm.click()
      await checkout.expectState('approving', /Allowing 30/)
      await page.reload()
      await checkout.expectState('connect')
    })
    await checkout.connect()
    await confirmAndMine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
  })

  test('while the payment is asked for lets nobody pay twice', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('signing')
    await expect(walletDialog(page).confirm).toBeVisible()
    // The page warns first: leaving now leaves the payer without an answer.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await checkout.expectState('unknown', 'the request may still be open in your wallet')
    await expectUnpaid(world, { payment, wallet, sends: 1 })

    await checkout.button('It was not sent, start over').click()
    await expect(checkout.element.getByText('Is the request closed in your wallet?')).toBeVisible()
    await checkout.button('Yes, nothing is waiting').click()
    await checkout.expectState('connect', 'Your earlier attempt was not sent.')
    await checkout.connect()
    await confirmAndMine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2, mined: 1 })
  })

  test('while the payment waits for a block follows it', async ({ page, world, payer, wallet }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('signing')
    await holdBlocks(world, async () => {
      await walletDialog(page).confirm.click()
      await checkout.expectState('confirming', 'You can close this page.')
      await page.reload()
      await checkout.expectState('confirming', '0 of 2 confirmations')
    })
    await mine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('while the payment is confirmed follows it', async ({ page, world, payer, wallet }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await checkout.pay()
    await walletDialog(page).confirm.click()
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet')
    await checkout.expectState('confirming', '1 of 2 confirmations')
    await page.reload()
    await checkout.expectState('confirming', '1 of 2 confirmations')
    await mine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('while the service catches up shows the payment as sent, never as paid', async ({
    page,
    world,
    payer,
    wallet,
    problems,
  }) => {
    problems.allow(/Failed to load resource/)
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    // From here on the service knows nothing new, and tells of nothing.
    const address = `${world.devnet.json.host.baseUrl}/v2/secure-payments/${payment.token}`
    const stale = await page.request.get(address, {
      headers: { 'x-api-key': world.devnet.json.host.apiKey },
    })
    const body = await stale.text()
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
    await page.route(`${address}*`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      await route.fulfill({ status: 200, headers, body })
    })
    await page.route(`${address}/events`, (route) => route.fulfill({ status: 404, headers }))
    await checkout.pay()
    await walletDialog(page).confirm.click()
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await checkout.expectState('settling', 'Confirmed, waiting for Demo shop')
    await page.reload()
    await checkout.expectState('settling', 'Confirmed, waiting for Demo shop')

    await page.unroute(`${address}*`)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('after the payment shows the receipt', async ({ page, world, payer, wallet }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await confirmAndMine(world, checkout)
    await checkout.expectState('succeeded')
    await page.reload()
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })
})

test.describe('A wallet that sent the payment and never answered', () => {
  test('before a reload: the payment is found on the chain', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('swallow')
    await checkout.pay()
    await checkout.expectState('signing')
    await untilSent(world, payer)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await checkout.expectState('confirming')
    await mine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('before its tab was closed: the payment is found the next day', async ({
    page,
    context,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const before = await openCheckout(page, world, payment)
    await before.connect()
    await wallet.setMode('swallow')
    await before.pay()
    await before.expectState('signing')
    await untilSent(world, payer)
    await page.close()

    const later = await context.newPage()
    await later.clock.install({ time: Date.now() + DAY_MS })
    const checkout = await openCheckout(later, world, payment)
    await checkout.expectState('confirming')
    await mine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('and a tab that was closed with its prompt open: nothing was sent, and it can be paid', async ({
    page,
    context,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const before = await openCheckout(page, world, payment)
    await before.connect()
    await wallet.setMode('delay')
    await before.pay()
    await before.expectState('signing')
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
    await page.close()

    await wallet.setMode('accept')
    const later = await context.newPage()
    await later.clock.install()
    const checkout = await openCheckout(later, world, payment)
    await checkout.expectState('unknown')
    await passTime(later, { untilText: 'The network shows that nothing was sent.' })
    await checkout.button('It was not sent, start over').click()
    await checkout.connect()
    await checkout.pay()
    await mine(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2, mined: 1 })
  })
})

/** Confirms the payment in the wallet's window, and lets it become old enough. */
async function confirmAndMine(world: World, checkout: Checkout): Promise<void> {
  await checkout.pay()
  await walletDialog(checkout.page).confirm.click()
  await mine(world, checkout)
}

async function mine(world: World, checkout: Checkout): Promise<void> {
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
}

/** No transaction gets into a block meanwhile; afterwards one block takes those that wait. */
async function holdBlocks({ devnet }: World, story: () => Promise<void>): Promise<void> {
  const client = devnet.chains.client('devnet')
  await client.setAutomine(false)
  try {
    await story()
  } finally {
    await client.setAutomine(true)
    await devnet.mine('devnet')
  }
}

/** Waits until the payer's first transaction is at the node: a wallet that was asked for it may not have sent it yet. */
async function untilSent({ devnet }: World, { address }: Payer): Promise<void> {
  const client = devnet.chains.client('devnet')
  await expect
    .poll(() => client.getTransactionCount({ address, blockTag: 'pending' }), { timeout: 20_000 })
    .toBe(1)
}
