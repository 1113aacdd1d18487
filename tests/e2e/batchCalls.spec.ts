import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import type { Wallet } from './support/installWallet.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { expect, test } from './support/matrix/rowStory.ts'
import {
  ASKED,
  FOUND,
  inOrder,
  OPENED,
  PAID,
  RESUMED,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { passTime } from './support/passTime.ts'
import { payThrough } from './support/payThrough.ts'

const TOKENS = [{ symbol: 'USDC', amount: '12.5' }]
const MIXED = [
  { symbol: 'USDC', amount: '3' },
  { symbol: 'DAI', amount: '7.000000000000000001' },
]

/** The wallet receives everything to sign in one request. */
const AT_ONCE = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)

/** The wallet executes a batch atomically in one transaction from the account, like an account upgraded by EIP-7702. */
test.use({ walletOptions: { atomic: true } })

/** Expects one atomic batch, with an id that the page chose. */
function expectOneBatch(wallet: Wallet, calls: number): void {
  const [asked, ...more] = wallet.calls.filter(({ method }) => method === 'wallet_sendCalls')
  expect(more).toEqual([])
  const id: unknown = expect.stringMatching(/^0x[0-9a-f]{32}$/)
  expect(asked?.params).toMatchObject([
    { version: '2.0.0', atomicRequired: true, chainId: '0x7a69', id },
  ])
  const [batch] = asked?.params ?? []
  expect(Object(batch).calls).toHaveLength(calls)
}

test('A wallet with atomic batches receives the approval and the payment as one request', async ({
  page,
  context,
  events,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, TOKENS)
  const checkout = await openCheckout(page, world, payment)
  await payThrough(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0, mined: 1 })
  expectOneBatch(wallet, 2)

  // Two tokens: two approvals and a payment, still in one request.
  const next = await createPayment(world, MIXED)
  const other = await openCheckout(await page.context().newPage(), world, next)
  await payThrough(world, other)
  await expectPaidOnce(world, { payment: next, checkout: other, payer, wallet, sends: 0, mined: 2 })
  await expectRow(context, events, { payCalls: 4, transcript: [AT_ONCE, AT_ONCE] })
})

test('The page sends a single call as an ordinary transaction', { tag: '@deep' }, async ({
  row,
  wallet,
}) => {
  await row.review([{ symbol: 'ETH', amount: '0.01' }])
  await row.finish()
  await row.end({ sends: 1, payCalls: 2, transcript: AT_ONCE })
  expect(wallet.count('wallet_sendCalls')).toBe(0)
})

for (const code of [5750, 5740, 4200]) {
  test(`The page sends two transactions after the wallet rejects the batch with ${code}`, {
    tag: '@deep',
  }, async ({ page, wallet, row }) => {
    await row.review(TOKENS)
    await page.evaluate((refused) => {
      if (window.__testWallet) window.__testWallet.refuseCalls = refused
    }, code)
    await row.finish()
    const inParts = 'approving +transaction:approve signing'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, inParts, SENT, PAID)
    await row.end({ sends: 2, payCalls: 2, transcript })
    expectOneBatch(wallet, 2)
  })
}

test('A batch that the payer declines is not requested again as single calls', {
  tag: '@deep',
}, async ({ wallet, row }) => {
  const checkout = await row.review(TOKENS)
  await wallet.setMode('reject')
  await checkout.pay()
  await checkout.expectState('review', 'You declined in your wallet. Nothing was charged.')
  await row.expectUnpaid(0)
  await wallet.setMode('accept')
  await row.finish()
  const transcript = inOrder(OPENED, REVIEWED, ASKED, 'review', ASKED, SENT, PAID)
  await row.end({ sends: 0, mined: 1, payCalls: 3, transcript })
})

