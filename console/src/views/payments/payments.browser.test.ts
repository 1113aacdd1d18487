import { describe, expect, test } from 'vitest'
import type { ReceivedPayment, RequestRecord } from '../../api.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { receivedPayment } from '../../testing/receivedPayment.ts'
import { requestDetail, requestRecord } from '../../testing/requestDetail.ts'
import { en } from '../../text/en.ts'

const { payments: text } = en
const PAGINATION = { total: 1, limit: 20, offset: 0, hasMore: false, nextCursor: null }
const REQUEST_ID = `01${'a'.repeat(64)}`
const REFERENCE = '0x7d1e0a92c4b85f36'
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

const LONG = receivedPayment({
  id: '01KB52A1B2C3D4E5F6G7H8J9KB',
  amount: '123456789012345678901234567890.123456789012345678',
  currency: 'DAI',
  convertedAmountDestination: null,
  amountInUsd: null,
  amountInReportingCurrency: null,
  type: 'crosschain',
  sourceNetwork: 'base',
  isLate: true,
  payerAddress: null,
  request: {
    ...receivedPayment({}).request,
    hasBeenPaid: true,
    reference: 'an-order-reference-that-is-as-long-as-a-merchant-may-send-it'.repeat(4),
    customerInfo: { email: 'a.name.that.is.as.long.as.e-mail.addresses.get@example.test' },
  },
})

const { serve, calls } = prepareConsole()

/** Serves these payments, page by page, and these requests. */
function answer(
  lists: {
    pages?: readonly (readonly ReceivedPayment[])[]
    total?: number
    requests?: readonly RequestRecord[]
    /** Only searches with this filter find a payment. */
    findBy?: string
  },
  { totals }: { totals?: object } = {},
): void {
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path.startsWith('/v2/request/')) {
      const isKnown = (lists.requests ?? lists.pages?.flat() ?? []).length > 0
      return isKnown || lists.findBy !== undefined
        ? { status: 200, body: requestDetail({}) }
        : { status: 404, body: problem('not_found', 404) }
    }
    if (path === '/v1/webhook') return { status: 200, body: [] }
    if (path === '/v2/payments/totals') {
      return totals === undefined
        ? { status: 500, body: problem('internal', 500) }
        : { status: 200, body: totals }
    }
    if (path === '/v2/request') {
      return { status: 200, body: { requests: lists.requests ?? [], pagination: PAGINATION } }
    }
    const isFound = lists.findBy !== undefined && url.searchParams.has(lists.findBy)
    const pages = lists.pages ?? [isFound ? [receivedPayment({})] : []]
    const index = url.searchParams.has('cursor') ? 1 : 0
    const nextCursor = index + 1 < pages.length ? 'next' : null
    const total = lists.total ?? pages.flat().length
    const pagination = { ...PAGINATION, total, nextCursor, hasMore: nextCursor !== null }
    return { status: 200, body: { payments: pages[index] ?? [], pagination } }
  })
}

const open = (query = '') => mountConsole({ name: 'payments', query })
const rows = () => find('tbody tr').map(textOf)
const chips = () => find('.filter-chip span').map(textOf)
const searches = () => calls.filter(({ url }) => url.pathname === '/v2/payments')
const lastSearch = () => Object.fromEntries(searches().at(-1)?.url.searchParams ?? [])

