import type { Hex } from 'viem'
import { type Checkout, openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { passTime } from './support/passTime.ts'
import { createPayer } from './support/payer.ts'
import { expect, test } from './support/story.ts'
import type { World } from './support/world.ts'

const COINS = [{ symbol: 'ETH', amount: '0.2' }]
const TOKENS = [{ symbol: 'USDC', amount: '20' }]
const OTHER_CHAIN = 31338
const OWN_CHAIN = 31337
/** Code of an account that takes no coins: PUSH0 PUSH0 REVERT. */
const REFUSES_COINS: Hex = '0x5f5ffd'
/** How long a wallet that is told to be slow keeps its prompt open: for ever. */
const FOR_EVER_MS = 1e9

test.describe('A payer who declines', () => {
  test('to connect is told so, and pays when they allow it', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    await wallet.setMode('reject')
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connect', 'You declined in your wallet. Nothing was charged.')
    await expectUnpaid(world, { payment, wallet, sends: 0 })

    await wallet.setMode('accept')
    await payThrough(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('the permission pays nothing, and pays when they allow it', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('reject')
    await checkout.pay()
    await checkout.expectState('review', 'You declined the permission in your wallet.')
    await expectUnpaid(world, { payment, wallet, sends: 1 })

    await wallet.setMode('accept')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 3, mined: 2 })
  })

  test('the payment pays nothing, and pays when they confirm it', async ({
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
    await checkout.expectState('review', 'You declined in your wallet. Nothing was charged.')
    await expectUnpaid(world, { payment, wallet, sends: 1 })

    await wallet.setMode('accept')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2, mined: 1 })
  })
})

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

test.describe('A wallet', () => {
  test('that is busy with another request says so, at connecting and at paying', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    await wallet.setMode('busy')
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connect', 'Your wallet has a request open.')

    await wallet.setMode('accept')
    await checkout.connect()
    await wallet.setMode('busy')
    await checkout.pay()
    await checkout.expectState('review', 'Your wallet has a request open.')
    await expectUnpaid(world, { payment, wallet, sends: 1 })

    await wallet.setMode('accept')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2, mined: 1 })
  })

  test('that is locked says so, at connecting and at paying', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    await wallet.setMode('lock')
    const checkout = await openCheckout(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connect', 'Your wallet is locked. Unlock it and try again.')

    await wallet.setMode('accept')
    await checkout.connect()
    await wallet.setMode('lock')
    await checkout.pay()
    await checkout.expectState('review', 'Nothing was charged.')
    await expectUnpaid(world, { payment, wallet, sends: 0 })

    await wallet.setMode('accept')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('whose account changes is reviewed again, and the new account pays', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    const other = await createPayer(world)
    await page.evaluate((key) => window.__testWallet?.setAccounts([key]), other.privateKey)
    await checkout.expectState('review', 'The account in your wallet changed.')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer: other, wallet, sends: 1 })
    const client = world.devnet.chains.client('devnet')
    expect(await client.getTransactionCount(payer)).toBe(0)
  })

  test('that speeds the payment up pays once, and the payer is told', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('replace')
    await checkout.pay()
    await checkout.expectState('confirming')
    await passTime(page, { untilText: 'Your wallet sent the payment again with a higher fee.' })
    await world.devnet.mine('devnet', 2)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  })

  test('that cancels the payment: nothing is charged, and it can be paid again', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await page.clock.install()
    const payment = await createPayment(world, COINS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await wallet.setMode('cancel')
    await checkout.pay()
    await checkout.expectState('confirming')
    await passTime(page, { untilState: 'failed' })
    await checkout.expectState('failed', 'The payment was cancelled in your wallet')
    await checkout.expectState('failed', /Nothing was charged\./)
    await expectUnpaid(world, { payment, wallet, sends: 1 })

    await wallet.setMode('accept')
    await checkout.button('Try again').click()
    await checkout.expectState('review')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
  })
})

test('A payment that the network rejects costs its fee only, and can be tried again', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  const [item] = payment.items
  const client = world.devnet.chains.client('devnet')
  const address = item?.payee ?? '0x'
  await client.setCode({ address, bytecode: REFUSES_COINS })
  await checkout.pay()
  await checkout.expectState('failed', 'The network rejected the payment')
  await checkout.expectState('failed', /Only the network fee was spent\./)
  await expectUnpaid(world, { payment, wallet, sends: 1 })

  await client.setCode({ address, bytecode: '0x' })
  await checkout.button('Try again').click()
  await checkout.expectState('review')
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
})

/** From the choice of a wallet to the last confirmation. */
async function payThrough(world: World, checkout: Checkout): Promise<void> {
  await checkout.connect()
  await finish(world, checkout)
}

/** From the review to the last confirmation. */
async function finish(world: World, checkout: Checkout): Promise<void> {
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine('devnet', 2)
}
