import { maxUint256 } from 'viem'
import { createCheckout } from './support/checkout.ts'
import { webhooksOf } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { APPROVED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import {
  allowOnTron,
  expectPaidOnTron,
  expectUnpaidOnTron,
  openTron,
  passTronTime,
} from './support/tronPayment.ts'
import { expect, test } from './support/tronStory.ts'

test('USDT pays on Tron, and the merchant receives the webhook only once the payment is solid', async ({
  page,
  context,
  events,
  world,
  wallet,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await checkout.expectState('review', 'without limit')
  world.node.setSwitches({ solidLag: 1_000 })
  await checkout.pay()
  await checkout.expectState('confirming', /[1-9]\d* of 19 confirmations/)
  expect(webhooksOf(world, payment.requestId)).toEqual([])
  world.node.setSwitches({ solidLag: 2 })
  await checkout.expectState('succeeded', 'Payment complete')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
  const transcript = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
  await expectRow(context, events, { payCalls: 2, transcript })
  // The element encodes, hashes and decodes transactions without tronweb.
  expect(scripts.filter((url) => /tronweb/i.test(url))).toEqual([])
  expect(await page.evaluate(() => 'TronWeb' in window)).toBe(false)
})

test('An approval without a limit is enough for the next payment', { tag: '@deep' }, async ({
  page,
  world,
  payer,
  wallet,
}) => {
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 1 })
})

test('An approval that is too small is reset first', { tag: '@deep' }, async ({
  page,
  world,
  payer,
  wallet,
}) => {
  await allowOnTron(world, payer, 1n)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await checkout.expectState('review', /Your wallet will ask you 3 times: Reset/)
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 3 })
})

test('Without TRX for the network fee, the review shows the missing amount, and continues once the TRX has arrived', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  world.node.setSwitches({ balancesSun: { [payer.tronAddress]: 1_500_000 } })
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await checkout.expectState('review', /this account has 1\.50\sTRX\. Send at least \d+\.\d\d\sTRX/)
  await expect(checkout.button(/^Pay /)).toHaveCount(0)
  expect(wallet.count('sign')).toBe(0)
  world.node.setSwitches({ balancesSun: { [payer.tronAddress]: 100_000_000 } })
  await checkout.button('Check again').click()
  await expect(checkout.button(/^Pay /)).toBeVisible()
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
})

test('The account’s energy covers the fee', { tag: '@deep' }, async ({
  page,
  world,
  payer,
  wallet,
}) => {
  world.node.setSwitches({ energy: 1_000_000, balancesSun: { [payer.tronAddress]: 2_000_000 } })
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
})

test.describe('When a payment fails on the network', () => {
  for (const [fail, text] of [
    ['revert', 'The contract rejected the payment'],
    ['out_of_energy', 'used up the energy'],
  ] as const) {
    test(`the page waits for finality and shows the cost when a payment fails with ${fail}`, {
      tag: fail === 'revert' ? '@deep' : [],
    }, async ({ page, world, payer, wallet }) => {
      await allowOnTron(world, payer, maxUint256)
      const { checkout, payment } = await openTron(page, world)
      await checkout.connect()
      world.node.setSwitches({ fail, solidLag: 1_000 })
      await checkout.pay()
      await checkout.expectState('confirming', 'We wait until that is final')
      world.node.setSwitches({ solidLag: 2 })
      await checkout.expectState('failed', text)
      await checkout.expectState('failed', 'Network fee spent')
      await expectUnpaidOnTron(world, payment)
      await inspectScreen(page, `failed by ${fail}`)

      world.node.setSwitches({ fail: 'none' })
      await checkout.button('Try again').click()
      await checkout.expectState('review')
      await checkout.pay()
      await checkout.expectState('succeeded')
      await expectPaidOnTron(world, { payment, wallet, signs: 2 })
    })
  }
})

