import type { Checkout } from './support/checkout.ts'
import { openCheckout } from './support/checkout.ts'
import { holdBlocks } from './support/holdBlocks.ts'
import { COINS, expect, type Row, TOKENS, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  FOLLOWED,
  FOUND,
  inOrder,
  OPENED,
  PAID,
  RESUMED,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { passTime } from './support/passTime.ts'
import { untilMined } from './support/untilMined.ts'
import { walletDialog } from './support/walletDialog.ts'

/** The delay of a slow wallet's prompt, longer than any story. */
const FOR_EVER_MS = 1e9
const DAY_MS = 86_400_000
/** The transcript of an uninterrupted payment. */
const WHOLE = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
const FIRST = inOrder(OPENED, REVIEWED, ASKED)
/** The transcript when the wallet sends the payment without a response: the service may report the payment while the page still waits. */
const ALONE = `${FIRST} {settling}`

test.describe('A page that is reloaded', () => {
  // Every wallet prompt stays open until the story confirms it or a reload closes it.
  test.use({ walletOptions: { confirm: 'dialog', delayMs: FOR_EVER_MS } })

  test('a page that is reloaded while the wallet is asked for an account, and at the review, starts over', {
    tag: '@deep',
  }, async ({ page, row, wallet }) => {
    await wallet.setMode('delay')
    const checkout = await row.open(COINS)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connecting')
    await page.reload()
    await checkout.expectState('connect', 'Choose a wallet')

    await wallet.setMode('accept')
    await checkout.connect()
    await page.reload()
    await checkout.expectState('connect', 'Last used')

    await checkout.connect()
    await confirmAndMine(row, checkout)
    const asked = inOrder(OPENED, '+before-connect connecting')
    const transcript = [asked, inOrder(OPENED, REVIEWED), WHOLE].join(' | ')
    await row.end({ sends: 1, payCalls: 3, transcript })
  })

  test('a page that is reloaded while the wallet is asked for the approval requests it again', {
    tag: '@deep',
  }, async ({ page, row }) => {
    const checkout = await row.review(TOKENS)
    await checkout.pay()
    await checkout.expectState('approving', 'in Test wallet')
    await expect(walletDialog(page).confirm).toBeVisible()
    await page.reload()
    await checkout.expectState('connect')
    // A note's text is in a chunk that loads later.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/flow-[^/]+\.js$/.test(name)),
    )
    await expect(
      checkout.element.getByText('Your earlier permission is still in place'),
    ).toHaveCount(0)
    await row.expectUnpaid(1)

    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('approving')
    await walletDialog(page).confirm.click()
    await checkout.expectState('signing')
    await walletDialog(page).confirm.click()
    await row.confirm()
    const before = inOrder(OPENED, REVIEWED, '+before-pay preparing approving')
    const after = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
    await row.end({ sends: 3, mined: 2, payCalls: 4, transcript: `${before} | ${after}` })
  })

  test('a page that is reloaded after the approval requests only the payment', {
    tag: '@deep',
  }, async ({ page, row, world }) => {
    const checkout = await row.review(TOKENS)
    await checkout.pay()
    await checkout.expectState('approving')
    // The chain mines no block: the approval is sent and pending.
    await holdBlocks(world, async () => {
      await walletDialog(page).confirm.click()
      await checkout.expectState('approving', /Allowing 20/)
      await page.reload()
      await checkout.expectState('connect')
    })
    await checkout.connect()
    await confirmAndMine(row, checkout)
    const allowed = '+before-pay preparing approving +transaction:approve'
    const before = inOrder(OPENED, REVIEWED, allowed)
    await row.end({ sends: 2, payCalls: 4, transcript: `${before} | ${WHOLE}` })
  })

  test('a page that is reloaded while the wallet is asked for the payment prevents a second payment', {
    tag: '@deep',
  }, async ({ page, row }) => {
    const checkout = await row.review(COINS)
    await checkout.pay()
    await checkout.expectState('signing')
    await expect(walletDialog(page).confirm).toBeVisible()
    // The page warns first: a payer who leaves now loses the wallet's response.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await checkout.expectState('unknown', 'the request may still be open in your wallet')
    await row.expectUnpaid(1)

    await checkout.button('It was not sent, start over').click()
    await expect(checkout.element.getByText('Is the request closed in your wallet?')).toBeVisible()
    await checkout.button('Yes, nothing is waiting').click()
    await checkout.expectState('connect', 'Your earlier attempt was not sent.')
    await checkout.connect()
    await confirmAndMine(row, checkout)
    const resumed = inOrder(RESUMED, 'unknown connect')
    const after = inOrder(resumed, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 2, mined: 1, payCalls: 4, transcript: `${FIRST} | ${after}` })
  })

  test('a page that is reloaded while the payment waits for a block, and while it is confirmed, still shows its progress', {
    tag: '@deep',
  }, async ({ page, row, world }) => {
    const checkout = await row.review(COINS)
    await checkout.pay()
    await checkout.expectState('signing')
    await holdBlocks(world, async () => {
      await walletDialog(page).confirm.click()
      await checkout.expectState('confirming', 'You can close this page.')
      await page.reload()
      await checkout.expectState('confirming', '0 of 2 confirmations')
    })
    await checkout.expectState('confirming', '1 of 2 confirmations')
    await page.reload()
    await checkout.expectState('confirming', '1 of 2 confirmations')
    await row.confirm()
    const sent = inOrder(FIRST, SENT)
    const transcript = [sent, FOLLOWED, inOrder(FOLLOWED, PAID)].join(' | ')
    await row.end({ sends: 1, payCalls: 2, transcript })
  })

  test('a page that is reloaded while the service catches up shows the payment as sent, never as paid', {
    tag: '@deep',
  }, async ({ page, row, world, problems }) => {
    problems.allow(/Failed to load resource/)
    const checkout = await row.review(COINS)
    // From here on, the service returns the old state and sends no events.
    const address = `${world.devnet.json.host.baseUrl}/v2/secure-payments/${row.payment.token}`
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
    await row.confirm()
    await checkout.expectState('settling', 'Confirmed, waiting for Demo shop')
    await page.reload()
    await checkout.expectState('settling', 'Confirmed, waiting for Demo shop')

    await page.unroute(`${address}*`)
    const sent = inOrder(FIRST, SENT, 'settling')
    const after = inOrder(FOLLOWED, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript: `${sent} | ${after}` })
  })

  test('a page that is reloaded after the payment shows the receipt', { tag: '@deep' }, async ({
    page,
    row,
    events,
  }) => {
    const checkout = await row.review(COINS)
    await confirmAndMine(row, checkout)
    // The page emits the event once the receipt's chunk has loaded, some time after the screen appears.
    await expect.poll(() => events.all.map(({ name }) => name)).toContain('sp-success')
    await page.reload()
    const after = 'loading succeeded +ready +success'
    await row.end({ sends: 1, payCalls: 2, transcript: `${WHOLE} | ${after}` })
  })
})