describe('Payments', () => {
  test('payments are listed with their amount, value, status, reference, payer and network', async () => {
    answer({ pages: [[receivedPayment({}), LONG]] })
    await open()
    await expect.poll(() => rows().length).toBe(2)
    const [first = '', second = ''] = rows()
    for (const part of ['$30.00', '30.006\u00a0USDC', text.partlyPaid, 'PO-7781', 'Ana Silva']) {
      expect(first).toContain(part)
    }
    for (const part of ['0x742d…f44e', 'Ethereum', '0xa7a7…a7a7', text.types.conversion]) {
      expect(first).toContain(part)
    }
    for (const part of [
      text.worthUnknown,
      text.late,
      text.lateHint,
      text.unknownPayer,
      'from Base',
    ]) {
      expect(second).toContain(part)
    }
    expect(find('[role="status"]').map(textOf).join()).toContain(text.count(2, '2'))
    await inspectConsole()
  })

  test('payments on the next page appear below the others', async () => {
    answer({ pages: [[receivedPayment({})], [LONG]] })
    await open()
    await expect.poll(() => rows().length).toBe(1)
    press(text.more)
    await expect.poll(() => rows().length).toBe(2)
    expect(lastSearch()).toEqual({ limit: '20', cursor: 'next' })
  })

  test('a filter’s payments are added up once all of them are on the page', async () => {
    const second = receivedPayment({ id: LONG.id, amountInReportingCurrency: '12.50999' })
    const third = { ...LONG, id: '01KB52A1B2C3D4E5F6G7H8J9KC' }
    answer({ pages: [[receivedPayment({}), second], [third]] })
    const status = () => find('[role="status"]').map(textOf).join()
    await open('?paymentCurrency=USDC')
    await expect.poll(() => rows().length).toBe(2)
    expect(status()).not.toContain('$')
    press(text.more)
    await expect.poll(status).toContain(text.received('$42.50'))
    expect(status()).toContain(en.home.unknown(1))
    // Each value is rounded down, and so is the sum. The page also shows both exact values.
    expect(status()).toContain(text.exactly('42.50999\u00a0USD'))
    expect(find('td.worth .sub').map(textOf)).toContain('12.50999\u00a0USD')
    await inspectConsole()
    document.body.replaceChildren()
    await open()
    await expect.poll(() => rows().length).toBe(2)
    press(text.more)
    await expect.poll(() => rows().length).toBe(3)
    expect(status()).not.toContain('$')
  })

  test('a period’s payments show the service’s sums before all of them are on the page', async () => {
    const total = { paymentCount: 0, unvaluedCount: 0, unvaluedInReportingCurrencyCount: 0 }
    const sum = { ...total, paymentCount: 1, amountInUsd: '90', amountInReportingCurrency: '90' }
    const totals = {
      timeZone: 'UTC',
      reportingCurrency: 'EUR',
      received: { ...sum, unvaluedInReportingCurrencyCount: 2, paymentCount: 3 },
      paidOut: { ...sum, amountInReportingCurrency: '12.5' },
      intervals: [],
    }
    answer({ pages: [[receivedPayment({})], [LONG]] }, { totals })
    await open('?from=2026-11-01&to=2026-11-30')
    const status = () => find('[role="status"]').map(textOf).join()
    await expect.poll(status).toContain(text.received('€90.00'))
    expect(status()).toContain(text.paidOut('€12.50'))
    expect(status()).toContain(en.home.unknown(2))
    expect(rows()).toHaveLength(1)
    const [read] = calls.filter(({ url }) => url.pathname === '/v2/payments/totals')
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(Object.fromEntries(read?.url.searchParams ?? [])).toEqual({
      fromDate: '2026-11-01',
      toDate: '2026-11-30',
      timeZone,
    })
  })

  test('payouts are marked, and added up separately', async () => {
    const payout = receivedPayment({ id: LONG.id, flow: 'pay', amountInReportingCurrency: '7' })
    answer({ pages: [[receivedPayment({}), payout]] })
    await open('?paymentCurrency=USDC')
    const status = () => find('[role="status"]').map(textOf).join()
    await expect.poll(status).toContain(text.received('$30.00'))
    expect(status()).toContain(text.paidOut('$7.00'))
    const [received, paidOut] = rows()
    expect(received).not.toContain(text.payout)
    expect(paidOut).toContain(text.payout)
  })

  test('payouts have a minus sign, and are counted separately once all payments are on the page', async () => {
    const payout = receivedPayment({
      ...{ id: '01KB52A1B2C3D4E5F6G7H8J9KC', flow: 'pay' },
      ...{ amount: '66', currency: 'USDC' },
      ...{ convertedAmountDestination: null, amountInReportingCurrency: '66.001' },
    })
    answer({ pages: [[receivedPayment({}), payout], [LONG]] })
    await open()
    const status = () => find('[role="status"]').map(textOf).join()
    await expect.poll(() => rows().length).toBe(2)
    expect(status()).toContain(text.count(3, '3'))
    const [received, paidOut] = rows()
    expect(received).not.toContain('\u2212')
    for (const part of ['\u221266\u00a0USDC', '\u2212$66.00', '\u221266.001\u00a0USD']) {
      expect(paidOut).toContain(part)
    }
    press(text.more)
    await expect.poll(status).toContain(text.counts(2, '2', 1, '1'))
  })

  test('a refund names the order and the customer, and links to the refunded payment', async () => {
    const requestId = `01${'b'.repeat(64)}`
    const own = { ...receivedPayment({}).request, reference: null, customerInfo: null }
    const refundOf = {
      ...{ refundId: LONG.id, paymentId: LONG.id, requestId, reference: 'INV-1003' },
      customerInfo: { firstName: 'Bo', lastName: 'Lund' },
    }
    const refund = receivedPayment({ flow: 'pay', refundId: LONG.id, refundOf, request: own })
    const unnamed = { ...refundOf, reference: null, requestId: null, customerInfo: null }
    const other = receivedPayment({ ...refund, id: LONG.id, refundOf: unnamed })
    answer({ pages: [[refund, other]] })
    await open()
    await expect.poll(() => rows().length).toBe(2)
    const links = find('td.for a')
    expect(links.map(textOf)).toEqual([en.refunds.of('INV-1003')])
    expect(links[0]?.getAttribute('href')).toBe(`/console/payments/${requestId}`)
    const [first, second] = rows()
    expect(first).toContain('Bo Lund')
    expect(find('a.open').map((link) => link.getAttribute('title'))).toEqual([
      en.refunds.of('INV-1003'),
      en.refunds.marks.one,
    ])
    expect(second).not.toContain(text.noReference)
    await inspectConsole()
  })

  test('payments on the next page stay when the list is read again, even while the page still loads', async () => {
    const older = receivedPayment({ id: '01KB52A1B2C3D4E5F6G7H8J9K0', currency: 'DAI' })
    const newer = receivedPayment({ id: '01KB52A1B2C3D4E5F6G7H8J9KZ', currency: 'EUR' })
    let isNewerThere = false
    serve((path, { url }) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      const isMore = url.searchParams.has('cursor')
      // The list is read again before the next page has arrived.
      if (isMore && !isNewerThere) {
        isNewerThere = true
        document.dispatchEvent(new Event('visibilitychange'))
      }
      const payments = isMore ? [older] : isNewerThere ? [newer] : [receivedPayment({})]
      const first = isNewerThere && !isMore ? [...payments, receivedPayment({})] : payments
      const pagination = { ...PAGINATION, total: 3, nextCursor: isMore ? null : 'next' }
      return { status: 200, body: { payments: first, pagination } }
    })
    await open()
    await expect.poll(() => rows().length).toBe(1)
    press(text.more)
    await expect.poll(() => rows().length).toBe(3)
    expect(rows().join()).toMatch(/€30.*\$30.*DAI/s)
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => searches().length).toBeGreaterThan(3)
    expect(rows().length).toBe(3)
  })

  test('an empty list of payments links to the first step', async () => {
    answer({})
    await open()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    expect(find('.empty a').map((link) => link.getAttribute('href'))).toEqual([
      '/console/links/new',
    ])
    await inspectConsole()
  })

  test('the list marks each payment of a request that was paid twice', async () => {
    const { request } = receivedPayment({})
    const first = receivedPayment({ amount: '80', request: { ...request, surplusAmount: '80' } })
    const second = { ...first, id: LONG.id }
    const other = receivedPayment({ id: '01KB52A1B2C3D4E5F6G7H8J9K0' })
    other.request.requestId = '02'
    answer({ pages: [[second, first, other]] })
    await open()
    await expect
      .poll(() => rows().map((row) => row.includes(text.overpaid)))
      .toEqual([true, true, false])
    await inspectConsole()
  })

  test('a failed read of payments shows a message that does not mention a change', async () => {
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      throw new TypeError('Failed to fetch')
    })
    await open()
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain(en.common.unreached)
    expect(find('[role="alert"]').map(textOf).join()).not.toContain(en.errors.network_error)
    await inspectConsole()
  })

  test('payments remain on screen, marked as out of date, while the service does not respond', async () => {
    answer({ pages: [[receivedPayment({})]] })
    await open()
    await expect.poll(() => rows().length).toBe(1)
    serve((path) =>
      path === '/v1/auth/session'
        ? { status: 200, body: accountSession }
        : { status: 500, body: problem('internal', 500) },
    )
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => find('.note.warning').map(textOf).join()).toContain(en.common.stale)
    expect(rows()).toHaveLength(1)
    await inspectConsole()
    answer({ pages: [[receivedPayment({})]] })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => find('.note.warning')).toEqual([])
  })

  test('all payments are exported by the service with the same filter', async () => {
    answer({ pages: [[receivedPayment({})]], total: 1_048_576 })
    await open('?reference=PO-7781&type=conversion')
    await expect.poll(() => rows().length).toBe(1)
    const [link] = find('a[download]')
    expect(link?.getAttribute('href')).toBe(
      '/v2/payments?reference=PO-7781&type=conversion&format=spreadsheet',
    )
    expect(find('.hint').map(textOf)).toContain(text.exportLong)
  })
})

