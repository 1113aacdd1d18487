import { formatDestinationId } from '@secure-payment/core/destinations'
import { describe, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { ListedLink, RefundRecord, SecurePaymentState } from '../../api.ts'
import {
  type Answer,
  accountSession,
  type Call,
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
  linkItem,
  linkRequest,
  linkState,
  linkSummary,
  listedLink,
} from '../../testing/linkState.ts'
import { refundRecord } from '../../testing/refundRecord.ts'
import { en } from '../../text/en.ts'
import { dayOf } from '../payments/paymentFilter.ts'

const { links: text, cancelling } = en
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ROUTE = formatDestinationId({ walletAddress: WALLET, chainId: 1, tokenAddress: TOKEN })
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const READ_ONLY = { ...accountSession, role: 'read-only', scopes: ['read'] }
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

/** Serves a list of links, page by page, one link, and the responses to changes. */
function answer(
  service: {
    pages?: readonly (readonly ListedLink[])[]
    link?: SecurePaymentState
    /** The service returns an expired or cancelled link inside a problem document. */
    linkProblem?: SecurePaymentState
    post?: (call: Call) => Answer
    revision?: number
    request?: Parameters<typeof linkRequest>[0]
    routes?: readonly string[]
    reportingCurrency?: string
    refunds?: readonly RefundRecord[]
    session?: object
  } = {},
): void {
  const { pages = [[]], link, linkProblem, post, session = accountSession } = service
  serve((path, call) => {
    const { method, url } = call
    if (path === '/v1/auth/session') return { status: 200, body: session }
    if (method !== 'GET') return post?.(call) ?? { status: 500, body: problem('internal', 500) }
    if (path === '/v2/currencies') return { status: 200, body: [USDC] }
    if (path.endsWith('/conversion-routes')) {
      const conversionRoutes = path.includes('/USD/') ? [USDC] : []
      return { status: 200, body: { currencyId: 'USD', network: null, conversionRoutes } }
    }
    if (path === '/v2/refunds') {
      return { status: 200, body: { refunds: service.refunds ?? [], nextCursor: null } }
    }
    if (path === '/v1/reporting-currency') {
      const { reportingCurrency = 'USD' } = service
      return { status: 200, body: { reportingCurrency, choices: [reportingCurrency] } }
    }
    if (path === '/v1/members') {
      const member = { id: WALLET, kind: 'wallet', address: WALLET }
      return {
        status: 200,
        body: [
          {
            ...member,
            payeeDestinationIds: service.routes ?? [ROUTE.destinationId],
            payeeDestinations: [],
          },
        ],
      }
    }
    if (path === `/v2/secure-payments/${LINK_TOKEN}`) {
      if (link !== undefined) return { status: 200, body: link }
      return linkProblem === undefined
        ? { status: 404, body: problem('not_found', 404) }
        : { status: 410, body: problem('payment_not_payable', 410, { payment: linkProblem }) }
    }
    if (path.startsWith('/v2/request/'))
      return { status: 200, body: linkRequest(service.request ?? {}) }
    if (url.searchParams.has('requestId')) {
      return { status: 200, body: linkSummary({ revision: service.revision ?? 1 }) }
    }
    const index = url.searchParams.has('cursor') ? 1 : 0
    const nextCursor = index + 1 < pages.length ? 'next' : null
    return { status: 200, body: { securePayments: pages[index] ?? [], nextCursor } }
  })
}

const openList = (query = '') => mountConsole({ name: 'links', query })
const openForm = () => mountConsole({ name: 'newLink', from: null }, { networks: 'mainnet' })
const openLink = () => mountConsole({ name: 'link', token: LINK_TOKEN }, { networks: 'mainnet' })
const openEdit = () =>
  mountConsole({ name: 'editLink', token: LINK_TOKEN }, { networks: 'mainnet' })
const rows = () => find('tbody tr').map(textOf)
const searches = () =>
  calls.filter(({ url, method }) => url.pathname === '/v2/secure-payments' && method === 'GET')
const lastSearch = () => Object.fromEntries(searches().at(-1)?.url.searchParams ?? [])
const posted = () => calls.findLast(({ method }) => method === 'POST')
const patched = () => calls.findLast(({ method }) => method === 'PATCH')
const value = (name: string) => find(`[name="${name}"]`).map((one) => Reflect.get(one, 'value'))

describe('Payment links', () => {
  test('payment links are listed with their amount, status, title, reference, customer and times', async () => {
    answer({
      pages: [
        [
          listedLink({}),
          listedLink({ token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Z', status: 'completed', title: null }),
          listedLink({
            token: '01KB4Z8Q6V3M2N5P7R9T0W1X30',
            itemCount: 2,
            items: [...listedLink({}).items, ...listedLink({}).items],
          }),
        ],
      ],
    })
    await openList()
    await expect.poll(() => rows().length).toBe(3)
    const [first = '', second = '', third = ''] = rows()
    for (const part of ['$80.00', text.status.pending, 'Two chairs', '1042', 'Ana Silva']) {
      expect(first).toContain(part)
    }
    expect(second).toContain(text.status.completed)
    expect(second).not.toContain('Two chairs')
    expect(second).toContain(text.linesName('Chair', 1))
    expect(second).toContain('1042')
    for (const part of ['$160.00', text.items(2)]) expect(third).toContain(part)
    expect(lastSearch()).toEqual({ flow: 'get_paid', limit: '20' })
    await inspectConsole()
  })

  test('links on the next page appear below the others, and stay there when the list is read again', async () => {
    const older = listedLink({ token: '01KB4Z8Q6V3M2N5P7R9T0W1X2A', title: 'Older' })
    answer({ pages: [[listedLink({})], [older]] })
    await openList()
    await expect.poll(() => rows().length).toBe(1)
    press(text.more)
    await expect.poll(() => rows().length).toBe(2)
    const newer = listedLink({ token: '01KB4Z8Q6V3M2N5P7R9T0W1X3A', title: 'Newer' })
    answer({ pages: [[newer, listedLink({ status: 'completed' })], []] })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => rows().length).toBe(3)
    expect(rows().join()).toMatch(/Newer.*Paid.*Older/s)
  })

  test('the tabs and the search filter payment links, and the URL contains the filter', async () => {
    answer({ pages: [[listedLink({})]] })
    await openList()
    await expect.poll(() => rows().length).toBe(1)
    search('1042')
    await expect.poll(() => lastSearch()['reference']).toBe('1042')
    link(text.tabs.completed)?.click()
    await expect.poll(() => lastSearch()).toMatchObject({ reference: '1042', status: 'completed' })
    expect(location.search).toBe('?status=completed&reference=1042')
    expect(find('.tabs [aria-current]').map(textOf)).toEqual([text.tabs.completed])
    await inspectConsole()
    const before = history.length
    search(' ')
    expect(history.length).toBe(before)
    expect(location.search).toBe('?status=completed&reference=1042')
    press('', text.removeReference)
    await expect.poll(() => location.search).toBe('?status=completed')
  })

  test('an empty list of payment links links to the form for the first link', async () => {
    answer()
    await openList()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    expect(find('.empty a').map((one) => one.getAttribute('href'))).toEqual(['/console/links/new'])
    await inspectConsole()
  })

  test('open payment links are cancelled from the list after a confirmation', async () => {
    const paid = listedLink({ token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Z', status: 'completed' })
    answer({
      pages: [[listedLink({}), paid]],
      post: () => {
        answer({ pages: [[listedLink({ status: 'invalidated' }), paid]] })
        return { status: 200, body: { token: LINK_TOKEN, status: 'invalidated' } }
      },
    })
    await openList()
    await expect.poll(() => rows().length).toBe(2)
    const cancel = `${cancelling.link}: Two chairs`
    expect(find('td button').map((one) => one.getAttribute('aria-label'))).toEqual([cancel])
    press(cancelling.link, cancel)
    await expect.poll(() => find('dialog[open]').map(textOf).join()).toContain(cancelling.text)
    expect(find('dialog[open]').map(textOf).join()).toContain('$80.00')
    await inspectConsole()
    pressIn('dialog', cancelling.link)
    await expect.poll(() => rows()[0]).toContain(text.status.invalidated)
    await expect.poll(() => find('dialog[open]').length).toBe(0)
    expect(posted()?.url.pathname).toBe(`/v2/secure-payments/${LINK_TOKEN}/cancel`)
    expect(find('td button')).toEqual([])
    await expect.poll(() => find('a.open:focus').length).toBe(1)
    await inspectConsole()
  })

  test('a listed link that was paid in the meantime stays, and the dialog shows the next step', async () => {
    const refused = problem('cancel_refused', 409, { reason: 'paid' })
    answer({ pages: [[listedLink({})]], post: () => ({ status: 409, body: refused }) })
    await openList()
    await expect.poll(() => rows().length).toBe(1)
    press(cancelling.link, `${cancelling.link}: Two chairs`)
    await expect.poll(() => find('dialog[open]').length).toBe(1)
    pressIn('dialog', cancelling.link)
    await expect
      .poll(() => find('dialog [role="alert"]').map(textOf).join())
      .toContain(cancelling.refused.paid)
    expect(rows()[0]).toContain(text.status.pending)
  })

  test('payment links cannot be cancelled from the list by a member who may only read', async () => {
    answer({ session: READ_ONLY, pages: [[listedLink({})]] })
    await openList()
    await expect.poll(() => rows().length).toBe(1)
    expect(find('td button, thead .visually-hidden')).toEqual([])
  })

  test('payment links cannot be created by a member who may only read', async () => {
    answer({ session: READ_ONLY, link: linkState({}) })
    await openList()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    expect(find('a[href="/console/links/new"]')).toEqual([])
    document.body.replaceChildren()
    await openLink()
    await expect.poll(() => find('#state-title').map(textOf)).toEqual(['$80.00'])
    expect(find('button').map(textOf).join()).not.toContain(cancelling.link)
    expect(find('a').map(textOf).join()).not.toContain(text.detail.duplicate)
  })
})

describe('The link form', () => {
  test('the link form accepts an amount in dollars, and shows the new link', async () => {
    answer({
      link: linkState({}),
      post: () => ({
        status: 201,
        body: { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN },
      }),
    })
    await openForm()
    await expect.poll(() => find('[name="amount"]').length).toBe(1)
    await inspectConsole()
    press(text.form.create)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([en.errors.required])
    fill('amount', '€80')
    press(text.form.create)
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([en.amounts.otherCurrency('€', 'USD')])
    fill('amount', '$80')
    await expect
      .poll(() => find('#amount-hint').map(textOf))
      .toEqual([en.amounts.reading('$80.00')])
    fill('orderTitle', 'Two\tchairs')
    fill('description', 'Oak.\nWith arms.')
    fill('reference', '1042')
    fill('firstName', 'Ana')
    fill('redirectLabel', 'Back')
    press(text.form.create)
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([text.form.redirectLabelAlone])
    await inspectConsole()
    fill('redirectUrl', 'https://shop.example.test/thanks')
    press(text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    await expect.poll(() => find('.announcement p').map(textOf)).toEqual([text.form.created])
    await expect.poll(() => find('dd').length).toBeGreaterThan(3)
    expect(covered('.announcement p', 'h1, dt, dd, a, button')).toEqual([])
    expect(posted()?.body).toEqual({
      requests: [
        { payee: WALLET, invoiceCurrency: 'USD', paymentCurrency: 'USDC-mainnet', amount: '80' },
      ],
      order: { title: 'Two chairs', description: 'Oak.\nWith arms.' },
      reference: '1042',
      redirectUrl: 'https://shop.example.test/thanks',
      redirectLabel: 'Back',
      customerInfo: { firstName: 'Ana' },
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('the link form adds up order lines exactly, and rejects a sum outside the range of amounts', async () => {
    answer({
      link: linkState({}),
      post: () => ({
        status: 201,
        body: { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN },
      }),
    })
    await openForm()
    await expect.poll(() => find('[name="amount"]').length).toBe(1)
    press(text.form.addLine)
    await expect.poll(() => find('.line').length).toBe(1)
    const [row] = find('.line [name^="name-"]').map((one) => one.getAttribute('name')?.slice(5))
    fill(`name-${row}`, 'Chair')
    fill(`quantity-${row}`, '3')
    fill(`price-${row}`, '0.335')
    await expect.poll(() => find('.total-line').map(textOf).join()).toContain('$1.005')
    press(text.form.create)
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([text.form.totalDecimals('$1.005', 2)])
    await inspectConsole()
    fill(`tax-${row}`, '0.005')
    await expect.poll(() => find('.total-line').map(textOf).join()).toContain('$1.01')
    press(text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(posted()?.body).toMatchObject({
      requests: [{ amount: '1.01', invoiceCurrency: 'USD' }],
      order: {
        lines: [{ name: 'Chair', quantity: '3', unitPrice: '0.335', taxAmount: '0.005' }],
      },
    })
  })

  test('the link form needs a wallet if the merchant has no receiving route', async () => {
    answer({ routes: [] })
    await openForm()
    await expect.poll(() => find('[name="wallet"]').length).toBe(1)
    fill('amount', '5')
    press(text.form.create)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([text.form.otherInvalid])
    await inspectConsole()
    expect(posted()).toBe(undefined)
  })

  test('the link form offers the session’s wallet if the merchant has no receiving route', async () => {
    const created = { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN }
    answer({
      routes: [],
      session: { ...accountSession, address: WALLET, walletType: 'evm' },
      link: linkState({}),
      post: () => ({ status: 201, body: created }),
    })
    await openForm()
    await expect.poll(() => value('wallet')).toEqual([WALLET])
    await expect.poll(() => find('#currency').length).toBe(1)
    fill('amount', '5')
    press(text.form.create)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(posted()?.body).toMatchObject({
      requests: [{ payee: WALLET, paymentCurrency: 'USDC-mainnet', amount: '5' }],
    })
  })

  test('the page of a link lists all currencies and networks in which payers can pay', async () => {
    const link = linkState({})
    const { payee, paymentReference, tokenAddress, decimals } = linkItem({})
    const shared = { payee, paymentReference, decimals, conversion: null, chain: link.chain }
    const usdc = { ...shared, option: 'USDC-mainnet', symbol: 'USDC', tokenAddress }
    const ether = { ...shared, option: 'ETH-base', symbol: 'ETH', tokenAddress: null }
    const options = [
      { ...usdc, isNativeCurrency: false },
      { ...ether, isNativeCurrency: true, chain: { ...link.chain, id: 'base', name: 'Base' } },
    ]
    answer({ link: { ...link, options } })
    await mountConsole({ name: 'link', token: LINK_TOKEN })
    await expect
      .poll(() =>
        find('.facts-list')
          .map(textOf)
          .join()
          .replace(/[\u2066-\u2069]/g, ''),
      )
      .toContain(`${text.detail.payableIn}USDC on Ethereum, ETH on Base`)
    expect(find('.facts-list').map(textOf).join()).not.toContain(text.detail.receives)
    await inspectConsole()
  })

  test('a copy’s link form begins with the earlier link’s order, customer and wallet', async () => {
    answer({ link: linkState({ items: [linkItem({ amount: '80' })] }), routes: [] })
    await mountConsole({ name: 'newLink', from: LINK_TOKEN }, { networks: 'mainnet' })
    await expect.poll(() => find('.line').length).toBe(2)
    expect(value('orderTitle')).toEqual(['Two chairs'])
    // With three decimals, the text could also be read as a whole number of thousands.
    expect(value('price-0')).toEqual(['30.0050'])
    expect(value('lastName')).toEqual(['Silva'])
    expect(value('reference')).toEqual([''])
    await expect.poll(() => find('.total-line').map(textOf).join()).toContain('$80.00')
    expect(find('.choice-line').map(textOf).join()).toContain(text.form.copied)
    await inspectConsole()
  })

  test('the link form warns about a past due date, and a copy drops such a date', async () => {
    const order = { title: 'Two chairs', dueDate: '2020-01-31' }
    answer({ link: linkState({ order }) })
    await mountConsole({ name: 'newLink', from: LINK_TOKEN }, { networks: 'mainnet' })
    await expect.poll(() => value('orderTitle')).toEqual(['Two chairs'])
    expect(value('dueDate')).toEqual([''])
    expect(find('#dueDate-hint').map(textOf)).toEqual([text.form.dueDateHint])
    fill('dueDate', '2020-02-29')
    await expect.poll(() => find('#dueDate-hint').map(textOf)).toEqual([text.form.dueDatePast])
    fill('dueDate', '2999-12-31')
    await expect.poll(() => find('#dueDate-hint').map(textOf)).toEqual([text.form.dueDateHint])
  })

  test('a new payment link with a due date stays open for 14 days after it', async () => {
    const created = { requestIds: ['x'], securePaymentUrl: LINK_URL, token: LINK_TOKEN }
    answer({ link: linkState({}), post: () => ({ status: 201, body: created }) })
    await openForm()
    await expect.poll(() => value('expiry')).toEqual(['7'])
    const due = new Date(Date.now() + 30 * DAY_MS)
    fill('amount', '80')
    fill('dueDate', dayOf(due))
    await expect.poll(() => value('expiry')).toEqual(['due'])
    await inspectConsole()
    press(text.form.create)
    await expect.poll(() => posted()?.body).toBeDefined()
    const end = new Date(due.getFullYear(), due.getMonth(), due.getDate() + 15)
    expect(Math.abs(Date.parse(readExpiry(posted()?.body)) - end.getTime())).toBeLessThan(
      2 * HOUR_MS,
    )
  })

  test('the link form rejects an expiry before the due date, and removes the choice that follows the due date along with the date', async () => {
    answer()
    await openForm()
    await expect.poll(() => value('expiry')).toEqual(['7'])
    fill('amount', '80')
    fill('dueDate', dayOf(new Date(Date.now() + 30 * DAY_MS)))
    await expect.poll(() => value('expiry')).toEqual(['due'])
    choose('expiry', '7')
    press(text.form.create)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([text.form.endsBeforeDue])
    await inspectConsole()
    choose('expiry', '90')
    await expect.poll(() => find('.field-error')).toEqual([])
    choose('expiry', 'due')
    fill('dueDate', '')
    await expect.poll(() => find('[name="expiry"] option').length).toBe(7)
    expect(posted()).toBe(undefined)
  })

  test('a new payment link starts with the account’s reporting currency', async () => {
    answer({ reportingCurrency: 'USDC-mainnet' })
    await openForm()
    await expect.poll(() => value('currency')).toEqual(['USDC-mainnet'])
  })

  test('the link form shows the reason when the service rejects it, and keeps the text', async () => {
    const message = 'The rate limit is reached.'
    answer({ post: () => ({ status: 403, body: problem('forbidden', 403, { message }) }) })
    await openForm()
    await expect.poll(() => find('[name="amount"]').length).toBe(1)
    fill('amount', '80')
    press(text.form.create)
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain(message)
    await inspectConsole()
    expect(find('[name="amount"]').map((one) => Reflect.get(one, 'value'))).toEqual(['80'])
  })

  test('the link form shows the service’s error about a value that has no field', async () => {
    const errors = [
      { field: 'requests[0].payee', code: 'payee_is_contract', message: 'is a token' },
    ]
    const body = problem('validation_failed', 400, { errors })
    answer({ post: () => ({ status: 400, body }) })
    await openForm()
    await expect.poll(() => find('[name="amount"]').length).toBe(1)
    fill('amount', '80')
    press(text.form.create)
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('is a token')
  })
})

describe('A payment link', () => {
  test('a payment link shows its order with exact sums, its customer, its address and its QR code', async () => {
    answer({ link: linkState({}) })
    await openLink()
    await expect.poll(() => find('#state-title').map(textOf)).toEqual(['$80.00'])
    expect(find('h1').map(textOf)).toEqual([text.detail.titleOf('Two chairs')])
    const shown = find('.screen-only').map(textOf).join()
    for (const part of [
      '$70.00',
      '$9.99',
      'Ana Silva, ana@example.test',
      'Dec 1, 2026',
      LINK_URL,
    ]) {
      expect(shown).toContain(part)
    }
    expect(find('.screen-only svg.qr').length).toBe(1)
    await inspectConsole()
  })

  test('a payment link’s page links a merchant without a name to the account, where the name can be set', async () => {
    answer({ session: { ...accountSession, tenantName: '' }, link: linkState({}) })
    await openLink()
    await expect.poll(() => find('.share a.link').map(textOf)).toEqual([text.detail.addName])
    expect(find('.share a.link').map((one) => one.getAttribute('href'))).toEqual([
      '/console/account',
    ])
    await inspectConsole()
  })

  test('a payment link keeps long words and amounts inside its cards at 320 px', async () => {
    const email = 'maximiliane.oberhuber-wittelsbach@example-keramik.example'
    const lines = [{ name: 'Handgedrehte Teeschale', quantity: '2', unitPrice: '40' }]
    answer({
      link: linkState({ order: { lines } }),
      request: { customerInfo: { firstName: 'Maximiliane', email } },
    })
    await page.viewport(320, 800)
    await openLink()
    await expect.poll(() => find('.facts-list').map(textOf).join()).toContain(email)
    const spilled = find('dd, td, th').filter((one) => one.scrollWidth > one.clientWidth + 1)
    expect(spilled.map(textOf)).toEqual([])
    expect(find('.screen-only .compact').map((one) => one.checkVisibility())).toEqual([true])
    expect(find('.screen-only .compact').map(textOf)).toEqual(['2 × $40.00'])
    await page.viewport(1280, 900)
    expect(find('.screen-only .compact').map((one) => one.checkVisibility())).toEqual([false])
  })

  test('a payment link without a title is named after its first line, in its heading and its message', async () => {
    const { order } = linkState({})
    const lines = order?.lines ?? []
    answer({ link: linkState({ order: { lines } }) })
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      language: 'en',
      languages: ['en'],
      clipboard: { writeText: async (one: string) => void copied.push(one) },
    })
    await openLink()
    const name = text.linesName('Chair', 1)
    await expect.poll(() => find('h1').map(textOf)).toEqual([text.detail.titleOf(name)])
    press(text.detail.copyMessage)
    await expect.poll(() => copied.join()).toContain(`asks you to pay $80.00 for ${name}.`)
  })

  test('a payment link’s page prints only the invoice, dark on white', async () => {
    answer({ link: linkState({}) })
    await openLink()
    await expect.poll(() => find('.invoice').length).toBe(1)
    expect(shown('.invoice')).toEqual([])
    await cdp().send('Emulation.setEmulatedMedia', {
      media: 'print',
      features: [{ name: 'prefers-color-scheme', value: 'dark' }],
    })
    const printed = shown('.invoice').map(textOf).join()
    for (const part of [text.invoice.title, 'North & Bean', 'Ana Silva', '$80.00', LINK_URL]) {
      expect(printed).toContain(part)
    }
    for (const hidden of ['.screen-only', '.side', '.bar']) expect(shown(hidden)).toEqual([])
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })

  test.each(['expired', 'invalidated'] as const)(
    'a payment link that is %s shows this state, and can only be duplicated',
    async (status) => {
      answer({ linkProblem: linkState({ status }) })
      await openLink()
      await expect
        .poll(() => find('.note').map(textOf).join())
        .toContain(text.detail.closed[status])
      const isCancelled = status === 'invalidated'
      expect(find('.invoice-title').map(textOf)).toEqual([
        isCancelled ? text.invoice.cancelledTitle : text.invoice.title,
      ])
      expect(find('.share')).toEqual([])
      expect(find('button').map(textOf).join()).not.toContain(cancelling.link)
      expect(link(text.detail.duplicate)?.getAttribute('href')).toBe(
        `/console/links/new/${LINK_TOKEN}`,
      )
      await inspectConsole()
    },
  )

  test('a payment link that was paid twice shows the surplus instead of a success note', async () => {
    const items = [linkItem({ amountPaid: '160', status: 'paid' })]
    answer({ link: linkState({ status: 'completed', items }), request: { excessAmount: '80' } })
    await openLink()
    await expect
      .poll(() => find('.note.warning').map(textOf).join())
      .toContain(en.refunds.surplus.overpaid('$80.00'))
    expect(find('.note.success')).toEqual([])
    expect(link(en.refunds.surplus.refund)?.getAttribute('href')).toBe(
      `/console/payments/${linkRequest({}).requestId}`,
    )
    await inspectConsole()
  })

  describe('A payment link that was paid twice and has refunds', () => {
    const { surplus, list } = en.refunds
    const paid = refundRecord({
      status: 'confirmed',
      amount: '50',
      amountInInvoiceCurrency: '50',
      confirmedAt: '2026-11-03T08:00:00.000Z',
      txHash: `0x${'7b'.repeat(32)}`,
    })
    const rest = refundRecord({ id: 'second', amount: '30', amountInInvoiceCurrency: '30' })
    const notes = () => find('.note').map(textOf).join()
    const open = async (refunds: readonly RefundRecord[]) => {
      const items = [linkItem({ amountPaid: '160', status: 'paid' })]
      const state = linkState({ status: 'completed', items })
      answer({ link: state, request: { excessAmount: '80' }, refunds })
      await openLink()
    }

    test('a payment link that was paid twice shows the refund’s date and amount, and asks for a refund of the remaining surplus', async () => {
      await open([paid])
      await expect.poll(notes).toContain(surplus.left('$30.00'))
      expect(notes()).toMatch(/50.USDC refunded on Nov 3, 2026/)
      expect(link(surplus.refund)).toBeDefined()
      await inspectConsole()
    })

    test('a payment link that was paid twice asks the merchant to pay the open refund of the remaining surplus, and offers no other', async () => {
      await open([paid, rest])
      await expect.poll(notes).toContain(surplus.waiting)
      expect(notes()).toContain(list.statuses.open)
      expect(link(surplus.refund)).toBe(undefined)
      expect(link(surplus.toRefunds)?.getAttribute('href')).toBe('/console/refunds')
      await inspectConsole()
    })

    test('a payment link that was paid twice asks for nothing once the whole surplus has been refunded', async () => {
      await open([paid, { ...rest, status: 'confirmed', confirmedAt: '2026-11-04T08:00:00.000Z' }])
      await expect.poll(notes).toContain(surplus.done)
      expect(find('.note.warning')).toEqual([])
      expect(find('.note a[href^="/console"]')).toEqual([])
      await inspectConsole()
    })
  })

  test('a payment link for several items shows each of them, and their sum', async () => {
    const items = [linkItem({}), linkItem({ amount: '5', requestId: `01${'b'.repeat(64)}` })]
    answer({ link: linkState({ items, order: undefined }) })
    await openLink()
    await expect.poll(() => find('#state-title').map(textOf)).toEqual(['$85.00'])
    expect(find('.records h3').map(textOf)).toEqual(['$80.00', '$5.00'])
    expect(link(text.detail.duplicate)).toBe(undefined)
    await inspectConsole()
  })

  test('a payment link that does not exist shows a message', async () => {
    answer()
    await openLink()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.detail.missing])
    await inspectConsole()
  })

  test('a payment link is cancelled after a confirmation', async () => {
    answer({
      link: linkState({}),
      post: () => {
        answer({ linkProblem: linkState({ status: 'invalidated' }) })
        return { status: 200, body: { token: LINK_TOKEN, status: 'invalidated' } }
      },
    })
    await openLink()
    await expect.poll(() => find('#state-title').length).toBe(1)
    press(cancelling.link)
    await expect.poll(() => find('dialog[open]').map(textOf).join()).toContain(cancelling.text)
    await inspectConsole()
    pressIn('dialog', cancelling.link)
    await expect
      .poll(() => find('.note').map(textOf).join())
      .toContain(text.detail.closed.invalidated)
    await expect.poll(() => find('dialog[open]').length).toBe(0)
    expect(posted()?.url.pathname).toBe(`/v2/secure-payments/${LINK_TOKEN}/cancel`)
  })

  test.each(['paid', 'seen', 'bridged', 'sent', 'attempt'] as const)(
    'a payment link that cannot be cancelled because of %s shows the next step',
    async (reason) => {
      answer({
        link: linkState({}),
        post: () => ({ status: 409, body: problem('cancel_refused', 409, { reason }) }),
      })
      await openLink()
      await expect.poll(() => find('#state-title').length).toBe(1)
      press(cancelling.link)
      await expect.poll(() => find('dialog[open]').length).toBe(1)
      pressIn('dialog', cancelling.link)
      await expect
        .poll(() => find('dialog [role="alert"]').map(textOf).join())
        .toContain(cancelling.refused[reason])
      await inspectConsole()
      pressIn('dialog', cancelling.keep)
      await expect.poll(() => find('dialog[open]').length).toBe(0)
    },
  )
})

describe('The form that edits a link', () => {
  /** Returns a link that has only an amount, without order lines. */
  const plain = () => linkState({ order: { title: 'Two chairs' } })

  test('the form that edits a link starts with its values, sends every field with the revision that was read, and then shows the link', async () => {
    answer({
      link: plain(),
      revision: 4,
      post: () => ({ status: 200, body: { token: LINK_TOKEN, revision: 5 } }),
    })
    await openLink()
    await expect
      .poll(() => link(text.detail.edit)?.getAttribute('href'))
      .toBe(`/console/links/${LINK_TOKEN}/edit`)
    document.body.replaceChildren()
    await openEdit()
    await expect.poll(() => value('amount')).toEqual(['80'])
    expect(find('nav [aria-current]').map((one) => textOf(one).trim())).toEqual([en.nav.links])
    expect([value('orderTitle'), value('lastName')]).toEqual([['Two chairs'], ['Silva']])
    expect(find('[name="expiry"] option:checked').map(textOf).join()).toContain('2030')
    await inspectConsole()
    fill('amount', '95')
    fill('reference', '')
    fill('description', 'With a lamp')
    press(text.editing.save)
    await expect.poll(() => location.pathname).toBe(`/console/links/${LINK_TOKEN}`)
    expect(patched()?.url.pathname).toBe(`/v2/secure-payments/${LINK_TOKEN}`)
    expect(patched()?.body).toEqual({
      revision: 4,
      amount: '95',
      order: { title: 'Two chairs', description: 'With a lamp' },
      customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
      reference: null,
      redirectUrl: null,
      redirectLabel: null,
    })
  })

  test('the form that edits a link changes the order lines, whose sum is the amount, and the link’s end', async () => {
    answer({
      link: linkState({}),
      post: () => ({ status: 200, body: { token: LINK_TOKEN, revision: 2 } }),
    })
    await openEdit()
    await expect.poll(() => find('.line').length).toBe(2)
    press('', `${text.form.removeLine}: ${text.form.line(2)}`)
    await expect.poll(() => find('.line').length).toBe(1)
    fill('quantity-0', '3')
    fill('price-0', '10')
    const end = find('[name="expiry"]')[0]
    if (end instanceof HTMLSelectElement) end.value = '30'
    press(text.editing.save)
    await expect.poll(() => patched()?.body).toBeDefined()
    expect(patched()?.body).toMatchObject({
      amount: '39.99',
      order: { lines: [{ quantity: '3', unitPrice: '10' }] },
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('the form that edits a link rejects a due date after the link’s unchanged expiry', async () => {
    answer({ link: plain() })
    await openEdit()
    await expect.poll(() => value('amount')).toEqual(['80'])
    fill('dueDate', '2999-12-31')
    press(text.editing.save)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([text.form.endsBeforeDue])
    await inspectConsole()
    expect(patched()).toBe(undefined)
  })

  test('the form that edits a link rejects a text that is not an amount, and sends nothing', async () => {
    answer({ link: plain() })
    await openEdit()
    await expect.poll(() => value('amount')).toEqual(['80'])
    fill('amount', '')
    press(text.editing.save)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([en.errors.required])
    await inspectConsole()
    expect(patched()).toBe(undefined)
  })

  test('the form that edits a link keeps the text after another edit, and offers to load the link again', async () => {
    answer({
      link: plain(),
      post: () => ({ status: 409, body: problem('revision_conflict', 409, { revision: 2 }) }),
    })
    await openEdit()
    await expect.poll(() => value('amount')).toEqual(['80'])
    fill('amount', '95')
    press(text.editing.save)
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain(text.editing.conflict)
    expect(value('amount')).toEqual(['95'])
    await inspectConsole()
    answer({ link: linkState({ order: { title: 'Three chairs' } }), revision: 2 })
    press(text.editing.reload)
    await expect.poll(() => value('orderTitle')).toEqual(['Three chairs'])
    expect(value('amount')).toEqual(['80'])
    expect(find('[role="alert"]')).toEqual([])
  })

  test.each(['paid', 'seen', 'bridged', 'sent', 'attempt', 'expired', 'payout'] as const)(
    'a link that cannot be edited because of %s shows the next step',
    async (reason) => {
      answer({
        link: plain(),
        post: () => ({ status: 409, body: problem('edit_refused', 409, { reason }) }),
      })
      await openEdit()
      await expect.poll(() => value('amount')).toEqual(['80'])
      press(text.editing.save)
      await expect
        .poll(() => find('[role="alert"]').map(textOf).join())
        .toContain(text.editing.refused[reason])
    },
  )

  test('a link that was cancelled in the meantime, or is closed, cannot be edited', async () => {
    answer({
      link: plain(),
      post: () => ({ status: 410, body: problem('payment_not_payable', 410) }),
    })
    await openEdit()
    await expect.poll(() => value('amount')).toEqual(['80'])
    press(text.editing.save)
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain(text.editing.cancelled)
    document.body.replaceChildren()
    answer({ linkProblem: linkState({ status: 'invalidated' }) })
    await openEdit()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.editing.missing])
    await inspectConsole()
  })

  test('the form that edits a link is not offered to members who may only read, or for several items', async () => {
    answer({ session: READ_ONLY, link: plain() })
    await openLink()
    await expect.poll(() => find('#state-title').length).toBe(1)
    expect(link(text.detail.edit)).toBe(undefined)
    document.body.replaceChildren()
    answer({ link: linkState({ items: [linkItem({}), linkItem({})], order: undefined }) })
    await openLink()
    await expect.poll(() => find('.records h3').length).toBe(2)
    expect(link(text.detail.edit)).toBe(undefined)
  })
})

function shown(selector: string): Element[] {
  return find(selector).filter((one) => one.checkVisibility())
}

function link(label: string): HTMLElement | undefined {
  return find('a')
    .filter((one) => one instanceof HTMLElement)
    .find((one) => textOf(one).trim() === label)
}

/** Presses the button with a label, or with an accessible name. */
function press(label: string, name?: string): void {
  const button = find('button').find((one) =>
    name === undefined ? textOf(one).trim() === label : one.getAttribute('aria-label') === name,
  )
  if (button instanceof HTMLElement) button.click()
}

function pressIn(within: string, label: string): void {
  for (const one of find(`${within} button`)) {
    if (one instanceof HTMLElement && textOf(one).trim() === label) one.click()
  }
}

function fill(name: string, value: string): void {
  for (const field of find(`[name="${name}"]`)) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  }
}

function choose(name: string, chosen: string): void {
  const [field] = find(`[name="${name}"]`)
  if (!(field instanceof HTMLSelectElement)) throw new Error(`The form has no choice ${name}.`)
  field.value = chosen
  field.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
}

function readExpiry(body: unknown): string {
  return String(Reflect.get(Object(body), 'expiresAt'))
}

function search(typed: string): void {
  for (const field of find('[name="search"]')) {
    if (!(field instanceof HTMLInputElement)) continue
    field.value = typed
    field.form?.requestSubmit()
  }
}

/** Returns the texts of the elements that a box covers at least in part. */
function covered(box: string, elements: string): string[] {
  const [over] = find(box).map((found) => found.getBoundingClientRect())
  if (over === undefined) return ['no box']
  return find(elements).flatMap((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isApart =
      bottom <= over.top || top >= over.bottom || right <= over.left || left >= over.right
    return isApart ? [] : [textOf(element)]
  })
}
