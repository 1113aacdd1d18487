import { formatDestinationId } from '@secure-payment/core/destinations'
import { describe, expect, test } from 'vitest'
import type { ListedLink, SecurePaymentState } from '../../api.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import {
  LINK_TOKEN,
  LINK_URL,
  linkRequest,
  linkState,
  linkSummary,
  listedLink,
} from '../../testing/linkState.ts'
import { receivedPayment } from '../../testing/receivedPayment.ts'
import { en } from '../../text/en.ts'

const { links: text, cancelling } = en
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ROUTE = formatDestinationId({ walletAddress: WALLET, chainId: 1, tokenAddress: TOKEN })
const USDC = {
  id: 'USDC-mainnet',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: TOKEN,
  network: 'mainnet',
  type: 'ERC20',
  hash: TOKEN,
  chainId: 1,
}

const { serve, calls } = prepareConsole()

type Service = { pages?: readonly ListedLink[]; link?: SecurePaymentState; paid?: number }

/** Serves a list of links, one link and its payments. */
function answer({ pages = [], link, paid = 0 }: Service): void {
  serve((path, { method, url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (method === 'POST') {
      const body = path.endsWith('/cancel')
        ? { token: LINK_TOKEN, status: 'invalidated', requestIds: [], cancelledAt: '' }
        : { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN }
      return { status: path.endsWith('/cancel') ? 200 : 201, body }
    }
    if (method === 'PATCH') {
      return {
        status: 200,
        body: { token: LINK_TOKEN, revision: 2, requestIds: [], updatedAt: '2026-11-21T09:30:00Z' },
      }
    }
    if (path === '/v2/currencies') return { status: 200, body: [USDC] }
    if (path.endsWith('/conversion-routes')) {
      const conversionRoutes = path.includes('/USD/') ? [USDC] : []
      return { status: 200, body: { currencyId: 'USD', network: null, conversionRoutes } }
    }
    if (path === '/v1/members') {
      const member = { id: WALLET, kind: 'wallet', address: WALLET }
      const payeeDestinationIds = [ROUTE.destinationId]
      return { status: 200, body: [{ ...member, payeeDestinationIds, payeeDestinations: [] }] }
    }
    if (path === '/v2/payments') {
      const payments = Array.from({ length: Math.min(paid, 5) }, (_, index) =>
        receivedPayment({ id: `01KB52A1B2C3D4E5F6G7H8J9K${index}`, amount: '80', currency: 'USD' }),
      )
      const pagination = { total: paid, limit: 5, offset: 0, hasMore: paid > 5, nextCursor: null }
      return { status: 200, body: { payments, pagination } }
    }
    if (path === `/v2/secure-payments/${LINK_TOKEN}`) {
      if (link !== undefined) return { status: 200, body: link }
      return { status: 404, body: problem('not_found', 404) }
    }
    if (path.startsWith('/v2/request/')) {
      return { status: 200, body: linkRequest({ customerInfo: null }) }
    }
    if (url.searchParams.has('requestId')) {
      return { status: 200, body: linkSummary({ isReusable: link?.isReusable === true }) }
    }
    return { status: 200, body: { securePayments: pages, nextCursor: null } }
  })
}

const REUSABLE = linkState({ isReusable: true })
const openLink = () => mountConsole({ name: 'link', token: LINK_TOKEN }, { networks: 'mainnet' })
const sent = (method: string) => calls.findLast((call) => call.method === method)
const isChosen = (value: string) =>
  find(`[name="reuse"][value="${value}"]`).map((one) => Reflect.get(one, 'checked'))

function choose(value: string): void {
  for (const one of find(`[name="reuse"][value="${value}"]`)) {
    if (one instanceof HTMLElement) one.click()
  }
}

function fill(name: string, value: string): void {
  for (const field of find(`[name="${name}"]`)) {
    if (!(field instanceof HTMLInputElement)) continue
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  }
}

function press(label: string, within = ''): void {
  const button = find(`${within} button`).findLast((one) => textOf(one).trim() === label)
  if (button instanceof HTMLElement) button.click()
}

describe('A link that can be paid any number of times', () => {
  test('the form can create a reusable link, and then has no customer fields and states the reason', async () => {
    answer({ link: REUSABLE })
    await mountConsole({ name: 'newLink', from: null }, { networks: 'mainnet' })
    await expect.poll(() => isChosen('once')).toEqual([true])
    expect(find('[name="email"]').length).toBe(1)
    fill('amount', '80')
    fill('email', 'ana@example.test')
    choose('many')
    await expect.poll(() => find('[name="email"]').length).toBe(0)
    expect(find('#customer-title').length).toBe(1)
    expect(find('form').map(textOf).join()).toContain(text.reuse.noCustomer)
    await inspectConsole()
    press(text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(sent('POST')?.body).toEqual({
      requests: [
        { payee: WALLET, invoiceCurrency: 'USD', paymentCurrency: 'USDC-mainnet', amount: '80' },
      ],
      expiresAt: expect.any(String),
      isReusable: true,
    })
  })

  test('the form creates a single-use link without `isReusable`', async () => {
    answer({ link: linkState({}) })
    await mountConsole({ name: 'newLink', from: null }, { networks: 'mainnet' })
    await expect.poll(() => isChosen('once')).toEqual([true])
    fill('amount', '80')
    choose('many')
    await expect.poll(() => find('[name="email"]').length).toBe(0)
    choose('once')
    await expect.poll(() => find('[name="email"]').length).toBe(1)
    press(text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(sent('POST')?.body).not.toHaveProperty('isReusable')
  })

  test('a reusable link has a badge and its number of payments in the list; other links have neither', async () => {
    answer({
      pages: [
        listedLink({ isReusable: true, paymentCount: 2 }),
        listedLink({ token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Z', isReusable: true, paymentCount: 1 }),
        listedLink({ token: '01KB4Z8Q6V3M2N5P7R9T0W1X30' }),
      ],
    })
    await mountConsole({ name: 'links', query: '' })
    await expect.poll(() => find('tbody tr').length).toBe(3)
    const [many = '', one = '', once = ''] = find('tbody tr').map(textOf)
    for (const part of [text.reusable, '2 payments', text.status.pending]) {
      expect(many).toContain(part)
    }
    expect(one).toContain('1 payment')
    expect(one).not.toContain('1 payments')
    expect(once).not.toContain(text.reusable)
    await inspectConsole()
  })

  test('a reusable link shows the latest payments, and links to all of them', async () => {
    answer({ link: REUSABLE, paid: 12 })
    await openLink()
    await expect.poll(() => find('.records h3').map(textOf)).toEqual(Array(5).fill('$80.00'))
    expect(find('#payments-title').map(textOf)).toEqual(['12 payments of this link'])
    const all = find('a').filter((one) => textOf(one).includes(text.reuse.allPayments))
    expect(all.map((one) => one.getAttribute('href'))).toEqual([
      `/console/payments?securePaymentToken=${LINK_TOKEN}`,
    ])
    expect(find('.screen-only').map(textOf).join()).toContain(text.reuse.shareHint)
    expect(find('.screen-only').map(textOf).join()).not.toContain(text.detail.history)
    await inspectConsole()
  })

  test('a reusable link without a payment shows that it has none, and a new payment appears automatically', async () => {
    answer({ link: REUSABLE })
    await openLink()
    await expect.poll(() => find('#payments-title').length).toBe(1)
    expect(find('.screen-only').map(textOf).join()).toContain(text.reuse.noPayments)
    await inspectConsole()
    answer({ link: REUSABLE, paid: 1 })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => find('.records h3').map(textOf)).toEqual(['$80.00'])
  })

  test('a copy of a reusable link keeps the choice', async () => {
    answer({ link: REUSABLE })
    await mountConsole({ name: 'newLink', from: LINK_TOKEN }, { networks: 'mainnet' })
    await expect.poll(() => isChosen('many')).toEqual([true])
    expect(find('[name="email"]').length).toBe(0)
  })

  test('a reusable link’s edit form has no customer fields, and states which payers see the change', async () => {
    answer({ link: REUSABLE })
    await mountConsole({ name: 'editLink', token: LINK_TOKEN }, { networks: 'mainnet' })
    await expect.poll(() => find('[name="orderTitle"]').length).toBe(1)
    expect(find('[name="email"]').length).toBe(0)
    expect(find('.page').map(textOf).join()).toContain(text.reuse.edited)
    await inspectConsole()
    press(text.editing.save)
    await expect.poll(() => sent('PATCH')?.body).toMatchObject({ customerInfo: null })
  })

  test('the dialog that cancels a reusable link states which payments continue', async () => {
    answer({ link: REUSABLE })
    await openLink()
    await expect.poll(() => find('#state-title').length).toBe(1)
    press(cancelling.link)
    await expect.poll(() => find('dialog').map(textOf).join()).toContain(text.reuse.cancelText)
    await inspectConsole()
    press(cancelling.link, 'dialog')
    await expect.poll(() => sent('POST')?.url.pathname).toMatch(/\/cancel$/)
  })
})