describe('A row', () => {
  test('a row opens its payment, and the arrow keys move between rows', async () => {
    answer({ pages: [[receivedPayment({}), LONG]] })
    await open()
    await expect.poll(() => rows().length).toBe(2)
    const links = find('a.open')
    const [first, second] = links
    if (!(first instanceof HTMLElement)) throw new Error('There is no row.')
    first.focus()
    const focused = () => links.findIndex((link) => link.matches(':focus'))
    const pressed: number[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home']) {
      links[focused()]?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      pressed.push(focused())
    }
    expect(pressed).toEqual([1, 1, 0, 1, 0])
    expect(second?.getAttribute('href')).toBe(`/console/payments/${REQUEST_ID}`)
    first.click()
    await expect.poll(() => location.pathname).toBe(`/console/payments/${REQUEST_ID}`)
  })
})

describe('The search', () => {
  const OTHER_ID = `01${'b'.repeat(64)}`
  const second = receivedPayment({
    id: '01KB52A1B2C3D4E5F6G7H8J9KC',
    request: { ...receivedPayment({}).request, requestId: OTHER_ID },
  })

  test.each([
    ['1042', { reference: '1042' }, 'Reference: 1042'],
    [WALLET, { walletAddress: WALLET }, 'Wallet: 0x742d…f44e'],
    ['Ana@example.test', { customerEmail: 'Ana@example.test' }, 'E-mail: Ana@example.test'],
    ['12.50 USDC', { amount: '12.5 USDC' }, 'Amount: 12.5 USDC'],
    [TOKEN, { securePaymentToken: TOKEN }, 'Payment link: 01KB4Z…1X2Y'],
  ])(
    'the search for %s that finds several payments shows its filter as a chip, and in the address',
    async (typed, query, chip) => {
      answer({ pages: [[receivedPayment({}), second]] })
      await open('?type=direct')
      await expect.poll(() => rows().length).toBe(2)
      search(typed)
      await expect.poll(() => lastSearch()).toEqual({ limit: '20', ...query })
      await expect.poll(() => chips()).toEqual([chip])
      expect(location.search).toBe(`?${new URLSearchParams(query)}`)
      await inspectConsole()
      history.back()
      await expect.poll(() => chips()).toEqual(['Kind: Direct'])
    },
  )

  test.each([
    ['one payment', [receivedPayment({})]],
    ['two parts of one payment', [receivedPayment({}), LONG]],
  ])('the search that finds %s opens its page', async (_, found) => {
    answer({ pages: [found] })
    await open()
    await expect.poll(() => rows().length).toBe(found.length)
    search('1042')
    await expect.poll(() => location.pathname).toBe(`/console/payments/${REQUEST_ID}`)
    expect(calls.map(({ url }) => url.search)).toContain('?reference=1042&limit=10')
  })

  test('the search for a number finds an amount if no order has this reference', async () => {
    answer({ findBy: 'amount' })
    await open()
    await expect.poll(() => find('.empty').length).toBe(1)
    search('30.00')
    await expect.poll(() => location.pathname).toBe(`/console/payments/${REQUEST_ID}`)
    // The list may be read again during the search.
    const filters = searches().flatMap(({ url }) =>
      ['reference', 'amount'].filter((name) => url.searchParams.has(name)),
    )
    expect(filters).toEqual(['reference', 'amount'])
  })

  test.each([
    ['the reference', '1042'],
    ['the ID', REQUEST_ID],
    ['the payment reference', REFERENCE],
  ])('the search for %s of an unpaid request opens its page', async (_, typed) => {
    answer({ findBy: 'amount', requests: [requestRecord({})] })
    await open()
    await expect.poll(() => find('.empty').length).toBe(1)
    search(typed)
    const { requestId } = requestRecord({})
    await expect.poll(() => location.pathname).toBe(`/console/payments/${requestId}`)
  })

  test('the search for the reference of several unpaid requests lists them', async () => {
    answer({ requests: [requestRecord({}), requestRecord({ requestId: OTHER_ID })] })
    await open()
    await expect.poll(() => find('.empty').length).toBe(1)
    search('1042')
    await expect.poll(() => find('h2').map(textOf)).toContain(text.unpaid.title('1042'))
    expect(location.search).toBe('?reference=1042')
  })

  test('a search with an unknown currency is a search for a reference', async () => {
    serve((path, { url }) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/webhook') return { status: 200, body: [] }
      if (path.startsWith('/v2/request/')) return { status: 200, body: requestDetail({}) }
      if (url.searchParams.has('amount')) {
        return { status: 400, body: problem('unknown_currency', 400) }
      }
      const payments = url.searchParams.has('reference') ? [receivedPayment({})] : []
      return { status: 200, body: { payments, pagination: PAGINATION } }
    })
    await open()
    await expect.poll(() => find('.empty').length).toBe(1)
    search('7 chairs')
    await expect.poll(() => location.pathname).toBe(`/console/payments/${REQUEST_ID}`)
  })

  test('a search that the service cannot run shows the reason, and keeps the text', async () => {
    answer({ pages: [[receivedPayment({})]] })
    await open()
    await expect.poll(() => rows().length).toBe(1)
    serve(() => ({ status: 500, body: problem('internal', 500) }))
    search('1042')
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('support-1042')
    expect(find('[name="search"]').map((field) => 'value' in field && field.value)).toEqual([
      '1042',
    ])
    await inspectConsole()
  })

  test.each([
    ['?reference=1042', '1042', text.emptySearch.reference, ['?amount=1042']],
    ['?amount=30+USDC', '30 USDC', text.emptySearch.amount, ['?reference=30+USDC']],
    [
      '?customerEmail=a%40b.test',
      'a@b.test',
      text.emptySearch.customerEmail,
      ['?reference=a%40b.test'],
    ],
    [`?walletAddress=${WALLET}`, '0x742d…f44e', text.emptySearch.walletAddress, []],
  ])(
    'the search %s that finds nothing names its value and its meaning',
    async (query, value, meaning, others) => {
      answer({})
      await open(query)
      await expect.poll(() => find('.empty').map(textOf).join()).toContain(meaning)
      expect(find('.empty h2').map(textOf)).toEqual([text.emptySearch.title(value)])
      expect(
        find('.empty h2').map((heading) => heading.getBoundingClientRect().height > 0),
      ).toEqual([true])
      const links = find('.empty p a').map((link) => link.getAttribute('href'))
      expect(links).toEqual(others.map((other) => `/console/payments${other}`))
      await inspectConsole()
    },
  )

  test('the search for an unpaid payment link opens the link', async () => {
    answer({})
    await open(`?securePaymentToken=${TOKEN}`)
    await expect
      .poll(() => find('.empty a.button').map((link) => link.getAttribute('href')))
      .toEqual([`/console/links/${TOKEN}`])
  })

  test('the search for an unpaid order shows its request and its status', async () => {
    answer({
      requests: [requestRecord({}), requestRecord({ status: 'partially_paid', paidAmount: '30' })],
    })
    await open('?reference=1042')
    await expect.poll(() => find('h2').map(textOf)).toContain(text.unpaid.title('1042'))
    const shown = find('.record').map(textOf)
    expect(shown[0]).toContain(text.unpaid.status.created)
    expect(shown[1]).toContain(text.unpaid.status.partially_paid)
    await inspectConsole()
  })

  test('the search for an unpaid request’s payment reference shows the request', async () => {
    answer({ requests: [requestRecord({})] })
    await open(`?paymentReference=${REFERENCE}`)
    await expect.poll(() => find('h2').map(textOf)).toContain(text.unpaid.title(REFERENCE))
    const sought = calls.flatMap(({ url }) =>
      url.pathname === '/v2/request' ? [url.searchParams.get('paymentReference')] : [],
    )
    expect(sought).toContain(REFERENCE)
  })

  test('an empty search keeps the filters, and a repeated search adds no entry to the browser’s history', async () => {
    answer({ pages: [[receivedPayment({}), second]] })
    await open('?type=direct')
    await expect.poll(() => rows().length).toBe(2)
    search(' ')
    expect(chips()).toEqual(['Kind: Direct'])
    search('1042')
    await expect.poll(() => chips()).toEqual(['Reference: 1042'])
    const steps = history.length
    const before = searches().length
    search('1042')
    await expect.poll(() => searches().length).toBeGreaterThan(before)
    expect(history.length).toBe(steps)
    expect(location.search).toBe('?reference=1042')
  })

  test.each(['?type=direct', '?reference=1&type=direct'])(
    'a search by %s that finds nothing leads to the unmatched payments',
    async (query) => {
      answer({})
      await open(query)
      await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.emptyFilter])
      expect(find('.empty a').map((link) => link.getAttribute('href'))).toEqual([
        '/console/unmatched',
      ])
      await inspectConsole()
    },
  )
})

