import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aPayment, PAYER } from './testing/examples.ts'
import { honestCalldata } from './testing/fakes.ts'
import {
  ASKED,
  COINS,
  inOrder,
  OPENED,
  type OpenPayment,
  OTHER_KEY,
  openPayment,
  PAID,
  REVIEWED,
  SENT,
} from './testing/openPayment.ts'

let page: OpenPayment

beforeEach(() => localStorage.clear())
afterEach(() => {
  page.close()
  vi.useRealTimers()
})

function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { status, statusCode: status, code, title: 'Refused', message: 'Refused.' }
  return Response.json(body, { status, headers })
}

test('A payment needs no lease when the service has none', async () => {
  page = openPayment(COINS, {
    interfere: (call) => (call === 'lease' ? problem(404, 'not_found') : null),
  })
  await page.review()
  await page.finish()
  expect(page.callsOf('lease')).toBe(1)
  const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await page.expectPaid({ sends: 1, payCalls: 2, transcript })
})

test('A rate limit counts down, and then the payer can retry', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
  let isLimited = true
  page = openPayment(COINS, {
    interfere: (call) => {
      if (call !== 'payment' || !isLimited) return null
      isLimited = false
      return problem(429, 'rate_limited', { 'retry-after': '20' })
    },
  })
  const limited = 'loading unavailable'
  await page.expectStep({
    state: 'unavailable',
    text: 'Too many requests',
    sends: 0,
    transcript: limited,
  })
  const button = () => page.find('button')
  await expect.poll(() => button()?.textContent?.trim()).toMatch(/^Try again in \d+ s$/)
  expect(button()?.matches(':disabled')).toBe(true)
  await vi.advanceTimersByTimeAsync(21_000)
  await page.press(/^Try again$/)
  await page.review()
  await page.finish()
  const transcript = inOrder(limited, OPENED, REVIEWED, ASKED, SENT, PAID)
  await page.expectPaid({ sends: 1, payCalls: 2, transcript })
})

test('An expired payment cannot be paid', async () => {
  page = openPayment(COINS, {
    interfere: (call) => (call === 'payment' ? problem(403, 'payment_expired') : null),
  })
  const transcript = 'loading unavailable'
  const text = 'This payment has expired'
  await page.expectStep({ state: 'unavailable', text, sends: 0, transcript })
  expect(page.find('button')).toBeNull()
  expect(page.callsOf('calldata')).toBe(0)
  expect(page.wallet.calls('eth_requestAccounts')).toEqual([])
})

test('The token of a reusable link leads the payer to the link’s page, and names the remedy in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const securePaymentUrl = 'https://pay.example.test/?token=01LINK'
  page = openPayment(COINS, {
    interfere: (call) => (call === 'payment' ? reusable({ securePaymentUrl }) : null),
  })
  const transcript = 'loading unavailable'
  const text = 'Continue on the payment page'
  await page.expectStep({ state: 'unavailable', text, sends: 0, transcript })
  const link = page.find('a.button')
  expect(link?.textContent).toBe('Open the payment page (opens in a new tab)')
  expect(['href', 'target'].map((name) => link?.getAttribute(name))).toEqual([
    securePaymentUrl,
    '_blank',
  ])
  expect(page.callsOf('calldata')).toBe(0)
  expect(warn.mock.calls.flat().join()).toContain(
    'belongs to a reusable link. For each payer, call POST /v2/secure-payments/',
  )
  warn.mockRestore()
})

test('The token of a reusable link without a web address leads nowhere', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  page = openPayment(COINS, {
    interfere: (call) =>
      call === 'payment' ? reusable({ securePaymentUrl: 'javascript:alert(1)' }) : null,
  })
  const transcript = 'loading unavailable'
  const text = 'Continue on the payment page'
  await page.expectStep({ state: 'unavailable', text, sends: 0, transcript })
  expect(page.find('a.button')).toBeNull()
  warn.mockRestore()
})

test.each([
  ['awaiting_approval', { approvalStatus: 'waiting' }, 'This payout is not approved yet'],
  ['awaiting_approval', { approvalStatus: 'declined' }, 'This payout was declined'],
  ['refund_held', { reason: 'exceeds_payment' }, 'This refund is on hold'],
])('A link that returns %s %j is not shown as paid', async (code, members, text) => {
  page = openPayment(COINS, {
    interfere: (call) =>
      call === 'payment'
        ? Response.json({ status: 409, statusCode: 409, code, ...members }, { status: 409 })
        : null,
  })
  await page.expectStep({ state: 'unavailable', text, sends: 0, transcript: 'loading unavailable' })
  expect(page.callsOf('calldata')).toBe(0)
})

test('A refund on hold can be paid after a retry, once the service has released it', async () => {
  let isHeld = true
  page = openPayment(COINS, {
    interfere: (call) =>
      call === 'payment' && isHeld
        ? Response.json({ status: 409, statusCode: 409, code: 'refund_held' }, { status: 409 })
        : null,
  })
  await page.expectState('unavailable', 'This refund is on hold')
  isHeld = false
  await page.press('Try again')
  await page.expectState('connect')
})

function reusable(members: object): Response {
  const body = { status: 403, statusCode: 403, code: 'link_reusable', title: 'Refused', ...members }
  return Response.json(body, { status: 403 })
}

describe('A payment that was paid in the meantime', () => {
  test('a payment that was paid in the meantime is not paid again', async () => {
    page = openPayment(COINS)
    await page.review()
    await payAsOther()
    page.chain.mine(2)
    await page.pay()
    const transcript = inOrder(OPENED, REVIEWED, '{+before-pay preparing}', PAID)
    await page.expectPaid({ sends: 0, payCalls: 2, transcript })
    expect(page.chain.countOf(PAYER)).toBe(0)
  })
})

/** Pays the payment from another account. */
async function payAsOther(): Promise<void> {
  const { transactions } = honestCalldata(aPayment({ items: COINS }))
  const [call] = Array.isArray(transactions) ? transactions : []
  const { to, data, value } = Object(call)
  const account = privateKeyToAccount(OTHER_KEY)
  const raw = await account.signTransaction({
    ...{ type: 'eip1559', chainId: 31_337, nonce: 0, gas: 100_000n },
    ...{ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n },
    ...{ to, data, value: BigInt(value) },
  })
  await page.chain.send(raw)
}
