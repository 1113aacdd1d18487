import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PAYER } from './testing/examples.ts'
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
  RESUMED,
  REVIEWED,
  SENT,
  TOKENS,
} from './testing/openPayment.ts'

/** The delay of a slow wallet's prompt, longer than any test. */
const FOR_EVER_MS = 1e9
const WAIT = { interval: 10 }
const FIRST = inOrder(OPENED, REVIEWED, ASKED)
const WHOLE = inOrder(FIRST, SENT, PAID)

let page: OpenPayment

beforeEach(() => localStorage.clear())
afterEach(async () => {
  page.close()
  vi.useRealTimers()
  await forget()
})

/** Opens a page that stores its attempts. */
function open(items: Parameters<typeof openPayment>[0]): void {
  page = openPayment(items, { delayMs: FOR_EVER_MS, attributes: { persist: 'on' } })
}

/** Fakes the page's clock, which also advances with real time. */
function fakeClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
}

const sends = () => page.sends()

describe('A page that is opened again', () => {
  test('a page that is opened again after the approval requests only the payment', async () => {
    open(TOKENS)
    await page.review()
    // The chain includes nothing: the approval is sent and pending.
    page.chain.isHolding = true
    await page.pay()
    await page.expectState('approving', 'Allowing 10')
    const allowed = '+before-pay preparing approving +transaction:approve'
    expect(page.transcript()).toBe(inOrder(OPENED, REVIEWED, allowed))
    page.reload()
    await page.expectState('connect')
    page.chain.isHolding = false
    page.chain.mine(1)
    await page.review()
    await page.finish()
    await page.expectPaid({ sends: 2, payCalls: 4, transcript: WHOLE })
  })

  test('a page that is opened again while the wallet has the payment request prevents a second payment', async () => {
    open(COINS)
    await page.review()
    page.wallet.mode = 'delay'
    await page.pay()
    await expect.poll(sends, WAIT).toBe(1)
    await page.expectState('signing')
    expect(page.transcript()).toBe(FIRST)
    // The browser warns first: a payer who leaves now loses the wallet's response.
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    page.reload()
    await page.expectState('unknown', 'the request may still be open in your wallet')
    page.expectUnpaid(1)

    await page.press('It was not sent, start over')
    await page.expectState('unknown', 'Is the request closed in your wallet?')
    await page.press('Yes, nothing is waiting')
    await page.expectState('connect', 'Your earlier attempt was not sent.')
    page.wallet.mode = 'accept'
    await page.review()
    await page.finish()
    const transcript = inOrder(RESUMED, 'unknown connect', REVIEWED, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 2, mined: 1, payCalls: 4, transcript })
  })

  test('a page that is opened again after the wallet’s prompt has ended and nothing was sent lets the payer pay', async () => {
    open(COINS)
    await page.review()
    page.wallet.mode = 'delay'
    await page.pay()
    await expect.poll(sends, WAIT).toBe(1)
    await page.expectState('signing')
    fakeClock()
    page.reload()
    await page.expectState('unknown')
    await vi.advanceTimersByTimeAsync(120_000)
    await page.expectState('unknown', 'The network shows that nothing was sent.')
    page.wallet.mode = 'accept'
    await page.press('It was not sent, start over')
    await page.review()
    await page.finish()
    const transcript = inOrder(RESUMED, 'unknown connect', REVIEWED, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 2, mined: 1, payCalls: 4, transcript })
  })

  test('a page that is opened again after the wallet sent the payment without a response finds the payment on chain', async () => {
    open(COINS)
    await page.review()
    page.wallet.mode = 'swallow'
    await page.pay()
    await expect.poll(() => page.chain.countOf(PAYER), WAIT).toBe(1)
    await page.expectState('signing')
    page.reload()
    await page.expectState(/^(confirming|settling)$/)
    page.chain.mine(2)
    await page.expectPaid({ sends: 1, payCalls: 2, transcript: inOrder(FOUND, PAID) })
  })
})

describe('A wallet that does not respond', () => {
  test('the chain proves that the wallet sent nothing, and the payer starts over', async () => {
    open(COINS)
    await page.review()
    page.wallet.mode = 'delay'
    fakeClock()
    await page.pay()
    await page.expectState('signing', 'Confirm the payment in Test wallet')
    // The age of the prompt counts from the wallet request, which follows the call to the service.
    await expect.poll(sends, WAIT).toBe(1)
    await vi.advanceTimersByTimeAsync(15_000)
    await page.expectState('signing', 'Waiting for Test wallet.')
    await vi.advanceTimersByTimeAsync(45_000)
    const stuck = { state: 'signing', text: 'Test wallet has not answered.', sends: 1 }
    await page.expectStep({ ...stuck, transcript: FIRST })
    await page.press('I closed my wallet')
    const left = { state: 'unknown', text: 'The network shows that nothing was sent.', sends: 1 }
    await page.expectStep({ ...left, transcript: inOrder(FIRST, 'unknown') })

    page.wallet.mode = 'accept'
    await page.press('It was not sent, start over')
    await page.expectState('review', 'Your earlier attempt was not sent.')
    await page.finish()
    const over = 'unknown connecting review'
    const transcript = inOrder(FIRST, over, ASKED, SENT, PAID)
    await page.expectPaid({ sends: 2, mined: 1, payCalls: 4, transcript })
  })
})
