import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import { installWallet } from './support/installWallet.ts'
import { expect, test } from './support/story.ts'
import { walletDialog } from './support/walletDialog.ts'
import { watchProblems } from './support/watchProblems.ts'

const COINS = [{ symbol: 'ETH', amount: '0.4' }]
const TOKENS = [{ symbol: 'USDC', amount: '40' }]
const TAB_TITLE = 'This payment is open in another tab'
const DEVICE_TITLE = 'This payment is open on another device'

test.use({ walletOptions: { confirm: 'dialog' } })

test('A second tab cannot pay while the first asks its wallet, and both see the end', async ({
  page,
  context,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  const first = await openCheckout(page, world, payment)
  await first.connect()
  await first.pay()
  await first.expectState('signing')
  await expect(walletDialog(page).confirm).toBeVisible()

  const second = await openCheckout(await context.newPage(), world, payment)
  await second.expectState('locked', TAB_TITLE)
  await second.expectState('locked', 'The other tab is waiting for your wallet.')
  await expect(second.button('Continue here')).toHaveCount(0)
  await expect(second.button(/^Pay/)).toHaveCount(0)
  await expectUnpaid(world, { payment, wallet, sends: 1 })

  await walletDialog(page).confirm.click()
  await first.expectState('confirming')
  await second.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout: first, payer, wallet, sends: 1 })
  await expectPaidOnce(world, { payment, checkout: second, payer, wallet, sends: 1 })
})

test('A tab that was ready to pay before the other one was is stopped when Pay is pressed', async ({
  page,
  context,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  const first = await openCheckout(page, world, payment)
  await first.connect()
  const second = await openCheckout(await context.newPage(), world, payment)
  await second.connect()

  await first.pay()
  await first.expectState('signing')
  await expect(walletDialog(page).confirm).toBeVisible()
  await second.pay()
  await second.expectState('locked', TAB_TITLE)
  await expectUnpaid(world, { payment, wallet, sends: 1 })

  // Declined there: now the second tab may.
  await walletDialog(page).reject.click()
  await first.expectState('review', 'You declined in your wallet. Nothing was charged.')
  await second.connect()
  await second.pay()
  await walletDialog(second.page).confirm.click()
  await second.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout: second, payer, wallet, sends: 2, mined: 1 })
})

test('A payer continues in the second tab while the first only asks for the permission', async ({
  page,
  context,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, TOKENS)
  const first = await openCheckout(page, world, payment)
  await first.connect()
  await first.pay()
  await first.expectState('approving')
  await expect(walletDialog(page).confirm).toBeVisible()

  const second = await openCheckout(await context.newPage(), world, payment)
  await second.expectState('locked', TAB_TITLE)
  await second.button('Continue here').click()
  await first.expectState('review', 'The payment went on in another tab.')
  await second.connect()
  await second.pay()
  await second.expectState('approving')
  await walletDialog(second.page).confirm.click()
  await second.expectState('signing')
  await walletDialog(second.page).confirm.click()
  await second.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout: second, payer, wallet, sends: 3, mined: 2 })
  await first.expectState('succeeded', 'Payment complete')
})

test('A second device cannot pay while the first asks its wallet, and sees the payment arrive', async ({
  page,
  browser,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, COINS)
  const first = await openCheckout(page, world, payment)
  await first.connect()
  await first.pay()
  await first.expectState('signing')
  await expect(walletDialog(page).confirm).toBeVisible()

  await using other = await browser.newContext()
  const problems = await watchProblems(other)
  const otherWallet = await installWallet(other, world, payer)
  const second = await openCheckout(await other.newPage(), world, payment)
  await second.expectState('locked', DEVICE_TITLE)
  await expect(second.button(/^Pay|Continue here/)).toHaveCount(0)

  await walletDialog(page).confirm.click()
  await first.expectState('confirming')
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout: first, payer, wallet, sends: 1 })
  // It asks the service again by itself.
  await expectPaidOnce(world, {
    payment,
    checkout: second,
    payer,
    wallet: otherWallet,
    sends: 0,
    mined: 1,
  })
  expect(problems.found).toEqual([])
})
