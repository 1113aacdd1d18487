import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aNativeItem, aPayment, PAYER } from '../testing/examples.ts'
import { fakeProvider } from '../testing/fakes.ts'
import { openPage } from '../testing/openPage.ts'

const WAIT = { interval: 10 }
const HOSTILE = '</bdi><img src=x onerror=globalThis.__pwned=1>'
const items = [aNativeItem({ amount: '10', remainingAmount: '10' })]
const order = {
  title: 'Order 1042',
  description: 'Two teas and a pot',
  dueDate: '2027-01-31',
  lines: [
    { name: 'Green tea', quantity: '2', unitPrice: '1.5' },
    { name: HOSTILE, quantity: '1', unitPrice: '6', taxAmount: '1' },
  ],
}

let page: ReturnType<typeof openPage>

beforeEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(globalThis, '__pwned')
})
afterEach(() => page.close())

function open(stated: object) {
  const wallet = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER],
    eth_requestAccounts: [PAYER],
    eth_sendTransaction: `0x${'77'.repeat(32)}`,
    eth_getTransactionCount: '0x0',
    eth_blockNumber: '0x64',
    eth_getLogs: [],
    eth_getTransactionByHash: null,
    eth_getTransactionReceipt: null,
  })
  const payment = { expiresAt: '2999-01-01T00:00:00.000Z', items, order: stated }
  page = openPage(aPayment(payment), wallet)
  return wallet
}

const text = () => page.find('[part~="order"]')?.textContent?.replaceAll(/\s+/g, ' ').trim()

describe('An order', () => {
  test('an order shows its title, description, due date, lines and total below the amount', async () => {
    open(order)
    await expect.poll(text, WAIT).toContain('Order 1042')
    expect(text()).toContain('Two teas and a pot')
    expect(text()).toContain('Due January 31, 2027')
    const rows = [...(page.element.shadowRoot?.querySelectorAll('.order tr') ?? [])].map((row) =>
      row.textContent?.replaceAll(/\s+/g, ' ').trim(),
    )
    expect(rows).toEqual([
      'Green tea2 × 1.50 ETH 3 ETH',
      `${HOSTILE}1 × 6 ETH + Tax 1 ETH 7 ETH`,
      'Total10 ETH',
    ])
    expect(page.find('[part~="order"] img')).toBeNull()
    expect(Reflect.has(globalThis, '__pwned')).toBe(false)
  })

  test('a description keeps its lines', async () => {
    open({ description: 'Two teas\nand a pot' })
    const shown = () => {
      const box = page.find('.order-text')
      return box instanceof HTMLElement ? box.innerText : null
    }
    await expect.poll(shown, WAIT).toBe('Two teas\nand a pot')
  })

  test('an order with only a title has no lines', async () => {
    open({ title: 'Order 1042' })
    await expect.poll(text, WAIT).toBe('Order 1042')
    expect(page.find('[part~="order"] details')).toBeNull()
  })

  test('an order without a title is named after its lines', async () => {
    const lines = [
      { name: 'Green tea', quantity: '1', unitPrice: '4' },
      { name: 'Pot', quantity: '1', unitPrice: '5' },
      { name: 'Cup', quantity: '1', unitPrice: '1' },
    ]
    open({ lines })
    await expect
      .poll(() => page.find('.order-title')?.textContent, WAIT)
      .toBe('Green tea and 2 more')
  })

  test('an order does not change the payment', async () => {
    const wallet = open(order)
    await page.connect()
    await page.expectState('review')
    await page.pay()
    await page.expectState('confirming')
    expect(wallet.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  test.each([
    ['less than the amount', [{ name: 'Tea', quantity: '1', unitPrice: '9.99' }]],
    ['more than the amount', [{ name: 'Tea', quantity: '2', unitPrice: '10' }]],
    ['no amount at all', [{ name: 'Tea', quantity: 'two', unitPrice: '5' }]],
  ])(
    'an order whose lines are %s is not shown, and the wallet receives no transaction',
    async (_, lines) => {
      const wallet = open({ title: 'Order 1042', lines })
      await page.connect()
      await page.expectState('failed', 'Nothing was charged.')
      await page.expectState('failed', 'invalid_order')
      expect(text()).toBeUndefined()
      expect(wallet.methods()).not.toContain('eth_sendTransaction')
    },
  )
})