test('After a reload, the page finds a batch by its id when the wallet sent it without a response', {
  tag: '@deep',
}, async ({ page, world, payer, wallet, row }) => {
  const checkout = await row.review(TOKENS)
  await wallet.setMode('swallow')
  await checkout.pay()
  // The service may report the payment before this page shows the wallet's request.
  await expect(checkout.element).toHaveAttribute('state', /^(signing|settling)$/)
  await expect.poll(() => world.devnet.chains.client('devnet').getTransactionCount(payer)).toBe(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  // The service may report the payment before the page finds it.
  await expect(checkout.element).toHaveAttribute('state', /^(confirming|settling)$/)
  await world.devnet.mine('devnet', 2)
  const asked = inOrder(OPENED, REVIEWED, ASKED)
  const transcript = `${asked} {settling} | ${inOrder(FOUND, PAID)}`
  await row.end({ sends: 0, mined: 1, payCalls: 2, transcript })
})

test('A batch that the wallet abandoned leads back to the review, and the payer pays again', {
  tag: '@deep',
}, async ({ page, row }) => {
  const checkout = await row.review(TOKENS)
  const say = (status: number | null) =>
    page.evaluate((said) => {
      if (window.__testWallet) window.__testWallet.callsStatus = said
    }, status)
  await say(400)
  await checkout.pay()
  await checkout.expectState('review', 'Your wallet reported a problem. Nothing was charged.')
  await row.expectUnpaid(0)
  await say(null)
  await row.finish()
  const givenUp = inOrder(ASKED, 'broadcasting review')
  const transcript = inOrder(OPENED, REVIEWED, givenUp, ASKED, SENT, PAID)
  await row.end({ sends: 0, mined: 1, payCalls: 3, transcript })
})

for (const status of [500, 600]) {
  test(`A batch with status ${status} and no payment on chain is a failed payment`, {
    tag: '@deep',
  }, async ({ page, row }) => {
    const checkout = await row.review(TOKENS)
    // The wallet does not send the batch, so the page reads the outcome only from the status.
    await page.evaluate((said) => {
      const { __testWallet: control } = window
      if (!control) return
      control.callsStatus = 400
      const push = control.log.push.bind(control.log)
      control.log.push = (...calls) => {
        if (calls.some(({ method }) => method === 'wallet_getCallsStatus'))
          control.callsStatus = said
        return push(...calls)
      }
    }, status)
    await checkout.pay()
    await checkout.expectState('failed', 'The network rejected the payment')
    await checkout.expectState('failed', 'Only the network fee was spent.')
    await row.expectUnpaid(0)
    await page.evaluate(() => {
      const { __testWallet: control } = window
      if (!control) return
      Reflect.deleteProperty(control.log, 'push')
      control.callsStatus = null
    })
    await checkout.button('Try again').click()
    await checkout.expectState('review')
    await row.finish()
    const failed = inOrder(ASKED, 'broadcasting failed +error:payment_reverted connecting review')
    const transcript = inOrder(OPENED, REVIEWED, failed, ASKED, SENT, PAID)
    await row.end({ sends: 0, mined: 1, payCalls: 4, transcript })
  })
}

test('The page trusts the chain over a wallet that reports a failed batch', {
  tag: '@deep',
}, async ({ page, row }) => {
  await row.review(TOKENS)
  await page.evaluate(() => {
    if (window.__testWallet) window.__testWallet.callsStatus = 500
  })
  await row.finish()
  await row.end({ sends: 0, mined: 1, payCalls: 2, transcript: AT_ONCE })
})

test.describe('A batch that the wallet never answers', () => {
  test.use({ walletOptions: { atomic: true, delayMs: 1e9 } })

  test('a batch that the wallet never answers was not sent: after a reload the payer starts over and pays', {
    tag: '@deep',
  }, async ({ page, world, wallet, row }) => {
    await page.clock.install()
    const checkout = await row.review(TOKENS)
    await wallet.setMode('delay')
    await checkout.pay()
    await checkout.expectState('signing')
    await expect.poll(() => wallet.count('wallet_sendCalls')).toBe(1)
    page.once('dialog', (dialog) => void dialog.accept())
    await wallet.setMode('accept')
    await page.reload()
    await checkout.expectState('unknown')
    await passTime(page, { untilText: 'The network shows that nothing was sent.' })
    await checkout.button('It was not sent, start over').click()
    await payThrough(world, checkout)
    const asked = inOrder(OPENED, REVIEWED, ASKED)
    const again = inOrder(RESUMED, 'unknown connect', REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 0, mined: 1, payCalls: 4, transcript: `${asked} | ${again}` })
  })
})
