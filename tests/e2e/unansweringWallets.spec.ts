import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { passTime } from './support/passTime.ts'
import { finish, payThrough } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

const COINS = [{ symbol: 'ETH', amount: '0.2' }]
const OTHER_CHAIN = 31338
const OWN_CHAIN = 31337
/** How long a wallet that is told to be slow keeps its prompt open: for ever. */
const FOR_EVER_MS = 1e9

test.describe('A wallet on another network', () => {
  test.use({ walletOptions: { chainId: OTHER_CHAIN } })

  test('is switched before the payment', async ({ page, world, payer, wallet }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await payThrough(world, checkout)
    expect(wallet.count('wallet_switchEthereumChain')).toBe(1)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('stays there when the payer declines, until they agree', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('reject')
    await checkout.pay()
    await checkout.expectState('review', 'The network was not changed. Nothing was charged.')
    await expectUnpaid(world, { payment, wallet, sends: 0 })

    await wallet.setMode('accept')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('is not believed when it only says that it switched', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('wrong-chain')
    await checkout.pay()
    await checkout.expectState('switching')
    await passTime(page, { untilState: 'review' })
    await checkout.expectState('review', 'Your wallet could not switch to')
    await expectUnpaid(world, { payment, wallet, sends: 0 })

    await wallet.setMode('accept')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('may never answer: the payer is helped and switches by hand', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('hang-switch')
    await checkout.pay()
    await checkout.expectState('switching')
    await page.clock.fastForward(15_000)
    await checkout.expectState('switching', 'Waiting for Test wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('switching', 'Test wallet has not answered.')
    await expect(checkout.button('I closed my wallet')).toBeVisible()

    await page.evaluate((chainId) => window.__testWallet?.setChain(chainId), OWN_CHAIN)
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })
})

test.describe('A wallet that does not answer', () => {
  test.use({ walletOptions: { delayMs: FOR_EVER_MS } })

  test('when asked for an account is named at 15 s and left at 60 s', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    await wallet.setMode('delay')
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connecting', 'Continue in your wallet')
    await page.clock.fastForward(15_000)
    await checkout.expectState('connecting', 'Waiting for your wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('connect', 'Your wallet did not answer. Nothing was charged.')

    await wallet.setMode('accept')
    await payThrough(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('when asked to pay: the chain proves that nothing was sent, and the payer starts over', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('delay')
    await checkout.pay()
    await checkout.expectState('signing', 'Confirm the payment in Test wallet')
    await page.clock.fastForward(15_000)
    await checkout.expectState('signing', 'Waiting for Test wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('signing', 'Test wallet has not answered.')
    await checkout.button('I closed my wallet').click()
    await checkout.expectState('unknown', 'The network shows that nothing was sent.')
    await expectUnpaid(world, { payment, wallet, sends: 1 })

    await wallet.setMode('accept')
    await checkout.button('It was not sent, start over').click()
    await checkout.expectState('review', 'Your earlier attempt was not sent.')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2, mined: 1 })
  })

  test('but sent the payment: it is found on the chain', async ({ page, world, payer, wallet }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('swallow')
    await checkout.pay()
    await checkout.expectState('signing')
    await page.clock.fastForward(15_000)
    await checkout.expectState('confirming')
    await world.devnet.mine('devnet', 2)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })
})
