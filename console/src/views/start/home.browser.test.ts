import { describe, expect, test } from 'vitest'
import type {
  ApiKeyRecord,
  ApprovalRecord,
  DeliveryRecord,
  ListedLink,
  MemberRecord,
  ReceivedPayment,
  RefundCandidate,
  RefundRecord,
  WebhookRecord,
} from '../../api.ts'
import { APPROVAL_MEMBERS, approvalRecord } from '../../testing/approvalRecord.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import { listedLink } from '../../testing/linkState.ts'
import { receivedPayment } from '../../testing/receivedPayment.ts'
import { refundCandidate, refundRecord } from '../../testing/refundRecord.ts'
import { requestDetail } from '../../testing/requestDetail.ts'
import { deliveryRecord, webhookRecord } from '../../testing/toldDelivery.ts'
import { en } from '../../text/en.ts'
import { dayOf } from '../payments/paymentFilter.ts'

const { home: text } = en
const DAY_MS = 24 * 60 * 60 * 1_000

const { serve, stream, calls } = prepareConsole()

type Unmatched = { readonly claimedRequestId: string | null; readonly detectedAt: string }

/** Serves a merchant with these records; everything else is empty. */
function answer(lists: {
  payments?: readonly ReceivedPayment[]
  unmatched?: readonly Unmatched[]
  hasMoreUnmatched?: boolean
  webhooks?: readonly WebhookRecord[]
  dead?: readonly DeliveryRecord[]
  keys?: readonly ApiKeyRecord[]
  approvals?: readonly ApprovalRecord[]
  members?: readonly MemberRecord[]
  session?: object
  candidates?: readonly RefundCandidate[]
  refunds?: readonly RefundRecord[]
  payoutLinks?: readonly ListedLink[]
}): void {
  const { payments = [], unmatched = [], webhooks = [], dead = [], keys = [] } = lists
  const { approvals = [], members = [] } = lists
  const pagination = { total: payments.length, limit: 20, offset: 0, hasMore: false }
  const bodies: Readonly<Record<string, unknown>> = {
    '/v1/auth/session': lists.session ?? accountSession,
    '/v2/payments': { payments, pagination: { ...pagination, nextCursor: null } },
    '/v1/webhook': webhooks,
    '/v2/payments/totals': totalsOf(payments),
    '/v1/api-keys': keys,
    '/v1/approvals': { approvals, nextCursor: null },
    '/v1/members': members,
  }
  serve((path, { url }) => {
    if (path === '/v2/unmatched-payments') {
      const from = url.searchParams.get('fromDate') ?? ''
      const isOpen = url.searchParams.get('scope') === 'open'
      const unmatchedPayments = unmatched.filter(
        (one) => one.detectedAt >= from && (!isOpen || one.claimedRequestId === null),
      )
      return {
        status: 200,
        body: { unmatchedPayments, nextCursor: lists.hasMoreUnmatched ? 'next' : null },
      }
    }
    if (path.endsWith('/deliveries')) {
      return { status: 200, body: { deliveries: dead, nextBefore: null } }
    }
    if (path.startsWith('/v2/request/')) return { status: 200, body: requestDetail({}) }
    if (path === '/v2/secure-payments') {
      const isOther = url.searchParams.get('paysRefunds') === 'false'
      const securePayments = isOther ? (lists.payoutLinks ?? []) : []
      return { status: 200, body: { securePayments, nextCursor: null } }
    }
    if (path === '/v2/refund-candidates') {
      const { candidates = [] } = lists
      return { status: 200, body: { candidates, nextCursor: null } }
    }
    if (path === '/v2/refunds') {
      const { refunds = [] } = lists
      const status = url.searchParams.get('status')
      const found = refunds.filter((one) => one.status === status)
      return { status: 200, body: { refunds: found, nextCursor: null } }
    }
    if (path === '/v1/payee-destination') return { status: 200, body: null }
    return { status: 200, body: bodies[path] ?? [] }
  })
}

/** Returns totals as if all payments had arrived today, the last of 30 days. */
function totalsOf(payments: readonly ReceivedPayment[]): unknown {
  const totalOf = (paymentCount: number, amountInReportingCurrency: string) => ({
    paymentCount,
    amountInUsd: '0',
    unvaluedCount: 0,
    amountInReportingCurrency,
    unvaluedInReportingCurrencyCount: 0,
  })
  const none = totalOf(0, '0')
  const now = new Date()
  const [newest] = payments
  const received = totalOf(payments.length, newest?.amountInReportingCurrency ?? '0')
  const intervals = Array.from({ length: 30 }, (_, index) => {
    const date = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 29 + index))
    const from = new Date(`${date}T00:00:00`).toISOString()
    return { date, from, until: from, received: index === 29 ? received : none, paidOut: none }
  })
  const reportingCurrency = newest?.reportingCurrency ?? 'USD'
  return { timeZone: 'UTC', reportingCurrency, received, paidOut: none, intervals }
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const unmatched = (claimedRequestId: string | null, age = 0): Unmatched => ({
  claimedRequestId,
  detectedAt: ago(age),
})
const today = receivedPayment({ timestamp: ago(0), amountInReportingCurrency: '80.129' })

