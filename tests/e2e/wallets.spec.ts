import type { Hex } from 'viem'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { passTime } from './support/passTime.ts'
import { createPayer } from './support/payer.ts'
import { finish, payThrough } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

const COINS = [{ symbol: 'ETH', amount: '0.2' }]
const TOKENS = [{ symbol: 'USDC', amount: '20' }]
/** Code of an account that takes no coins: PUSH0 PUSH0 REVERT. */
const REFUSES_COINS: Hex = '0x5f5ffd'

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
