import { COINS, expect, test } from './support/matrix/rowStory.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { passTime } from './support/passTime.ts'
import { untilMined } from './support/untilMined.ts'

const OTHER_CHAIN = 31338
const OWN_CHAIN = 31337
/** The delay of a slow wallet's prompt, longer than any story. */
const FOR_EVER_MS = 1e9
/** The payer presses Pay, and the wallet receives the request to switch networks. */
const SWITCHING = '+before-pay preparing switching'

test.describe('A wallet on another network', () => {
  test.use({ walletOptions: { chainId: OTHER_CHAIN } })

  test('a wallet on another network stays there when the payer declines, and switches when the payer agrees', {
    tag: '@deep',
  }, async ({ row, wallet }) => {
    const checkout = await row.review(COINS)
    await wallet.setMode('reject')
    await checkout.pay()
    await checkout.expectState('review', 'The network was not changed. Nothing was charged.')
    await row.expectUnpaid(0)

    await wallet.setMode('accept')
    await row.finish()
    expect(wallet.count('wallet_switchEthereumChain')).toBe(2)
    const agreed = inOrder(SWITCHING, 'signing')
    const transcript = inOrder(OPENED, REVIEWED, SWITCHING, 'review', agreed, SENT, PAID)
    await row.end({ sends: 1, payCalls: 3, transcript })
  })

  test('a wallet on another network receives no payment request when it only claims to have switched', {
    tag: '@deep',
  }, async ({ page, row, wallet }) => {
    await page.clock.install()
    const checkout = await row.review(COINS)
    await wallet.setMode('wrong-chain')
    await checkout.pay()
    await checkout.expectState('switching')
    await passTime(page, { untilState: 'review' })
    await checkout.expectState('review', 'Your wallet could not switch to')
    await row.expectUnpaid(0)

    await wallet.setMode('accept')
    await row.finish()
    const agreed = inOrder(SWITCHING, 'signing')
    const transcript = inOrder(OPENED, REVIEWED, SWITCHING, 'review', agreed, SENT, PAID)
    await row.end({ sends: 1, payCalls: 3, transcript })
  })

  test('when a wallet on another network does not respond for five minutes, the page helps, and the payer switches manually', {
    tag: '@deep',
  }, async ({ page, row, wallet }) => {
    await page.clock.install()
    const checkout = await row.review(COINS)
    await wallet.setMode('hang-switch')
    await checkout.pay()
    await checkout.expectState('switching')
    await page.clock.fastForward(15_000)
    await checkout.expectState('switching', 'Waiting for Test wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('switching', 'Test wallet has not answered.')
    await expect(checkout.button('I closed my wallet')).toBeVisible()
    await page.clock.fastForward(240_000)
    await checkout.expectState('switching')
    await row.expectUnpaid(0)

    await page.evaluate((chainId) => window.__testWallet?.setChain(chainId), OWN_CHAIN)
    await row.confirm()
    const transcript = inOrder(OPENED, REVIEWED, SWITCHING, 'signing', SENT, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
  })
})

test.describe('A wallet that does not answer', () => {
  test.use({ walletOptions: { delayMs: FOR_EVER_MS } })

  test('a wallet that returns no account is named after 15 s and abandoned after 60 s', {
    tag: '@deep',
  }, async ({ page, row, wallet }) => {
    await page.clock.install()
    await wallet.setMode('delay')
    const checkout = await row.open(COINS)
    await checkout.button('Test wallet').click()
    await checkout.expectState('connecting', 'Continue in Test wallet')
    await page.clock.fastForward(15_000)
    await checkout.expectState('connecting', 'Waiting for Test wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('connect', 'Your wallet did not answer. Nothing was charged.')

    await wallet.setMode('accept')
    await checkout.connect()
    await row.finish()
    const left = '+before-connect connecting connect'
    const transcript = inOrder(OPENED, left, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
  })

  test('the chain proves that a wallet without an answer sent nothing, and the payer starts over', {
    tag: '@deep',
  }, async ({ page, row, wallet }) => {
    await page.clock.install()
    const checkout = await row.review(COINS)
    await wallet.setMode('delay')
    await checkout.pay()
    await checkout.expectState('signing', 'Confirm the payment in Test wallet')
    // The waiting time starts at the wallet request, which follows the call to the service.
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1)
    await page.clock.fastForward(15_000)
    await checkout.expectState('signing', 'Waiting for Test wallet.')
    await page.clock.fastForward(45_000)
    await checkout.expectState('signing', 'Test wallet has not answered.')
    await checkout.button('I closed my wallet').click()
    await checkout.expectState('unknown', 'The network shows that nothing was sent.')
    await row.expectUnpaid(1)

    await wallet.setMode('accept')
    await checkout.button('It was not sent, start over').click()
    await checkout.expectState('review', 'Your earlier attempt was not sent.')
    await row.finish()
    const over = 'unknown connecting review'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, over, ASKED, SENT, PAID)
    await row.end({ sends: 2, mined: 1, payCalls: 4, transcript })
  })

  test('a payment that a wallet sent without an answer is found on the chain', async ({
    page,
    world,
    payer,
    row,
    wallet,
  }) => {
    await page.clock.install()
    const checkout = await row.review(COINS)
    await wallet.setMode('swallow')
    await checkout.pay()
    await untilMined(world, payer)
    await page.clock.fastForward(15_000)
    await row.confirm()
    // The page finds the payment itself, unless the service reports it first.
    const transcript = inOrder(OPENED, REVIEWED, ASKED, `{${SENT}}`, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
  })
})
