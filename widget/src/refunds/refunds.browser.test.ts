import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentMetadata, RefundTransaction } from '../paymentMetadata.ts'
import { aNativeItem, aPayment, aTransaction, PAYER } from '../testing/examples.ts'
import { fakeProvider } from '../testing/fakes.ts'
import { findFixture, mountFixture } from '../testing/mountFixture.ts'
import { openPage } from '../testing/openPage.ts'
import { LANGUAGES } from '../text/languages.ts'

const WAIT = { interval: 10 }
const HOSTILE = '</bdi><img src=x onerror=globalThis.__pwned=1>'
const items = [
  aNativeItem({ amount: '10', status: 'paid', amountPaid: '10', remainingAmount: '0' }),
]
const requestId = items[0]?.requestId ?? ''

let page: ReturnType<typeof openPage>
let told: unknown[]

beforeEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(globalThis, '__pwned')
  told = []
})
afterEach(() => page?.close())

function paid(refunds: readonly RefundTransaction[], patch: Partial<PaymentMetadata> = {}) {
  const completedAt = '2026-01-01T00:01:00.000Z'
  const paying = {
    status: 'completed',
    completedAt,
    items,
    transactions: [aTransaction({ requestId })],
  }
  return aPayment({ ...paying, ...(refunds.length > 0 && { refunds }), ...patch })
}

const refund = ({ symbol, ...patch }: Partial<RefundTransaction> = {}): RefundTransaction => ({
  ...aTransaction({ requestId, amount: '4', txHash: `0x${'88'.repeat(32)}`, ...patch }),
  ...(symbol !== undefined && { symbol }),
})
const young = (patch: Partial<RefundTransaction> = {}) =>
  refund({ status: 'confirming', confirmations: 0, timestamp: null, ...patch })

