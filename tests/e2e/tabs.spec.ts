import type { Checkout } from './support/checkout.ts'
import { openCheckout } from './support/checkout.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { installWallet } from './support/installWallet.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { COINS, expect, type Row, TOKENS, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  inOrder,
  OPENED,
  PAID,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { walletDialog } from './support/walletDialog.ts'
import { watchEvents } from './support/watchEvents.ts'
import { watchProblems } from './support/watchProblems.ts'

const TAB_TITLE = 'This payment is open in another tab'
const DEVICE_TITLE = 'This payment is open on another device'

test.use({ walletOptions: { confirm: 'dialog' } })

test('A second tab cannot pay while the first waits for its wallet, and both show the end', async ({
  row,
}) => {
  const first = await askForPayment(row)
  const second = await row.openAgain()
  await second.expectState('locked', TAB_TITLE)
  await second.expectState('locked', 'The other tab is waiting for your wallet.')
  await expect(second.button('Continue here')).toHaveCount(0)
  await expect(second.button(/^Pay/)).toHaveCount(0)
  await row.expectUnpaid(1)

  await walletDialog(first.page).confirm.click()
  await second.expectState('confirming')
  await row.confirm()
  await second.expectState('succeeded', 'Payment complete')
  const own = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await row.end({
    sends: 1,
    payCalls: 2,
    transcript: [own, `loading locked … ${PAID}`],
  })
})

test('A tab at the review stops at Pay after another tab has started to pay', {
  tag: '@deep',
}, async ({ page, row }) => {
  const first = await row.review(COINS)
  const second = await row.openAgain()
  await second.connect()
  await first.pay()
  await first.expectState('signing')
  await expect(walletDialog(page).confirm).toBeVisible()
  await second.pay()
  await second.expectState('locked', TAB_TITLE)
  await row.expectUnpaid(1)

  // The first tab declined, so the second may pay.
  await walletDialog(page).reject.click()
  await first.expectState('review', 'You declined in your wallet. Nothing was charged.')
  await second.connect()
  await second.pay()
  await walletDialog(second.page).confirm.click()
  await row.confirm(second)
  await second.expectState('succeeded')
  await first.expectState('succeeded')
  const stopped = inOrder(OPENED, REVIEWED, '+before-pay preparing locked')
  await row.end({
    sends: 2,
    mined: 1,
    payCalls: 5,
    checkout: second,
    transcript: [`… ${PAID}`, `${stopped} … ${PAID}`],
  })
})

test('A payer continues in the second tab while the first only waits for the approval', {
  tag: '@deep',
}, async ({ page, row }) => {
  const first = await row.review(TOKENS)
  await first.pay()
  await first.expectState('approving')
  await expect(walletDialog(page).confirm).toBeVisible()

  const second = await row.openAgain()
  await second.expectState('locked', TAB_TITLE)
  await second.button('Continue here').click()
  await first.expectState('review', 'The payment continued in another tab.')
  await second.connect()
  await second.pay()
  await second.expectState('approving')
  await walletDialog(second.page).confirm.click()
  await second.expectState('signing')
  await walletDialog(second.page).confirm.click()
  await row.confirm(second)
  await first.expectState('succeeded', 'Payment complete')
  const left = inOrder(OPENED, REVIEWED, '+before-pay preparing approving review')
  const taken = inOrder('loading locked +ready +resume', OPENED, REVIEWED)
  await row.end({
    sends: 3,
    mined: 2,
    payCalls: 4,
    checkout: second,
    transcript: [`${left} … ${PAID}`, inOrder(taken, APPROVED, SENT, PAID)],
  })
})

test('A second device cannot pay while the first waits for its wallet, and shows the payment when it arrives', async ({
  browser,
  world,
  payer,
  row,
}) => {
  const first = await askForPayment(row)
  await using other = await browser.newContext()
  const problems = await watchProblems(other)
  const events = await watchEvents(other)
  const wallet = await installWallet(other, world, payer)
  const second = await openCheckout(await other.newPage(), world, row.payment)
  await second.expectState('locked', DEVICE_TITLE)
  await expect(second.button(/^Pay|Continue here/)).toHaveCount(0)

  await walletDialog(first.page).confirm.click()
  await row.confirm()
  await row.end({ sends: 1, payCalls: 2, transcript: inOrder(OPENED, REVIEWED, ASKED, SENT, PAID) })
  // The second device polls the service automatically.
  const { payment } = row
  await expectPaidOnce(world, { payment, checkout: second, payer, wallet, sends: 0, mined: 1 })
  const transcript = [`loading locked +ready … ${PAID}`]
  await expectRow(other, events, { payCalls: 0, transcript })
  expect(problems.found).toEqual([])
})

/** Presses Pay; resolves when the wallet's window shows the payment. */
async function askForPayment(row: Row): Promise<Checkout> {
  const checkout = await row.review(COINS)
  await checkout.pay()
  await checkout.expectState('signing')
  await expect(walletDialog(checkout.page).confirm).toBeVisible()
  return checkout
}
