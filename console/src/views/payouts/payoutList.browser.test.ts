import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { requestRecord } from '../../testing/requestDetail.ts'
import { en } from '../../text/en.ts'

const { list } = en.payouts
const OTHER = `01${'b'.repeat(64)}`
const TX_HASH = `0x${'a7'.repeat(32)}`

const { serve, calls } = prepareConsole()

const PAID = requestRecord({ flow: 'pay', status: 'paid', txHash: TX_HASH, reference: 'Salary' })
const OPEN = requestRecord({
  flow: 'pay',
  requestId: OTHER,
  requestAmount: '12.5',
  reference: null,
})

/** Serves these payouts: the first page, and then the second one. */
function answer(pages: readonly (readonly (typeof PAID)[])[]): void {
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path !== '/v2/request') return { status: 404, body: problem('not_found', 404) }
    const status = url.searchParams.get('status')
    const at = url.searchParams.has('cursor') ? 1 : 0
    const requests = (pages[at] ?? []).filter((one) => status === null || one.status === status)
    const nextCursor = at + 1 < pages.length ? 'next' : null
    const pagination = {
      total: pages.flat().length,
      limit: 20,
      offset: 0,
      hasMore: nextCursor !== null,
      nextCursor,
    }
    return { status: 200, body: { requests, pagination } }
  })
}

const open = () => mountConsole({ name: 'payoutList' })
const rows = () => find('tbody tr').map((row) => textOf(row).replace(/\s+/g, ' ').trim())

describe('The payout list', () => {
  test('the payout list shows which payouts wait for an approval, and a declined payout with its reason', async () => {
    const declined = { status: 'declined', reason: 'Wrong recipient' } as const
    answer([
      [
        { ...PAID, status: 'invalidated', txHash: null, approval: declined },
        { ...OPEN, approval: { status: 'waiting', reason: null } },
      ],
    ])
    await open()
    await expect.poll(() => rows().length).toBe(2)
    const [first, second] = rows()
    for (const part of [en.approvals.status.declined, 'Wrong recipient']) {
      expect(first).toContain(part)
    }
    expect(first).not.toContain(list.status.invalidated)
    expect(second).toContain(en.approvals.status.waiting)
    await inspectConsole()
  })

  test('the payout list shows a payout that was cancelled after its approval as cancelled', async () => {
    const approval = { status: 'approved', reason: null } as const
    answer([[{ ...OPEN, status: 'invalidated', approval }]])
    await open()
    await expect.poll(() => rows().join()).toContain(list.status.invalidated)
  })

  test('the payout list marks a refund, and shows the reference of the refunded order', async () => {
    const refundOf = {
      ...{ refundId: 'refund', paymentId: null, requestId: null },
      ...{ reference: 'Order 1042', customerInfo: null },
    }
    answer([[PAID, { ...OPEN, refundOf }]])
    await open()
    await expect.poll(() => rows().length).toBe(2)
    const [paid, refund] = rows()
    expect(paid).not.toContain(en.refunds.marks.one)
    for (const part of [en.refunds.marks.one, 'Order 1042']) expect(refund).toContain(part)
    await inspectConsole()
  })

  test('the payout list shows each payout’s amount, status, recipient and transaction', async () => {
    answer([[PAID, OPEN]])
    await open()
    await expect.poll(() => rows().length).toBe(2)
    const [paid, unpaid] = rows()
    for (const part of ['$80.00', list.status.paid, '0x742d…f44e', 'Salary', '0xa7a7…a7a7']) {
      expect(paid).toContain(part)
    }
    expect(unpaid).toContain('$12.50')
    expect(unpaid).toContain(list.noTransaction)
    expect(find('a.open').map((link) => link.getAttribute('href'))).toEqual([
      `/console/payments/${PAID.requestId}`,
      `/console/payments/${OTHER}`,
    ])
    expect(find('.hash').map((link) => link.getAttribute('href'))).toEqual([
      `https://etherscan.io/tx/${TX_HASH}`,
    ])
    const [read] = calls.filter(({ url }) => url.pathname === '/v2/request')
    expect(read?.url.searchParams.get('flow')).toBe('pay')
    await inspectConsole()
  })

  test('the payout list is filtered by status, and read page by page', async () => {
    answer([[PAID], [OPEN]])
    await open()
    await expect.poll(() => rows().length).toBe(1)
    await page.getByRole('button', { name: list.more }).click()
    await expect.poll(() => rows().length).toBe(2)
    await page.getByLabelText(list.filter, { exact: true }).selectOptions(list.status.failed)
    await expect.poll(() => find('[role="status"]').map(textOf)).toContain(list.emptyFilter)
    expect(rows()).toEqual([])
    await inspectConsole()
  })

  test('an empty payout list links to the form for the first payout', async () => {
    answer([[]])
    await open()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([list.empty])
    expect(find('.empty a').map((link) => link.getAttribute('href'))).toEqual(['/console/payouts'])
    await inspectConsole()
  })

  test('the payout list shows the reason if the service does not respond', async () => {
    serve((path) =>
      path === '/v1/auth/session'
        ? { status: 200, body: accountSession }
        : { status: 500, body: problem('internal', 500) },
    )
    await open()
    await expect.poll(() => find('[role="alert"]').length).toBeGreaterThan(0)
    await inspectConsole()
  })
})