test.describe('A wallet that sent the payment but never answered', () => {
  test('a payment whose wallet never answered before a reload is found on the chain', async ({
    page,
    row,
    world,
    payer,
    wallet,
  }) => {
    const checkout = await row.review(COINS)
    await wallet.setMode('swallow')
    await checkout.pay()
    await untilMined(world, payer)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await row.confirm()
    const transcript = `${ALONE} | ${inOrder(FOUND, PAID)}`
    await row.end({ sends: 1, payCalls: 2, transcript })
  })

  test('the next day, the page finds a payment whose wallet never answered before its tab was closed', {
    tag: '@deep',
  }, async ({ page, context, row, world, payer, wallet }) => {
    const before = await row.review(COINS)
    await wallet.setMode('swallow')
    await before.pay()
    await untilMined(world, payer)
    await page.close()

    const later = await context.newPage()
    await later.clock.install({ time: Date.now() + DAY_MS })
    const checkout = await openCheckout(later, world, row.payment)
    await row.confirm(checkout)
    const transcript = [ALONE, inOrder(FOUND, PAID)]
    await row.end({ sends: 1, payCalls: 2, checkout, transcript })
  })

  test('the payer can pay after a tab was closed with the wallet’s prompt open and nothing sent', {
    tag: '@deep',
  }, async ({ page, context, row, world, wallet }) => {
    const before = await row.review(COINS)
    await wallet.setMode('delay')
    await before.pay()
    await before.expectState('signing')
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
    await page.close()

    await wallet.setMode('accept')
    const later = await context.newPage()
    await later.clock.install()
    const checkout = await openCheckout(later, world, row.payment)
    await checkout.expectState('unknown')
    await passTime(later, { untilText: 'The network shows that nothing was sent.' })
    await checkout.button('It was not sent, start over').click()
    await checkout.connect()
    await checkout.pay()
    await row.confirm(checkout)
    const resumed = inOrder(RESUMED, 'unknown connect')
    const again = inOrder(resumed, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 2, mined: 1, payCalls: 4, checkout, transcript: [FIRST, again] })
  })
})

/** Confirms the payment in the wallet's window, and mines enough blocks. */
async function confirmAndMine(row: Row, checkout: Checkout): Promise<void> {
  await checkout.pay()
  await walletDialog(checkout.page).confirm.click()
  await row.confirm(checkout)
}