function apiKey(label: string, left: number | null): ApiKeyRecord {
  return {
    id: label,
    prefix: 'key_0123',
    label,
    status: 'active',
    scopes: ['read', 'create'],
    expiresAt: left === null ? null : ago(-left),
    createdAt: ago(DAY_MS),
    createdBy: null,
    lastUsedAt: null,
  }
}

describe('Home', () => {
  test('the home screen of a new merchant shows the steps to the first payment', async () => {
    answer({})
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('h2').map(textOf)).toEqual([en.start.title])
    expect(find('.step')).toHaveLength(5)
    expect(find('p.muted a').map((link) => link.getAttribute('href'))).toEqual([
      '/console/links/new',
    ])
    expect(find('.progress').map(textOf).join()).toContain(en.start.progress(1, 5))
    await inspectConsole()
  })

  test('the home screen of a merchant with payments shows the money, and the steps collapse', async () => {
    answer({ payments: [today] })
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('.total strong').map(textOf)).toEqual(Array(3).fill('$80.12'))
    await expect.poll(() => find('.note.success').map(textOf).join()).toContain(text.calm)
    expect(find('console-payment-list tbody tr, .table tbody tr')).toHaveLength(1)
    const [year, month] = [new Date().getFullYear(), new Date().getMonth()]
    const [first, last] = [dayOf(new Date(year, month - 1, 1)), dayOf(new Date(year, month, 0))]
    expect(
      find('a').flatMap((link) =>
        textOf(link) === text.lastMonth ? [link.getAttribute('href')] : [],
      ),
    ).toEqual([`/console/payments?from=${first}&to=${last}`])
    const heights = find('.bar > span').map((bar) => Math.round(bar.getBoundingClientRect().height))
    expect(heights).toHaveLength(30)
    expect(heights.at(-1)).toBeGreaterThan(100)
    expect(new Set(heights.slice(0, -1))).toEqual(new Set([0]))
    expect(find('details[open]')).toEqual([])
    expect(find('summary').map(textOf)).toContain(
      `${en.start.website} · ${en.start.progress(1, 5)}`,
    )
    for (const one of find('.chart summary')) if (one instanceof HTMLElement) one.click()
    await expect.poll(() => find('.chart tbody tr').map(textOf)[0]).toContain('$80.121')
    await inspectConsole()
  })

  test('the home screen shows its totals and payments in the reporting currency', async () => {
    const inYen = { reportingCurrency: 'JPY', amountInReportingCurrency: '4500.9' } as const
    answer({ payments: [receivedPayment({ timestamp: ago(0), ...inYen })] })
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('.total strong').map(textOf)).toEqual(Array(3).fill('¥4,500'))
    expect(find('.hint').map(textOf)).toContain(text.receivedHint('JPY'))
    expect(find('.chart figcaption').map(textOf).join()).toContain('¥4,500')
    expect(find('.chart thead th').map(textOf)).toContain('Received (JPY)')
    expect(find('td.worth span').map(textOf)).toEqual(['¥4,500', '4500.9\u00a0JPY'])
    await inspectConsole()
  })

  test('the home screen shows the approvals that the member may give, before the first payment too', async () => {
    const { home: words } = en.approvals
    answer({
      approvals: [
        approvalRecord({}),
        approvalRecord({ id: 'second' }),
        approvalRecord({ id: 'own', mayApprove: false }),
        approvalRecord({ id: 'limit', kind: 'limit' }),
      ],
    })
    stream.serve()
    await mountConsole({ name: 'start' })
    await expect
      .poll(() => find('a.attention strong').map(textOf))
      .toEqual([words.payouts(2, '2'), words.ownPayouts(1, '1'), words.limit])
    expect(find('a.attention').map((link) => link.getAttribute('href'))).toEqual(
      Array(3).fill('/console/payouts/approvals'),
    )
    await inspectConsole()
    answer({ approvals: [approvalRecord({})] })
    stream.send('2', { kinds: ['approvals'], requests: [], hasMore: false })
    await expect.poll(() => find('a.attention strong').map(textOf)).toEqual([words.payouts(1, '1')])
  })

  test('the home screen lists the records that need attention, each with its screen', async () => {
    const failed = deliveryRecord({ status: 'dead', createdAt: ago(DAY_MS) })
    answer({
      payments: [today],
      unmatched: [unmatched(null), unmatched(`01${'a'.repeat(64)}`)],
      webhooks: [
        webhookRecord,
        { ...webhookRecord, id: 'off', disabledReason: 'It returned 410.', isActive: false },
      ],
      dead: [failed, { ...failed, isTest: true }, { ...failed, createdAt: ago(8 * DAY_MS) }],
      keys: [
        apiKey('Old', -1),
        apiKey('Soon', 13 * DAY_MS),
        apiKey('Later', 15 * DAY_MS),
        apiKey('Always', null),
      ],
    })
    await mountConsole({ name: 'start' })
    await expect
      .poll(() => find('.attention strong').map(textOf))
      .toEqual([
        text.unmatched(1, '1'),
        text.failing(1, '1', webhookRecord.url),
        text.disabled(webhookRecord.url),
        text.expired('Old'),
        text.expiring('Soon'),
      ])
    expect(find('.attention').map((link) => link.getAttribute('href'))).toEqual([
      '/console/unmatched',
      `/console/webhooks/${webhookRecord.id}`,
      '/console/webhooks',
      '/console/api-keys',
      '/console/api-keys',
    ])
    await inspectConsole()
  })

  test('the home screen shows each request that may need a refund, and marks its payments', async () => {
    const { requestId } = today.request
    answer({
      payments: [{ ...today, request: { ...today.request, surplusAmount: '12.5' } }],
      candidates: [
        refundCandidate({ requestId }),
        refundCandidate({
          requestId: '03',
          reason: 'late',
          reference: null,
          refundAmount: '0.008',
        }),
        refundCandidate({ requestId: '04', reason: 'cancelled' }),
      ],
    })
    await mountConsole({ name: 'start' })
    await expect
      .poll(() => find('a.attention strong').map(textOf))
      .toEqual([
        '1042 was overpaid by 12.50\u00a0USDC',
        '0.008\u00a0USDC arrived late for a request',
        '12.50\u00a0USDC arrived for 1042, which was cancelled',
      ])
    const [link] = find('a.attention')
    expect(link?.getAttribute('href')).toBe('/console/refunds')
    const [call] = calls.filter(({ url }) => url.pathname === '/v2/refund-candidates')
    const from = Date.parse(call?.url.searchParams.get('fromDate') ?? '')
    expect(Math.round((Date.now() - from) / DAY_MS)).toBe(14)
    expect(find('tbody .badge').map(textOf)).toContain(en.payments.overpaid)
    await inspectConsole()
  })

  test('the home screen shows refunds and payouts that wait for payment above the figures, and still marks the overpaid request', async () => {
    const { requestId } = today.request
    const refund = refundRecord({ requestId })
    const link = (token: string, id: string) =>
      listedLink({
        token,
        flow: 'pay',
        items: listedLink({}).items.map((item) => ({ ...item, requestId: id })),
      })
    answer({
      payments: [{ ...today, request: { ...today.request, surplusAmount: '12.5' } }],
      refunds: [refund, refundRecord({ id: 'second', status: 'confirmed' })],
      approvals: [approvalRecord({ mayApprove: false, securePaymentToken: 'held' })],
      payoutLinks: [link('payout', `01${'c'.repeat(64)}`), link('held', `01${'d'.repeat(64)}`)],
    })
    await mountConsole({ name: 'start' })
    await expect
      .poll(() => find('a.attention strong').map(textOf))
      .toEqual([
        en.refunds.home.open(1, '1'),
        en.approvals.home.ownPayouts(1, '1'),
        en.payouts.home.unpaid(1, '1'),
      ])
    expect(find('a.attention').map((one) => one.getAttribute('href'))).toEqual([
      '/console/refunds',
      '/console/payouts/approvals',
      '/console/payouts',
    ])
    await expect.poll(() => find('tbody .badge').map(textOf)).toContain(en.payments.overpaid)
    // The number of requests does not depend on the number of refunds.
    const read = calls.filter(({ url }) => url.pathname === '/v2/refunds')
    expect(read.map(({ url }) => url.searchParams.get('status'))).toEqual(['open'])
    expect(calls.filter(({ url }) => url.pathname.startsWith('/v2/request/'))).toEqual([])
    const [attention, totals] = [find('console-attention')[0], find('console-totals')[0]]
    expect(attention?.getBoundingClientRect().bottom).toBeLessThan(
      totals?.getBoundingClientRect().top ?? 0,
    )
    await inspectConsole()
  })

  test('the home screen shows a refund that waits for approval as a refund', async () => {
    const payouts = approvalRecord({}).payouts.map((one) => ({ ...one, refundId: 'refund' }))
    answer({ approvals: [approvalRecord({ payouts })] })
    await mountConsole({ name: 'start' })
    await expect
      .poll(() => find('a.attention strong').map(textOf))
      .toEqual([en.approvals.home.refunds(1, '1')])
  })

  test.each([
    [1, en.approvals.home.aloneText],
    [2, en.approvals.home.ownText],
  ])(
    'the home screen shows the member’s own refund, which another of %i members must approve',
    async (count, hint) => {
      const payouts = approvalRecord({}).payouts.map((one) => ({ ...one, refundId: 'refund' }))
      const members = APPROVAL_MEMBERS.slice(0, count)
      answer({ approvals: [approvalRecord({ payouts, mayApprove: false })], members })
      await mountConsole({ name: 'start' })
      await expect
        .poll(() => find('a.attention strong').map(textOf))
        .toEqual([en.approvals.home.ownRefunds(1, '1')])
      expect(find('a.attention .hint').map(textOf)).toEqual([hint])
    },
  )

  test('the home screen shows a double payment as soon as the service reports it', async () => {
    answer({ payments: [today] })
    stream.serve()
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('.note.success').map(textOf).join()).toContain(text.calm)
    const candidate = refundCandidate({})
    answer({ payments: [today], candidates: [candidate] })
    const requests = [{ requestId: candidate.requestId }]
    stream.send('2', { kinds: ['requests'], requests, hasMore: false })
    await expect
      .poll(() => find('a.attention strong').map(textOf))
      .toEqual(['1042 was overpaid by 12.50\u00a0USDC'])
    expect(find('.note.success')).toEqual([])
  })

  test('the home screen of a new merchant rejects an empty name at the field, and sends nothing', async () => {
    answer({ session: { ...accountSession, tenantName: '' } })
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('[name="name"]').length).toBe(1)
    for (const field of find('[name="name"]')) {
      if (!(field instanceof HTMLInputElement)) continue
      field.value = ' '
      field.form?.requestSubmit()
    }
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([en.errors.required])
    expect(calls.map(({ method }) => method)).not.toContain('PATCH')
    await inspectConsole()
  })

  test('the home screen no longer warns of unmatched payments after 14 days, because most can never be claimed', async () => {
    answer({
      payments: [today],
      unmatched: [unmatched(null, 13 * DAY_MS), unmatched(null, 15 * DAY_MS)],
    })
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('.attention strong').map(textOf)).toEqual([text.unmatched(1, '1')])
  })

  test('the home screen does not restart a running read of its totals when a payment arrives', async () => {
    let counts = 0
    let newest = today
    const pagination = { total: 1, limit: 20, offset: 0, hasMore: false, nextCursor: null }
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/payee-destination') return { status: 200, body: null }
      if (path === '/v2/unmatched-payments') {
        return { status: 200, body: { unmatchedPayments: [], nextCursor: null } }
      }
      if (path === '/v2/payments/totals') {
        counts += 1
        return 'never'
      }
      if (path !== '/v2/payments') return { status: 200, body: [] }
      return { status: 200, body: { payments: [newest], pagination } }
    })
    await mountConsole({ name: 'start' })
    await expect.poll(() => counts).toBe(1)
    newest = receivedPayment({ id: '01KB52A1B2C3D4E5F6G7H8J9KZ', currency: 'EUR' })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => find('tbody tr').map(textOf).join()).toContain('€30')
    expect(counts).toBe(1)
  })

  test('the home screen shows a lower bound if it did not read all records', async () => {
    const many = Array.from({ length: 20 }, () => unmatched(null))
    answer({ payments: [today], unmatched: many, hasMoreUnmatched: true })
    await mountConsole({ name: 'start' })
    await expect
      .poll(() => find('.attention strong').map(textOf))
      .toEqual([text.unmatched(20, text.atLeast('20'))])
  })

  test('the home screen finds a payment from its search', async () => {
    answer({ payments: [today] })
    await mountConsole({ name: 'start' })
    await expect.poll(() => find('[name="search"]').length).toBe(1)
    for (const field of find('[name="search"]')) {
      if (!(field instanceof HTMLInputElement)) continue
      field.value = '1042'
      field.form?.requestSubmit()
    }
    // Only one payment has this reference, so its page opens.
    await expect.poll(() => location.pathname).toBe(`/console/payments/${today.request.requestId}`)
  })
})

test('The checklist offers no step to a member whose role cannot take it', async () => {
  const links = () => find('.steps a').map(textOf)
  answer({})
  await mountConsole({ name: 'start' })
  await expect.poll(links).toContain(en.start.clientId.action)
  document.body.replaceChildren()
  answer({ session: { ...accountSession, role: 'read-only', scopes: ['read'] } })
  await mountConsole({ name: 'start' })
  await expect.poll(() => find('.steps li').length).toBe(5)
  expect(links()).toEqual([])
})
