import { parseUnits } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aNativeItem, aPayment, PAYER } from './testing/examples.ts'
import { honestCalldata } from './testing/fakes.ts'
import {
  ASKED,
  COINS,
  FOUND,
  forget,
  inOrder,
  OPENED,
  type OpenPayment,
  openPayment,
  PAID,
  REVIEWED,
  SENT,
  TOKENS,
} from './testing/openPayment.ts'

/** The wallet receives everything to sign in one request. */
const AT_ONCE = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
const WAIT = { interval: 10 }

let page: OpenPayment

beforeEach(() => localStorage.clear())
afterEach(async () => {
  page.close()
  await forget()
})

describe('A wallet with atomic batches (EIP-5792)', () => {
  test('a batch that the payer declines is not requested again as single calls', async () => {
    page = openPayment(TOKENS, { atomic: true })
    await page.review()
    page.wallet.mode = 'reject'
    await page.pay()
    await page.expectState('review', 'You declined in your wallet. Nothing was charged.')
    page.expectUnpaid(0)
    page.wallet.mode = 'accept'
    await page.finish()
    const transcript = inOrder(OPENED, REVIEWED, ASKED, 'review', ASKED, SENT, PAID)
    await page.expectPaid({ sends: 0, mined: 1, payCalls: 3, transcript })
  })

  test('the page trusts the chain over a wallet that reports a failed batch', async () => {
    page = openPayment(TOKENS, { atomic: true })
    await page.review()
    page.wallet.callsStatus = 500
    await page.finish()
    await page.expectPaid({ sends: 0, mined: 1, payCalls: 2, transcript: AT_ONCE })
  })

  test('after a reload, the page finds a batch by its id when the wallet sent it without a response', async () => {
    page = openPayment(TOKENS, { atomic: true, mode: 'swallow', attributes: { persist: 'on' } })
    await page.review()
    await page.pay()
    await page.expectState('signing')
    await expect.poll(() => page.chain.countOf(PAYER), WAIT).toBe(1)
    expect(page.transcript()).toBe(inOrder(OPENED, REVIEWED, ASKED))
    page.reload()
    await page.expectState('confirming')
    page.chain.mine(2)
    await page.expectPaid({ sends: 0, mined: 1, payCalls: 2, transcript: inOrder(FOUND, PAID) })
    expect(page.wallet.calls('wallet_sendCalls')).toHaveLength(1)
  })
})

describe('A contract that charges a batch fee', () => {
  const NATIVE = ['0.01', '0.02'].map((amount, index) =>
    aNativeItem({
      requestId: `01${String(index).repeat(64)}`,
      paymentReference: `0x${String(index + 1).repeat(16)}`,
      amount,
      remainingAmount: amount,
      fee: null,
    }),
  )

  test('the payer sees a raised fee in the review before the wallet receives a request', async () => {
    page = openPayment(NATIVE)
    page.chain.batchFeeBps = 50n
    await page.review()
    await page.expectState('review', 'Contract fee (0.5%)')
    page.chain.batchFeeBps = 100n
    await page.pay()
    await page.expectState('review', 'Contract fee (1%)')
    await page.expectState('review', '0.0303\u00a0ETH')
    page.expectUnpaid(0)
    await page.finish()
    const raised = '+before-pay preparing review'
    const transcript = inOrder(OPENED, REVIEWED, raised, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 1, payCalls: 3, transcript })
    // Both amounts and the fee of 1 %.
    const [sent] = page.wallet.calls('eth_sendTransaction')
    expect(BigInt(Object(sent?.params[0]).value)).toBe(parseUnits('0.0303', 18))
  })

  test('the service cannot charge the payer more than the contract charges', async () => {
    const payment = aPayment({ items: NATIVE })
    const answer = honestCalldata(payment, null, {}, { bps: 100, tokenBps: 100 })
    page = openPayment(NATIVE, {
      interfere: (call) => (call === 'calldata' ? Response.json(answer) : null),
    })
    await page.connect()
    await page.expectState('failed', 'your wallet was not asked')
    page.expectUnpaid(0)
  })
})

test('A single payment through a wallet with batches is an ordinary transaction', async () => {
  page = openPayment(COINS, { atomic: true })
  await page.review()
  await page.finish()
  await page.expectPaid({ sends: 1, payCalls: 2, transcript: AT_ONCE })
  expect(page.wallet.calls('wallet_sendCalls')).toEqual([])
})