describe('The filters', () => {
  test('the form’s filters appear as chips and in the URL’s query, and each chip removes its filter', async () => {
    answer({ pages: [[receivedPayment({})]] })
    await mountConsole({ name: 'payments', query: '' }, { networks: 'base optimism' })
    await expect.poll(() => rows().length).toBe(1)
    press(text.filter)
    await expect.poll(() => find('dialog[open]').length).toBe(1)
    await inspectConsole()
    fill('from', '2026-03-31')
    fill('to', '2026-03-01')
    press(text.apply)
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([text.periodInvalid])
    await inspectConsole()
    fill('to', '2026-04-30')
    fill('type', 'conversion')
    fill('paymentCurrency', 'USDC')
    fill('invoiceCurrency', 'EUR')
    press(text.apply)
    const all = ['From: Mar 31, 2026', 'To: Apr 30, 2026', 'Kind: Converted', 'Paid in: USDC']
    await expect.poll(() => chips()).toEqual([...all, 'Priced in: EUR'])
    await expect
      .poll(() => lastSearch())
      .toMatchObject({ type: 'conversion', paymentCurrency: 'USDC', invoiceCurrency: 'EUR' })
    const { fromDate = '', toDate = '' } = lastSearch()
    expect(new Date(fromDate)).toEqual(new Date(2026, 2, 31))
    expect(new Date(toDate)).toEqual(new Date(2026, 3, 30, 23, 59, 59, 999))
    await inspectConsole()

    press('', text.removeChip('Priced in: EUR'))
    await expect.poll(() => chips()).toEqual(all)
    press(text.clear)
    await expect.poll(() => chips()).toEqual([])
    await expect.poll(() => lastSearch()).toEqual({ limit: '20' })
    expect(location.search).toBe('')
  })

  test('the screen shows the reason when the service rejects filters in the URL, which can be removed', async () => {
    const detail = 'The currency XYZ is unknown.'
    serve((path) =>
      path === '/v1/auth/session'
        ? { status: 200, body: accountSession }
        : { status: 400, body: problem('unknown_currency', 400, { message: detail }) },
    )
    await open('?paymentCurrency=XYZ')
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain(detail)
    expect(chips()).toEqual(['Paid in: XYZ'])
    await inspectConsole()
  })
})

/** Presses the button with a label, or with an accessible name. */
function press(label: string, name?: string): void {
  const button = find('button').find((one) =>
    name === undefined ? textOf(one).trim() === label : one.getAttribute('aria-label') === name,
  )
  if (button instanceof HTMLElement) button.click()
}

function fill(name: string, value: string): void {
  for (const field of find(`dialog [name="${name}"]`)) {
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
  }
}

function search(typed: string): void {
  for (const field of find('[name="search"]')) {
    if (!(field instanceof HTMLInputElement)) continue
    field.value = typed
    field.form?.requestSubmit()
  }
}
