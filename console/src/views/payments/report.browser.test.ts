import { describe, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
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
import { en } from '../../text/en.ts'

const { payments: text, home } = en
const { report } = text
const { serve, calls } = prepareConsole()
const MONTH = '?from=2026-11-01&to=2026-11-30'

const NONE = {
  paymentCount: 0,
  amountInUsd: '0',
  unvaluedCount: 0,
  amountInReportingCurrency: '0',
  unvaluedInReportingCurrencyCount: 0,
}
const total = (paymentCount: number, worth: string) => ({
  ...NONE,
  ...{ paymentCount, amountInReportingCurrency: worth },
})
const interval = (date: string, received: object = NONE, paidOut: object = NONE) => {
  const times = { from: `${date}T00:00:00.000Z`, until: `${date}T00:00:00.000Z` }
  return { date, ...times, received, paidOut }
}
const TOTALS = {
  timeZone: 'Europe/Berlin',
  reportingCurrency: 'EUR',
  received: { ...total(4, '184.875'), unvaluedInReportingCurrencyCount: 1 },
  paidOut: total(1, '9.5'),
  intervals: [
    interval('2026-11-01', total(3, '150.5')),
    interval('2026-11-02'),
    interval('2026-11-30', total(1, '34.375'), total(1, '9.5')),
  ],
}
const fee = (amount: string, currency: string) => ({ type: 'platform' as const, amount, currency })
const gas = (amount: string) => ({ type: 'gas' as const, amount, currency: 'ETH' })
const PAYMENTS = [
  receivedPayment({
    ...{ reportingCurrency: 'EUR' },
    fees: [fee('0.3', 'USDC'), fee('0.05', 'DAI'), gas('0.0005')],
  }),
  receivedPayment({ id: '01KB52A1B2C3D4E5F6G7H8J9KB', fees: [fee('0.0000007', 'USDC')] }),
  receivedPayment({
    ...{ id: '01KB52A1B2C3D4E5F6G7H8J9KC', flow: 'pay', reportingCurrency: 'EUR' },
    ...{ refundId: '01KB52A1B2C3D4E5F6G7H8J9KD', amountInReportingCurrency: '9.5' },
    fees: [gas('0.000021')],
  }),
]

/** Serves these payments on `pages` pages, and the totals. */
function answer({ pages = 1, totals = TOTALS as object | null } = {}): void {
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path === '/v2/payments/totals') {
      return totals === null
        ? { status: 500, body: problem('internal', 500) }
        : { status: 200, body: totals }
    }
    if (path !== '/v2/payments') return { status: 404, body: problem('not_found', 404) }
    const at = Number(url.searchParams.get('cursor') ?? '0')
    const nextCursor = at + 1 < pages ? String(at + 1) : null
    const page = { total: 3, limit: 20, offset: 0, hasMore: nextCursor !== null, nextCursor }
    return { status: 200, body: { payments: PAYMENTS, pagination: page } }
  })
}

const open = (query: string) => mountConsole({ name: 'payments', query })
const printed = () => find('.report').map((one) => textOf(one).replace(/\s+/g, ' '))
const shown = (selector: string) => find(selector).filter((one) => one.checkVisibility())
const button = () => page.getByRole('button', { name: report.print })

/** Presses the button, and waits until the page is printed. */
async function print(): Promise<void> {
  const printing = vi.spyOn(window, 'print').mockReturnValue()
  await button().click()
  await expect.poll(() => printing.mock.calls.length).toBe(1)
}

describe('The report for a period', () => {
  test('one action prints a month’s report with its merchant, period, totals, days, refunds and fees', async () => {
    answer()
    await open(MONTH)
    await print()
    for (const part of [
      ...['North & Bean', 'Nov 1, 2026 – Nov 30, 2026', 'Europe/Berlin', 'EUR'],
      `${report.received} 4 €184.87 ${text.exactly('184.875\u00a0EUR').replace('\u00a0', ' ')}`,
      `${report.paidOutWithRefunds} 1 €9.50`,
      `${report.refunds} 1 €9.50`,
      `${report.net} €175.37 ${text.exactly('175.375\u00a0EUR').replace('\u00a0', ' ')}`,
      `${report.fees} 0.000021 ETH`,
      `Nov 1, 2026 3 €150.50 0 €0.00`,
      `Nov 30, 2026 1 €34.37 1 €9.50`,
      home.unknown(1),
    ]) {
      expect(printed()[0]).toContain(part)
    }
    expect(printed()[0]).not.toContain('Nov 2, 2026')
  })

  test('the report omits the fees that the payers’ wallets paid', async () => {
    answer()
    await open(MONTH)
    await print()
    for (const paid of ['USDC', 'DAI', '0.0005']) expect(printed()[0]).not.toContain(paid)
  })

  test('the report of a month with more refunds than payments has a negative net value', async () => {
    answer({ totals: { ...TOTALS, received: total(1, '2'), paidOut: total(1, '9.5') } })
    await open(MONTH)
    await print()
    expect(printed()[0]).toContain(`${report.net} −€7.50`)
  })

  test('the report is printed alone, dark on white, and is hidden on the screen', async () => {
    answer()
    await open(MONTH)
    await print()
    expect(shown('.report')).toEqual([])
    await inspectConsole()
    await cdp().send('Emulation.setEmulatedMedia', {
      media: 'print',
      features: [{ name: 'prefers-color-scheme', value: 'dark' }],
    })
    expect(shown('.report')).toHaveLength(1)
    for (const hidden of ['.page', '.side', '.bar']) expect(shown(hidden)).toEqual([])
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })

  test('the report of a period with too many payments states that it has no refunds and fees', async () => {
    answer({ pages: 21 })
    await open(MONTH)
    await print()
    expect(printed()[0]).toContain(report.tooMany('2,000'))
    expect(printed()[0]).not.toContain(report.fees)
    expect(calls.filter(({ url }) => url.searchParams.get('limit') === '100')).toHaveLength(20)
  })

  test('a report that cannot be read shows the failure, and prints nothing', async () => {
    answer({ totals: null })
    await open(MONTH)
    const printing = vi.spyOn(window, 'print').mockReturnValue()
    await button().click()
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('support-1042')
    expect(printing).not.toHaveBeenCalled()
  })

  test.each(['', '?reference=1042', `${MONTH}&type=direct`])(
    'payments with the filter “%s” offer no report',
    async (query) => {
      answer()
      await open(query)
      await expect.poll(() => find('tbody tr').length).toBeGreaterThan(0)
      expect(button().query()).toBeNull()
    },
  )

  test('the report disappears when another period is chosen', async () => {
    answer()
    await open(MONTH)
    await print()
    await page.getByRole('button', { name: en.payments.clear }).click()
    await expect.poll(() => find('.report').length).toBe(0)
  })
})
