import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce, expectUnpaid } from './support/expectPaidOnce.ts'
import type { Wallet } from './support/installWallet.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { passTime } from './support/passTime.ts'
import { finish, payThrough } from './support/payThrough.ts'
import { expect, test } from './support/story.ts'

const TOKENS = [{ symbol: 'USDC', amount: '12.5' }]
const MIXED = [
  { symbol: 'USDC', amount: '3' },
  { symbol: 'DAI', amount: '7.000000000000000001' },
]

/** The wallet carries a batch out as one transaction of the account, all or nothing, as an account upgraded by EIP-7702 does. */
test.use({ walletOptions: { atomic: true } })

/** Every batch asks for all or nothing, by an id that the page chose before. */
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

test('Permission and payment are one request where the wallet does all or nothing', async ({
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

  // Two tokens: two permissions and a payment, still one request.
  const next = await createPayment(world, MIXED)
  const other = await openCheckout(await page.context().newPage(), world, next)
  await payThrough(world, other)
  await expectPaidOnce(world, { payment: next, checkout: other, payer, wallet, sends: 0, mined: 2 })
  const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await expectRow(context, events, { payCalls: 4, transcript: [transcript, transcript] })
})

test('A single call is sent as ever', async ({ page, world, payer, wallet }) => {
  const payment = await createPayment(world, [{ symbol: 'ETH', amount: '0.01' }])
  const checkout = await openCheckout(page, world, payment)
  await payThrough(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 1 })
  expect(wallet.count('wallet_sendCalls')).toBe(0)
})

for (const code of [5750, 5740, 4200]) {
  test(`A batch that the wallet refuses with ${code} becomes two transactions`, async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    await page.evaluate((refused) => {
      if (window.__testWallet) window.__testWallet.refuseCalls = refused
    }, code)
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 2 })
    expectOneBatch(wallet, 2)
  })
}

test('A batch that the payer declines is not asked for in parts', async ({
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
  await checkout.expectState('review', 'You declined in your wallet. Nothing was charged.')
  await expectUnpaid(world, { payment, wallet, sends: 0 })
  await wallet.setMode('accept')
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0, mined: 1 })
})

test('A wallet that took the batch and never answered: its id finds the payment after a reload', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, TOKENS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  await wallet.setMode('swallow')
  await checkout.pay()
  await checkout.expectState('signing')
  await expect.poll(() => world.devnet.chains.client('devnet').getTransactionCount(payer)).toBe(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  // The service may have seen it before the page has.
  await expect(checkout.element).toHaveAttribute('state', /^(confirming|settling)$/)
  await world.devnet.mine('devnet', 2)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0, mined: 1 })
})

test('A wallet that gave the batch up says so, and it is paid again', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, TOKENS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  const say = (status: number | null) =>
    page.evaluate((said) => {
      if (window.__testWallet) window.__testWallet.callsStatus = said
    }, status)
  await say(400)
  await checkout.pay()
  await checkout.expectState('review', 'Your wallet reported a problem. Nothing was charged.')
  await expectUnpaid(world, { payment, wallet, sends: 0 })
  await say(null)
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0, mined: 1 })
})

for (const status of [500, 600]) {
  test(`A batch that failed with ${status} and paid nothing is a failed payment`, async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
    // Nobody sends it: the wallet alone says how it ended.
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
    await expectUnpaid(world, { payment, wallet, sends: 0 })
    await page.evaluate(() => {
      const { __testWallet: control } = window
      if (!control) return
      Reflect.deleteProperty(control.log, 'push')
      control.callsStatus = null
    })
    await checkout.button('Try again').click()
    await checkout.expectState('review')
    await finish(world, checkout)
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0, mined: 1 })
  })
}

test('A wallet that says the batch failed while the chain has the payment is not believed', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPayment(world, TOKENS)
  const checkout = await openCheckout(page, world, payment)
  await checkout.connect()
  await page.evaluate(() => {
    if (window.__testWallet) window.__testWallet.callsStatus = 500
  })
  await finish(world, checkout)
  await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0, mined: 1 })
})

test.describe('A batch that nobody answers', () => {
  test.use({ walletOptions: { atomic: true, delayMs: 1e9 } })

  test('was never seen by the wallet: it is paid again', async ({ page, world, payer, wallet }) => {
    await page.clock.install()
    const payment = await createPayment(world, TOKENS)
    const checkout = await openCheckout(page, world, payment)
    await checkout.connect()
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
    await expectPaidOnce(world, { payment, checkout, payer, wallet, sends: 0, mined: 1 })
  })
})