/** Opens a paid payment's page. `change` replaces the service's response, and sends an event of its stream. */
function open(first: PaymentMetadata) {
  let payment = first
  let push: (text: string) => void = () => {}
  page = openPage(first, fakeProvider({ eth_accounts: [PAYER], eth_chainId: '0x7a69' }))
  page.element.addEventListener('sp-refund', (event) => void told.push(event.detail))
  page.element.fetch = async (input) => {
    const { pathname } = new URL(String(input))
    if (!pathname.endsWith('/events')) return Response.json(payment)
    const body = new ReadableStream({
      start(stream) {
        push = (text) => stream.enqueue(new TextEncoder().encode(text))
        push('event: changed\nid: 1\ndata: {}\n\n')
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return (next: PaymentMetadata) => {
    payment = next
    push('event: changed\nid: 2\ndata: {}\n\n')
  }
}

const text = () => page.find('[part~="refunds"]')?.textContent?.replaceAll(/\s+/g, ' ').trim()
const status = () => page.find('[role="status"]')?.textContent?.replaceAll(/\s+/g, ' ')

describe('A refund of a paid payment', () => {
  test('a refund of a paid payment appears without a reload, first on its way and then arrived, and sp-refund reports each state once', async () => {
    const change = open(paid([]))
    await page.expectState('succeeded')
    expect(text()).toBeUndefined()
    change(paid([young()]))
    await expect.poll(text, WAIT).toContain('A refund of 4 ETH is on its way.')
    expect(status()).toContain('A refund of 4 ETH is on its way.')
    change(paid([refund()]))
    await expect.poll(text, WAIT).toContain('4 ETH was refunded.')
    expect(text()).not.toContain('on its way')
    // Without a contact, the payer reads no invitation to ask.
    expect(text()).not.toContain('Ask Shop')
    expect(told).toMatchObject([
      { token: paid([]).token, refunds: [{ amount: '4', status: 'confirming' }] },
      { token: paid([]).token, refunds: [{ amount: '4', status: 'confirmed' }] },
    ])
    change(paid([]))
    await expect.poll(text, WAIT).toBeUndefined()
    expect(page.transcript().match(/\+success/g)).toHaveLength(1)
  })

  test('a refund of a paid payment is in the receipt once it counts', async () => {
    open(paid([refund(), young({ amount: '1', txHash: `0x${'99'.repeat(32)}` })]))
    await page.expectState('succeeded')
    const json = JSON.parse((await page.element.receipt('json')) ?? '')
    expect(json.refunds).toEqual([
      {
        hash: refund().txHash,
        explorerUrl: refund().explorerUrl,
        requestId,
        amount: '4',
        symbol: 'ETH',
        timestamp: refund().timestamp,
      },
    ])
    const markup = (await page.element.receipt('html')) ?? ''
    const rows = new DOMParser().parseFromString(markup, 'text/html').querySelectorAll('tr')
    const cells = [...rows].map((row) => row.textContent?.replaceAll(/\s+/g, ' ').trim())
    expect(cells).toContain('Refunded4 ETH')
    expect(cells).toContain(`Transaction${refund().txHash}`)
  })

  test('a refund is shown in the currency that was paid, not in the payment’s own', async () => {
    open(paid([refund({ amount: '12.5', symbol: 'USDC' }), young({ symbol: HOSTILE })]))
    await expect.poll(text, WAIT).toContain('12.50 USDC was refunded.')
    expect(text()).not.toContain('12.50 ETH')
    expect(page.find('[part~="refunds"] img')).toBeNull()
    expect(told).toMatchObject([{ refunds: [{ amount: '12.5', symbol: 'USDC' }, {}] }])
    const { refunds } = JSON.parse((await page.element.receipt('json')) ?? '')
    expect(refunds).toMatchObject([{ amount: '12.5', symbol: 'USDC' }])
  })

  test('a refund in a malformed response is omitted, and none of its text becomes markup', async () => {
    open(
      paid([
        refund({ amount: HOSTILE }),
        refund({ amount: '1e9' }),
        refund({ requestId: 'another' }),
        refund({ amount: '2', txHash: HOSTILE, explorerUrl: 'javascript:alert(1)' }),
      ]),
    )
    await expect.poll(text, WAIT).toContain('2 ETH was refunded.')
    expect(page.find('[part~="refunds"] img')).toBeNull()
    expect(page.find('[part~="refunds"] a')).toBeNull()
    expect(Reflect.has(globalThis, '__pwned')).toBe(false)
  })
})

describe('The refunds on the screen', () => {
  test('the refunds on the screen link each transaction, and name the support contact', async () => {
    const { element, root } = await mountFixture('succeeded-refunded')
    await expect.poll(() => root.querySelector('[part~="refunds"]'), WAIT).not.toBeNull()
    const links = [...root.querySelectorAll('[part~="refunds"] a')].map((link) =>
      link.getAttribute('href'),
    )
    expect(root.querySelector('[part~="refunds"]')?.textContent).toContain('Ask ')
    expect(links).toEqual([
      expect.stringContaining('/tx/0x2f9a'),
      expect.stringContaining('/tx/0x8b0d'),
      'mailto:help@shop.example',
    ])
    element.remove()
  })

  test.each(LANGUAGES)(
    'the refunds on the screen are in the payer’s language: %s',
    async (lang) => {
      const { element, root } = await mountFixture('succeeded-refunded', { attributes: { lang } })
      const shown = () => root.querySelector('[part~="refunds"]')?.textContent ?? ''
      await expect.poll(shown, WAIT).not.toBe('')
      expect(shown()).not.toMatch(/refund|on its way|Ask /i)
      element.remove()
    },
  )

  test('the refunds are shown on every screen with the payment, such as the screen of an expired payment', async () => {
    const { refunds = [] } = findFixture('succeeded-refunded').payment ?? {}
    const model = findFixture('unavailable-expired')
    const payment = model.payment && { ...model.payment, refunds }
    const { element, root } = await mountFixture('unavailable-expired', {
      model: { ...model, payment },
    })
    await expect.poll(() => root.querySelector('[part~="refunds"]'), WAIT).not.toBeNull()
    element.remove()
  })

  const showFull = async (statuses: readonly string[], attributes: Record<string, string> = {}) => {
    const model = findFixture('succeeded-refunded')
    const states = statuses.map((refundStatus) => ({ refundStatus }))
    const payment = model.payment && { ...model.payment, raw: { items: states } }
    const { element, root } = await mountFixture('succeeded-refunded', {
      model: { ...model, payment },
      attributes,
    })
    await expect.poll(() => root.querySelector('[part~="refunds"]'), WAIT).not.toBeNull()
    const shown = {
      title: root.querySelector('[part~="success"] h2')?.textContent,
      lead: root.querySelector('[part~="success"] p')?.textContent,
      said: root.querySelector('[role="status"]')?.textContent,
    }
    element.remove()
    return shown
  }

  test('the screen of a payment that was refunded in full states this in place of a paid payment’s words', async () => {
    const { title, lead, said } = await showFull(['full'])
    expect(title).toBe('Refunded in full')
    expect(lead).toBe('Nordlicht Coffee sent your money back.')
    expect(said).toMatch(/^Refunded in full\. Nordlicht Coffee sent your money back\./)
  })

  test('the screen of a payment that was refunded in part keeps a paid payment’s words', async () => {
    const words = { title: 'Payment complete', lead: 'Nordlicht Coffee has your payment.' }
    for (const statuses of [['partial'], []]) {
      expect(await showFull(statuses)).toMatchObject(words)
    }
  })

  test.each(LANGUAGES)('a full refund is in the payer’s language: %s', async (lang) => {
    const { title, lead } = await showFull(['full'], { lang })
    expect(title).not.toMatch(/refunded|payment/i)
    expect(lead).toContain('Nordlicht Coffee')
    expect(lead).not.toMatch(/sent your|has your/)
  })
})