test.describe('A transaction that the network does not accept is sent again', () => {
  for (const [fail, text] of [
    ['bandwidth', 'too little TRX or bandwidth'],
    ['tapos', 'has not accepted the payment yet'],
    ['expired', 'has not accepted the payment yet'],
    ['server_busy', 'nodes are busy'],
  ] as const) {
    test(`after ${fail}, the transaction is sent again until the network accepts it`, {
      tag: '@deep',
    }, async ({ page, world, payer, wallet }) => {
      await allowOnTron(world, payer, maxUint256)
      const { checkout, payment } = await openTron(page, world)
      await checkout.connect()
      world.node.setSwitches({ fail })
      await checkout.pay()
      await checkout.expectState('confirming', text)
      await checkout.expectState('confirming', 'Keep this page open')
      await inspectScreen(page, `confirming with ${fail}`)
      world.node.setSwitches({ fail: 'none' })
      await checkout.expectState('succeeded')
      await expectPaidOnTron(world, { payment, wallet, signs: 1 })
    })
  }

  for (const fail of ['tapos', 'drop'] as const) {
    test(`after ${fail}, the transaction is sent again until it has expired in a solid block, and then the payer can pay again`, {
      tag: '@deep',
    }, async ({ page, world, payer, wallet, problems }) => {
      await allowOnTron(world, payer, maxUint256)
      const { checkout, payment } = await openTron(page, world)
      await checkout.connect()
      world.node.setSwitches({ fail })
      await checkout.pay()
      await checkout.expectState('confirming')
      problems.allow(/status of 503/)
      world.node.setSwitches({ solidity: 'down' })
      await passTronTime(world, 200)
      // The newest block's time proves nothing, because only a solid block cannot be reverted.
      await page.reload()
      await checkout.expectState('confirming')
      world.node.setSwitches({ solidity: 'up' })
      await checkout.expectState('failed', 'Tron did not accept the payment in time')
      await checkout.expectState('failed', 'Nothing was charged')
      await inspectScreen(page, `failed by ${fail}`)
      await expectUnpaidOnTron(world, payment)

      world.node.setSwitches({ fail: 'none' })
      await checkout.button('Try again').click()
      if ((await checkout.element.getAttribute('state')) === 'connect') await checkout.connect()
      await checkout.expectState('review')
      await checkout.pay()
      await checkout.expectState('succeeded')
      await expectPaidOnTron(world, { payment, wallet, signs: 2 })
    })
  }

  test('a payment is not shown as paid while solid blocks cannot be read', {
    tag: '@deep',
  }, async ({ page, world, payer, wallet, problems }) => {
    problems.allow(/status of 503/)
    await allowOnTron(world, payer, maxUint256)
    const { checkout, payment } = await openTron(page, world)
    await checkout.connect()
    world.node.setSwitches({ solidity: 'down' })
    await checkout.pay()
    await checkout.expectState('confirming', /[2-9] of 19 confirmations/)
    expect(webhooksOf(world, payment.requestId)).toEqual([])
    world.node.setSwitches({ solidity: 'up' })
    await checkout.expectState('succeeded')
    await expectPaidOnTron(world, { payment, wallet, signs: 1 })
  })
})

