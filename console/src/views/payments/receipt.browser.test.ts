import { expect, test } from 'vitest'
import type { RequestDetail } from '../../api.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
} from '../../testing/consolePage.ts'
import { LINK_TOKEN } from '../../testing/linkState.ts'
import { requestDetail } from '../../testing/requestDetail.ts'
import { en } from '../../text/en.ts'

const { receipt } = en.payments
const REQUEST_ID = `01${'a'.repeat(64)}`
const EMAIL = 'ana@example.com'
const URL_OF = `https://pay.example/receipts/${LINK_TOKEN}`
const PAID: Partial<RequestDetail> = {
  status: 'paid',
  paidAmount: '12.5',
  securePaymentToken: LINK_TOKEN,
  receiptUrl: URL_OF,
  customerInfo: { email: EMAIL },
}

const { serve, calls } = prepareConsole()
const card = () => find('console-receipt').at(0)?.shadowRoot ?? null
const button = () => card()?.querySelector('button') ?? null
const link = () => card()?.querySelector('a') ?? null

async function open(patch: Partial<RequestDetail>, isLimited = false): Promise<void> {
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path === '/v1/webhook') return { status: 200, body: [] }
    if (path === '/v2/refunds') return { status: 200, body: { refunds: [], nextCursor: null } }
    if (method === 'POST') {
      return isLimited
        ? { status: 429, body: problem('too_many_receipts', 429) }
        : { status: 200, body: { token: LINK_TOKEN, email: EMAIL } }
    }
    return { status: 200, body: requestDetail(patch) }
  })
  await mountConsole({ name: 'payment', requestId: REQUEST_ID })
  await expect.poll(() => find('.facts-list').length).toBeGreaterThan(0)
}

test('a paid payment’s page links to the receipt, and sends it to the customer on request', async () => {
  await open(PAID)
  await expect.poll(() => link()?.href).toBe(URL_OF)
  expect(button()?.textContent?.trim()).toBe(receipt.send(EMAIL))
  button()?.click()
  await expect
    .poll(() => calls.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname))
    .toEqual([`/v2/secure-payments/${LINK_TOKEN}/receipt`])
  await inspectConsole()
})

test('the page shows the reason why a receipt cannot be sent again yet', async () => {
  await open(PAID, true)
  await expect.poll(() => button()).not.toBeNull()
  button()?.click()
  await expect
    .poll(() => card()?.querySelector('[role="alert"]')?.textContent)
    .toContain('Too many receipts')
})

test.each<[string, Partial<RequestDetail>, number, boolean]>([
  ['an unpaid payment has no receipt', { ...PAID, status: 'created', paidAmount: '0' }, 0, false],
  ['a payment without a link has no receipt', { ...PAID, receiptUrl: null }, 0, false],
  [
    'a partial payment has a receipt that is not sent',
    { ...PAID, status: 'partially_paid' },
    1,
    false,
  ],
  [
    'a payment without an e-mail address sends no receipt',
    { ...PAID, customerInfo: null },
    1,
    false,
  ],
])('%s', async (_, patch, links, isSent) => {
  await open(patch)
  await expect.poll(() => find('console-receipt').length).toBe(1)
  expect(card()?.querySelectorAll('a')).toHaveLength(links)
  expect(button() !== null).toBe(isSent)
})
