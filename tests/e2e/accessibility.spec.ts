import { createCheckout, openCheckout, openHosted } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expirePayment } from './support/expirePayment.ts'
import { inspectAlways } from './support/inspectScreen.ts'
import type { Lie } from './support/lies/lie.ts'
import { lieAboutCalldata } from './support/lies/lieAboutCalldata.ts'
import { passTime } from './support/passTime.ts'
import { expect, test } from './support/story.ts'
import { walletDialog } from './support/walletDialog.ts'

const COINS = [{ symbol: 'ETH', amount: '0.6' }]
/** Long amounts of two tokens to three payees: the widest content of any screen. */
const BATCH = [
  { symbol: 'USDC', amount: '100.123456' },
  { symbol: 'USDC', amount: '0.000001' },
  { symbol: 'DAI', amount: '7.000000000000000001' },
]

test.describe('Axe reports no violation in light and dark, and nothing overflows at 320 px', () => {
  test.use({ walletOptions: { confirm: 'dialog', delayMs: 1e9 } })
  test.slow()

  test('axe passes from the wallet choice to the receipt, on the hosted page', async ({
    page,
    world,
    wallet,
  }) => {
    const payment = await createPayment(world, [{ symbol: 'USDC', amount: '12.5' }])
    const checkout = await openHosted(page, world, payment)
    await checkout.expectState('connect', 'Choose a wallet')
    await inspectAlways(page, 'connect')
    await checkout.connect()
    await inspectAlways(page, 'review')
    await checkout.element.getByText('Transaction details').click()
    await expect(checkout.element.getByText('Raw data').first()).toBeVisible()
    await inspectAlways(page, 'review with details')
    await checkout.pay()
    await checkout.expectState('approving', /Allow 12\.5/)
    await walletDialog(page).confirm.click()
    await checkout.expectState('signing', 'Confirm the payment')
    await walletDialog(page).confirm.click()
    await checkout.expectState('confirming', 'Payment sent')
    await inspectAlways(page, 'confirming')
    await world.devnet.mine('devnet', 2)
    await checkout.expectState('succeeded', 'Payment complete')
    await inspectAlways(page, 'succeeded')
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })

  test('axe passes with a batch on the merchant’s page', { tag: '@deep' }, async ({
    page,
    world,
    wallet,
  }) => {
    const payment = await createPayment(world, BATCH)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await inspectAlways(page, 'review of a batch')
    await wallet.setMode('delay')
    await checkout.pay()
    await checkout.expectState('approving', 'in Test wallet')
    await inspectAlways(page, 'approving')
  })

  test('axe passes while the page waits for a wallet', { tag: '@deep' }, async ({
    page,
    world,
    wallet,
  }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    await wallet.setMode('delay')
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connecting')
    await page.clock.fastForward(15_000)
    await checkout.expectState('connecting', /^Waiting for/)
    await inspectAlways(page, 'connecting')
    await passTime(page, { untilText: 'Your wallet did not answer.' })
    await inspectAlways(page, 'connect with a note')

    await wallet.setMode('accept')
    await checkout.connect()
    await wallet.setMode('delay')
    await checkout.pay()
    await checkout.expectState('signing')
    // The page calls the service before the wallet; a fast clock would not leave time for the response.
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
    await passTime(page, { untilText: 'Test wallet has not answered.' })
    await inspectAlways(page, 'signing, stuck')
    await checkout.button('I closed my wallet').click()
    await checkout.expectState('unknown', 'The network shows that nothing was sent.')
    await inspectAlways(page, 'unknown')
  })

  test('axe passes while another tab pays', { tag: '@deep' }, async ({
    page,
    context,
    world,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const first = await openCheckout(page, world, payment)
    await first.connect()
    await wallet.setMode('delay')
    await first.pay()
    await first.expectState('signing')
    const second = await openCheckout(await context.newPage(), world, payment)
    await second.expectState('locked', 'This payment is open in another tab')
    await inspectAlways(second.page, 'locked')
  })

  test('axe passes with a manipulated payment, and with an expired payment', {
    tag: '@deep',
  }, async ({ page, world, wallet, problems }) => {
    problems.allow(/^Failed to load resource: .* 403 \(Forbidden\)/)
    const payment = await createPayment(world, COINS)
    const theft: Lie = {
      name: 'no value',
      reason: 'wrong_value',
      change: (calls) => {
        for (const call of calls) call.value = 0
      },
    }
    await lieAboutCalldata(page, theft)
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('failed', 'This payment was stopped for your safety')
    await inspectAlways(page, 'failed')
    expect(wallet.count('eth_sendTransaction')).toBe(0)

    expirePayment(world, payment)
    await page.reload()
    await checkout.expectState('unavailable', 'This payment has expired')
    await inspectAlways(page, 'unavailable')
  })

  test('axe passes with an account that cannot pay, and with a payment that is paid in part', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    await wallet.setMode('accept')
    const rich = await createPayment(world, [{ symbol: 'USDC', amount: '1000000' }])
    const checkout = await openCheckout(page, world, rich)
    await checkout.button('Test wallet').click()
    await checkout.expectState('options', /missing/)
    await inspectAlways(page, 'options')

    const payment = await createPayment(world, [{ symbol: 'FEE', amount: '100' }])
    const partial = await openCheckout(page, world, payment)
    await partial.connect()
    await partial.pay()
    await partial.expectState('approving')
    await walletDialog(page).confirm.click()
    await partial.expectState('signing')
    await walletDialog(page).confirm.click()
    await partial.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await partial.expectState('partial', 'Part of it is paid')
    await inspectAlways(page, 'partial')
  })

  test('axe passes in a browser without a wallet', { tag: '@deep' }, async ({ page, world }) => {
    const payment = await createPayment(world, COINS)
    const { payUrl } = world.devnet.json.host
    const checkout = await openCheckout(page, world, payment, { 'pay-url': payUrl })
    await checkout.expectState('connect', 'No wallet in this browser')
    await inspectAlways(page, 'no wallet')
  })

  test('axe passes in the demo shop', { tag: '@deep' }, async ({ page, world }) => {
    await page.goto(world.shop.url)
    await page.getByRole('button', { name: 'Add Tide cup to the cart' }).click()
    await inspectAlways(page, 'shelf and cart')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await createCheckout(page).expectState('connect', 'Choose a wallet')
    await inspectAlways(page, 'order')
    await page.goto(`${world.shop.url}/inspector.html`)
    await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible()
    await inspectAlways(page, 'inspector')
  })
})

test('With reduced motion, a change in the colour scheme applies to every colour at once', {
  tag: '@deep',
}, async ({ page, world }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const payment = await createPayment(world, COINS)
  const checkout = await openHosted(page, world, payment)
  await checkout.expectState('connect')
  const changing = await page.evaluate(() => {
    const root = document.querySelector('secure-payment')?.shadowRoot
    const host = root?.host
    if (!root || !(host instanceof HTMLElement)) throw new Error('No element is on the page.')
    host.style.colorScheme = 'light'
    // Forces a style computation, as a frame would, because transitions start then.
    host.getBoundingClientRect()
    return root.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(changing).toBe(0)
})