test.describe('After a reload', () => {
  test('the payer pays once after reloads at the review and during the approval', async ({
    page,
    world,
    wallet,
  }) => {
    const { checkout, payment } = await openTron(page, world)
    await checkout.connect()
    await page.reload()
    await checkout.connect()
    await wallet.setMode('hold')
    await checkout.pay()
    await page.waitForFunction(() => window.__testTronWallet?.held)
    await checkout.expectState('approving')
    await page.reload()
    await checkout.expectState('connect')
    await wallet.setMode('accept')
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('succeeded')
    await expectPaidOnTron(world, { payment, wallet, signs: 3 })
  })

  test('during signing, the page requests the same transaction again', {
    tag: '@deep',
  }, async ({ page, world, payer, wallet }) => {
    await allowOnTron(world, payer, maxUint256)
    const { checkout, payment } = await openTron(page, world)
    await checkout.connect()
    await wallet.setMode('hold')
    await checkout.pay()
    await page.waitForFunction(() => window.__testTronWallet?.held)
    const first = await page.evaluate(readAsked)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await checkout.expectState('connect', 'Your earlier attempt was not sent')
    await wallet.setMode('accept')
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('succeeded')
    expect(await page.evaluate(readAsked)).toBe(first)
    await expectPaidOnTron(world, { payment, wallet, signs: 2 })
  })

  test('the page sends a signed and stored transaction that it could not send before', {
    tag: '@deep',
  }, async ({ page, world, payer, wallet, problems }) => {
    problems.allow(/ERR_FAILED/)
    await allowOnTron(world, payer, maxUint256)
    const { checkout, payment } = await openTron(page, world)
    await checkout.connect()
    const relay = '**/tron/broadcast'
    await page.route(relay, (route) => route.abort())
    await page.route('**/wallet/broadcasttransaction', (route) => route.abort())
    await checkout.pay()
    await checkout.expectState('confirming', 'nodes are busy')
    await page.unrouteAll()
    await page.reload()
    await checkout.expectState('succeeded')
    await expectPaidOnTron(world, { payment, wallet, signs: 1 })
  })

  test('during confirmation, the page follows the payment to its end', async ({
    page,
    world,
    payer,
    wallet,
  }) => {
    await allowOnTron(world, payer, maxUint256)
    const { checkout, payment } = await openTron(page, world)
    await checkout.connect()
    world.node.setSwitches({ solidLag: 1_000 })
    await checkout.pay()
    await checkout.expectState('confirming', /[1-9]\d* of 19/)
    await page.reload()
    await checkout.expectState('confirming', /[1-9]\d* of 19/)
    world.node.setSwitches({ solidLag: 2 })
    await checkout.expectState('succeeded')
    await page.reload()
    await checkout.expectState('succeeded')
    await expectPaidOnTron(world, { payment, wallet, signs: 1 })
  })
})

test('Without the service’s relay, the page sends the payment to the node', {
  tag: '@deep',
}, async ({ page, world, payer, wallet, problems }) => {
  problems.allow(/ERR_FAILED/)
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await page.route('**/tron/broadcast', (route) => route.abort())
  await checkout.connect()
  await checkout.pay()
  await checkout.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 1 })
})

test('A second tab cannot pay while the first is paying', { tag: '@deep' }, async ({
  page,
  context,
  world,
  payer,
  wallet,
}) => {
  await allowOnTron(world, payer, maxUint256)
  const { checkout, payment } = await openTron(page, world)
  await checkout.connect()
  const other = createCheckout(await context.newPage())
  await other.page.goto(payment.hostedUrl)
  await other.connect()
  await page.bringToFront()
  await wallet.setMode('hold')
  await checkout.pay()
  await page.waitForFunction(() => window.__testTronWallet?.held)
  await other.pay()
  await other.expectState('locked')
  expect(wallet.count('sign')).toBe(1)
  await wallet.release(page)
  await checkout.expectState('succeeded')
  await other.expectState('succeeded')
  await expectPaidOnTron(world, { payment, wallet, signs: 1 })
})

test('The screens of a payment on Tron are accessible and do not overflow', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  const { checkout } = await openTron(page, world)
  await checkout.expectState('connect')
  await inspectScreen(page, 'connect')
  await checkout.connect()
  await inspectScreen(page, 'review')
  await wallet.setMode('hold')
  await checkout.pay()
  await checkout.expectState('approving')
  await inspectScreen(page, 'approving')
  await wallet.release(page)
  await checkout.expectState('signing')
  await inspectScreen(page, 'signing')
  world.node.setSwitches({ solidLag: 1_000 })
  await wallet.release(page)
  await checkout.expectState('confirming')
  await inspectScreen(page, 'confirming')
  world.node.setSwitches({ solidLag: 2 })
  await checkout.expectState('succeeded')
  await inspectScreen(page, 'succeeded')
})

/** Runs in the page: returns the id of the last transaction that the wallet was asked to sign. */
function readAsked(): unknown {
  const asked = window.__testTronWallet?.log.findLast(({ method }) => method === 'sign')
  const [transaction] = asked?.params ?? []
  return typeof transaction === 'object' && transaction !== null
    ? Reflect.get(transaction, 'txID')
    : null
}
