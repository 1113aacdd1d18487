import { type Hex, keccak256 } from 'viem'
import { holdBlocks } from './support/holdBlocks.ts'
import { COINS, expect, TOKENS, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  inOrder,
  OPENED,
  PAID,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { passTime } from './support/passTime.ts'
import { createPayer } from './support/payer.ts'

/** Code of an account that rejects coins: PUSH0 PUSH0 REVERT. */
const REFUSES_COINS: Hex = '0x5f5ffd'

test.describe('A payer who declines', () => {
  test('a payer who declines the approval pays nothing, and pays once the payer approves', {
    tag: '@deep',
  }, async ({ row, wallet }) => {
    const checkout = await row.review(TOKENS)
    await wallet.setMode('reject')
    await checkout.pay()
    await checkout.expectState('review', 'You declined the permission in your wallet.')
    await row.expectUnpaid(1)

    await wallet.setMode('accept')
    await row.finish()
    const declined = '+before-pay preparing approving review'
    const transcript = inOrder(OPENED, REVIEWED, declined, APPROVED, SENT, PAID)
    await row.end({ sends: 3, mined: 2, payCalls: 3, transcript })
  })

  test('a payer who declines the payment pays nothing, and pays once the payer confirms', async ({
    row,
    wallet,
  }) => {
    const checkout = await row.review(COINS)
    await wallet.setMode('reject')
    await checkout.pay()
    await checkout.expectState('review', 'You declined in your wallet. Nothing was charged.')
    await row.expectUnpaid(1)

    await wallet.setMode('accept')
    await row.finish()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, 'review', ASKED, SENT, PAID)
    await row.end({ sends: 2, mined: 1, payCalls: 3, transcript })
  })
})

test.describe('A wallet', () => {
  test('a wallet whose account changes leads back to the review, and the new account pays', {
    tag: '@deep',
  }, async ({ page, world, payer, row }) => {
    const checkout = await row.review(COINS)
    const other = await createPayer(world)
    await page.evaluate((key) => window.__testWallet?.setAccounts([key]), other.privateKey)
    await checkout.expectState('review', 'The account in your wallet changed.')
    await row.finish()
    const changed = 'connecting +connect review'
    const transcript = inOrder(OPENED, REVIEWED, changed, ASKED, SENT, PAID)
    await row.end({ sends: 1, payCalls: 3, transcript, payer: other })
    expect(await world.devnet.chains.client('devnet').getTransactionCount(payer)).toBe(0)
  })

  test('a wallet that speeds up the payment pays once, and the page reports the replacement', {
    tag: '@deep',
  }, async ({ page, row, world, wallet }) => {
    await page.clock.install()
    const checkout = await row.review(COINS)
    await wallet.setMode('replace')
    await checkout.pay()
    await checkout.expectState('confirming')
    await passTime(page, { untilText: 'Your wallet sent the payment again with a higher fee.' })
    await world.devnet.mine('devnet', 2)
    const faster = '+transaction:pay'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, faster, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
  })

  test('a wallet that cancels the payment charges nothing, and the payer can pay again', {
    tag: '@deep',
  }, async ({ page, row, wallet }) => {
    await page.clock.install()
    const checkout = await row.review(COINS)
    await wallet.setMode('cancel')
    await checkout.pay()
    await checkout.expectState('confirming')
    await passTime(page, { untilState: 'failed' })
    await checkout.expectState('failed', 'The payment was cancelled in your wallet')
    await checkout.expectState('failed', /Nothing was charged\./)
    await row.expectUnpaid(1)

    await wallet.setMode('accept')
    await checkout.button('Try again').click()
    await checkout.expectState('review')
    await row.finish()
    const cancelled = 'failed +error:payment_cancelled connecting review'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, cancelled, ASKED, SENT, PAID)
    await row.end({ sends: 2, payCalls: 4, transcript })
  })
})

test.describe('A payment that the network rejects or drops', () => {
  test('a payment that the network rejects costs only its fee, and can be retried', {
    tag: '@deep',
  }, async ({ row, world }) => {
    const checkout = await row.review(COINS)
    const [item] = row.payment.items
    const client = world.devnet.chains.client('devnet')
    const address = item?.payee ?? '0x'
    await client.setCode({ address, bytecode: REFUSES_COINS })
    await checkout.pay()
    await checkout.expectState('failed', 'The network rejected the payment')
    await checkout.expectState('failed', /Only the network fee was spent\./)
    await row.expectUnpaid(1)

    await client.setCode({ address, bytecode: '0x' })
    await checkout.button('Try again').click()
    await checkout.expectState('review')
    await row.finish()
    const reverted = 'failed +error:payment_reverted connecting review'
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, reverted, ASKED, SENT, PAID)
    await row.end({ sends: 2, payCalls: 4, transcript })
  })

  test('a payment that the network drops before a block includes it is not shown as lost, and is paid once when the wallet resends it', async ({
    page,
    row,
    world,
  }) => {
    await page.clock.install()
    const checkout = await row.review(COINS)
    const client = world.devnet.chains.client('devnet')
    await holdBlocks(world, async () => {
      const sending = page.waitForRequest((request) =>
        /eth_sendRawTransaction/.test(request.postData() ?? ''),
      )
      await checkout.pay()
      const [serializedTransaction] = (await sending).postDataJSON().params
      await checkout.expectState('confirming')
      await client.dropTransaction({ hash: keccak256(serializedTransaction) })
      // During this time, the page makes more checks than it needs to treat a hash as missing.
      await page.clock.runFor(5_000)
      await checkout.expectState('confirming', '0 of 2 confirmations')
      await row.expectUnpaid(1)
      await client.sendRawTransaction({ serializedTransaction })
    })
    await world.devnet.mine('devnet', 2)
    const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
    await row.end({ sends: 1, payCalls: 2, transcript })
  })
})
