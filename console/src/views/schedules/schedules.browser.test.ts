import { encodeApprove, ZERO_ADDRESS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import {
  PERMIT_DOMAIN,
  permitTypedData,
  RECURRING_SELECTORS,
  type SchedulePermit,
} from '@secure-payment/core/recurring'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ScheduleRecord } from '../../api.ts'
import { APPROVAL_MEMBERS, approvalRecord } from '../../testing/approvalRecord.ts'
import {
  type Answer,
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  problem,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const ID = '01KB60A1B2C3D4E5F6G7H8J9KA'
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TX_HASH = `0x${'5a'.repeat(32)}`
const NOW = new Date('2027-02-10T09:00:00Z')
const { schedules } = en

const record: ScheduleRecord = {
  id: ID,
  status: 'active',
  processedPayments: 1,
  totalPayments: 24,
  lastPaymentDate: '2027-01-31T00:00:12.000Z',
  nextPaymentDate: '2027-02-28T00:00:00.000Z',
  requests: [],
  payments: [{ id: ID, amount: '1250.5', timestamp: '2027-01-31T00:00:12.000Z', txHash: TX_HASH }],
  payer: PAYER,
  payee: PAYEE,
  frequency: 'MONTHLY',
  amount: '1250.5',
  network: 'base',
  paymentCurrency: 'USDC-base',
  reference: 'SUB-118',
  startDate: '2027-01-31',
  createdAt: '2027-01-01T09:30:00.000Z',
}
const paused: ScheduleRecord = {
  ...record,
  status: 'paused',
  nextPaymentDate: null,
  failureCount: 3,
  failureReason: 'insufficient_allowance',
}

const base = getNetwork('base')
const CONTRACT = base.contracts.ERC20RecurringPaymentProxy?.address ?? ''
const USDC = base.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
const REVOKE = `${RECURRING_SELECTORS.cancelPermit}${'00'.repeat(13 * 32)}`
const DAY_S = 86_400
const START_S = Date.UTC(2027, 0, 31) / 1000

/** 24 months from 2027-01-31: the second payment falls due after 28 days, the last on 2028-12-31. */
const permitMessage: SchedulePermit = {
  subscriber: PAYER,
  token: USDC,
  recipient: PAYEE,
  feeAddress: ZERO_ADDRESS,
  amount: 1_250_500_000n,
  feeAmount: 0n,
  relayerFee: 0n,
  periodSeconds: 28 * DAY_S,
  firstPayment: START_S,
  totalPayments: 24,
  nonce: `0x${'7d'.repeat(32)}`,
  deadline: BigInt(Date.UTC(2028, 11, 31) / 1000 + 90 * DAY_S),
  strictOrder: true,
}

function permitOf(message: SchedulePermit): ScheduleRecord['recurringPaymentPermit'] {
  const typedData = permitTypedData(message, { chainId: base.chainId, contract: CONTRACT })
  const domain = { ...typedData.domain, ...PERMIT_DOMAIN }
  return { ...typedData, domain, values: typedData.message }
}

const approve = (amountUnits: bigint) => ({
  ...encodeApprove({ token: USDC, spender: CONTRACT, amountUnits }),
  value: '0x0' as const,
  chainId: base.chainId,
})

const pending: ScheduleRecord = {
  ...record,
  status: 'pending',
  processedPayments: 0,
  payments: [],
  lastPaymentDate: null,
  nextPaymentDate: null,
  recurringPaymentPermit: permitOf(permitMessage),
  // 24 times 1250.5 USDC.
  transactions: [approve(30_012_000_000n)],
}

const { serve, calls } = prepareConsole()

/** Serves these schedules; `update` responds to a change to a schedule. */
function serveWith(
  records: readonly ScheduleRecord[],
  update: Answer = { status: 500, body: {} },
): void {
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (method === 'PATCH') return update
    if (path === '/v2/payouts/recurring') {
      const pagination = { total: records.length, limit: 100, offset: 0, hasMore: false }
      return { status: 200, body: { recurringPayments: records, pagination } }
    }
    const found = records.find(({ id }) => path.endsWith(id))
    return found ? { status: 200, body: found } : { status: 404, body: problem('not_found', 404) }
  })
}

const CURRENCY = {
  id: 'USDC-base',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  address: USDC,
  network: 'base',
  type: 'ERC20',
  hash: USDC,
  chainId: base.chainId,
}

/** Announces a wallet with one account by EIP-6963; the returned function removes it. */
function announceWallet(account: string): () => void {
  const info = { uuid: ID, name: 'Wallet of a test', icon: '', rdns: 'test.wallet' }
  const provider = { request: async () => [account], on() {}, removeListener() {} }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  return () => window.removeEventListener('eip6963:requestProvider', announce)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const focused = () =>
  find('button:focus')
    .map(textOf)
    .map((text) => text.trim().split('\n')[0])

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  return () => vi.useRealTimers()
})

describe('the list of schedules', () => {
  test('the list of schedules shows each schedule’s state, progress, next day and failure', async () => {
    serveWith([record, paused, { ...record, status: 'pending' }])
    await mountConsole({ name: 'schedules' })
    await expect.poll(() => find('a.delivery').length).toBe(3)
    const [first, second] = find('a.delivery').map(textOf)
    for (const text of [
      '1,250.50\u00a0USDC',
      schedules.status.active,
      schedules.progress(1, 24),
      schedules.next('Feb 28, 2027'),
    ]) {
      expect(first).toContain(text)
    }
    expect(second).toContain(schedules.failure['insufficient_allowance'])
    await inspectConsole()
    await page.getByLabelText(schedules.filter).selectOptions(schedules.status.pending)
    await expect.poll(() => find('a.delivery').length).toBe(1)
    await page.getByLabelText(schedules.filter).selectOptions(schedules.status.completed)
    await expect.poll(() => find('a.delivery').length).toBe(0)
    await inspectConsole()
  })

  test('the list of schedules shows the first step when it is empty', async () => {
    serveWith([])
    await mountConsole({ name: 'schedules' })
    await expect.poll(() => find('h2').map(textOf)).toContain(schedules.empty)
    await inspectConsole()
  })
})

describe('the calendar', () => {
  test('keys move between the calendar’s months, and the calendar announces due payments', async () => {
    serveWith([record])
    await mountConsole({ name: 'schedules' })
    await expect.poll(() => find('[aria-current=date]').length).toBe(1)
    await page.getByText('Wednesday, February 10, 2027, ', { exact: false }).click()
    expect(focused()).toEqual([expect.stringContaining('Wednesday, February 10, 2027')])
    const walk = async (keys: string, day: string) => {
      await userEvent.keyboard(keys)
      await expect.poll(focused).toEqual([expect.stringContaining(day)])
    }
    await walk('{Home}', 'Monday, February 8, 2027')
    await walk('{End}', 'Sunday, February 14, 2027')
    await walk('{ArrowDown}', 'Sunday, February 21, 2027')
    await walk(
      '{ArrowDown}',
      `Sunday, February 28, 2027, ${schedules.calendar.count(1)}, ${schedules.calendar.due}: 1,250.50\u00a0USDC`,
    )
    await inspectConsole()
    await walk('{ArrowRight}', 'Monday, March 1, 2027')
    await walk('{ArrowLeft}', 'Sunday, February 28, 2027')
    await walk('{PageUp}', 'Thursday, January 28, 2027')
    await walk('{PageUp}', 'Monday, December 28, 2026')
    await walk('{PageDown}{PageDown}{PageDown}', 'Sunday, March 28, 2027')
    expect(find('button.day[tabindex="0"]')).toHaveLength(1)
  })
})

test('A new schedule’s summary disappears with the last error, including the wallet’s error', async () => {
  serve((path) =>
    path === '/v2/currencies'
      ? { status: 200, body: [CURRENCY] }
      : { status: 200, body: accountSession },
  )
  const withdraw = announceWallet(PAYER.toLowerCase())
  await mountConsole({ name: 'newSchedule' }, { networks: 'base' })
  const { form } = schedules
  await button(form.create).click()
  await expect
    .poll(() => find('.field-error').map(textOf))
    .toEqual([form.payerNeeded, en.errors.required, en.errors.required])
  await page.getByLabelText(en.payouts.recipient).fill(PAYEE)
  await page.getByLabelText(form.amountEach).fill('2.5')
  await expect.poll(() => find('.field-error').map(textOf)).toEqual([form.payerNeeded])
  expect(find('.note.error')).toHaveLength(1)
  await inspectConsole()
  await button('Wallet of a test').click()
  await expect.poll(() => find('.note.error')).toEqual([])
  // Groups of the address in its EIP-55 form, although the wallet returned it in lower case.
  expect(find('.payer .address span').map(textOf).join('')).toBe(PAYER)
  await inspectConsole()
  withdraw()
})

describe('a schedule', () => {
  test('a schedule shows completed and upcoming payments, including short months', async () => {
    serveWith([record])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect.poll(() => find('.dates li').length).toBe(12)
    expect(find('.dates time').map(textOf).slice(0, 3)).toEqual([
      'Feb 28, 2027',
      'Mar 31, 2027',
      'Apr 30, 2027',
    ])
    expect(find('p').map(textOf)).toContain(schedules.upcomingMore(11))
    expect(find('ol.records a').map((link) => link.getAttribute('href'))).toEqual([
      `${getNetwork('base').explorerUrl}/tx/${TX_HASH}`,
    ])
    const facts = find('.facts-list > div').map(textOf)
    // 24 times 1,250.50, of which one is paid.
    expect(facts).toContain(`${schedules.facts.paid}1,250.50\u00a0USDC`)
    expect(facts).toContain(`${schedules.facts.open}28,761.50\u00a0USDC`)
    expect(facts).toContain(`${schedules.facts.whole}30,012.00\u00a0USDC`)
    expect(find('.facts-list time').map(textOf).join()).toMatch(/^in 18 days, Feb 28, 2027/)
    expect(find('ol.records .icon-button')).toHaveLength(1)
    await inspectConsole()
  })

  test('a schedule that is paused shows the reason, and can be resumed', async () => {
    const metadata = { processedPayments: 1, totalPayments: 24, nextPaymentDate: null }
    serveWith([paused], { status: 200, body: { id: ID, status: 'active', metadata } })
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect
      .poll(() => find('.note.error').map(textOf).join())
      .toContain(schedules.failure['insufficient_allowance'])
    await inspectConsole()
    await button(schedules.unpause).click()
    await expect.poll(() => find('.announcement').map(textOf).join()).toContain(schedules.unpaused)
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ action: 'unpause' })
  })

  test('a schedule that is unsigned can be continued in any browser, with the shown terms', async () => {
    serveWith([pending])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect.poll(() => find('h2').map(textOf)).toContain(schedules.sign.title)
    expect(find('.hint').map(textOf)).toContain(schedules.sign.elsewhere)
    expect(find('ol.steps .muted').map(textOf)).toEqual([
      schedules.sign.approveUpTo('30,012\u00a0USDC'),
      schedules.sign.signText,
    ])
    const terms = find('.facts-list dt').map(textOf)
    expect(terms).not.toContain(schedules.facts.next)
    expect(terms).not.toContain(schedules.facts.last)
    await inspectConsole()
  })

  test.each([
    ['another payee', { ...permitMessage, recipient: PAYER }, 'payee'],
    ['another amount', { ...permitMessage, amount: 1_250_500_001n }, 'amount'],
    ['an additional payment', { ...permitMessage, totalPayments: 25 }, 'count'],
    ['another network', null, 'chain'],
  ] as const)(
    'a schedule is not signed when its permit names %s than the record',
    async (_, message, lie) => {
      const told =
        message === null
          ? { ...pending, network: 'mainnet' }
          : { ...pending, recurringPaymentPermit: permitOf(message) }
      serveWith([told])
      await mountConsole({ name: 'schedule', scheduleId: ID })
      await expect
        .poll(() => find('[role=alert]').map(textOf).join())
        .toContain(schedules.sign.lieShown(schedules.sign.lies[lie]))
      expect(find('ol.steps')).toEqual([])
    },
  )

  test('a schedule that waits for approval shows who must act, and nothing to sign, and is marked in the list', async () => {
    const { recurringPaymentPermit: _, transactions: __, ...held } = pending
    const requestId = `01${'5b'.repeat(32)}`
    const requests = [{ requestId, paymentReference: '0x7d1e0a92c4b85f36' as const }]
    const approval = approvalRecord({ kind: 'schedule', recurringPaymentId: ID })
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/members') return { status: 200, body: APPROVAL_MEMBERS }
      return path === '/v1/approvals'
        ? { status: 200, body: { approvals: [approval], nextCursor: null } }
        : { status: 200, body: { ...held, requests } }
    })
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect.poll(() => find('.badge').map(textOf)).toEqual([en.approvals.status.waiting])
    expect(find('.note').map(textOf).join()).not.toContain(schedules.sign.over)
    await inspectConsole()
    document.body.replaceChildren()
    const pagination = { total: 1, limit: 100, offset: 0, hasMore: false }
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      return path === '/v1/approvals'
        ? { status: 200, body: { approvals: [approval], nextCursor: null } }
        : { status: 200, body: { recurringPayments: [held], pagination } }
    })
    await mountConsole({ name: 'schedules' })
    await expect.poll(() => find('.badge').map(textOf)).toEqual([en.approvals.status.waiting])
    await inspectConsole()
  })

  test('a schedule with a fee is not signed, because the screen shows no fee', async () => {
    const message = { ...permitMessage, feeAmount: 1n, feeAddress: PAYER }
    serveWith([{ ...pending, recurringPaymentPermit: permitOf(message) }])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect
      .poll(() => find('.note.warning').map(textOf).join())
      .toContain(schedules.sign.hasFee)
    expect(find('ol.steps')).toEqual([])
    await inspectConsole()
  })

  test('a schedule whose allowance no node returns shows a warning, and can be signed once a node returns it', async () => {
    const { transactions: _, ...unread } = pending
    serveWith([unread])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect
      .poll(() => find('.note.warning').map(textOf).join())
      .toContain(schedules.sign.unknown)
    await inspectConsole()
    serveWith([pending])
    await button(en.common.retry).click()
    await expect.poll(() => find('h2').map(textOf)).toContain(schedules.sign.title)
  })

  test('a schedule whose permit has expired can only be created again', async () => {
    const { transactions: _, recurringPaymentPermit: __, ...expired } = pending
    serveWith([expired])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect.poll(() => find('.note.warning').map(textOf).join()).toContain(schedules.sign.over)
    await inspectConsole()
  })

  test('a schedule that is cancelled shows the transactions that revoke it, even after a reload, until none remains', async () => {
    const revoke = { to: CONTRACT, data: REVOKE, value: '0x0', chainId: 8453 } as const
    const transactions = [approve(0n), revoke]
    const cancelled: ScheduleRecord = { ...record, status: 'cancelled', nextPaymentDate: null }
    const told = (left: ScheduleRecord['transactions']) => ({ ...cancelled, transactions: left })
    serveWith([told(transactions)])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect
      .poll(() => find('ol.ways li').map(textOf))
      .toEqual([schedules.allowance.lowerToNone, schedules.allowance.revoke])
    await inspectConsole()
    document.body.replaceChildren()
    serveWith([told([])])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect.poll(() => find('#facts-title').length).toBe(1)
    expect(find('console-schedule-take-back')).toEqual([])
    document.body.replaceChildren()
    serveWith([cancelled])
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await expect
      .poll(() => find('.note.info').map(textOf).join())
      .toContain(schedules.allowance.unknown)
    await inspectConsole()
  })

  test('a schedule that is cancelled does not show a transaction that does anything but revoke it', async () => {
    const transactions = [{ to: PAYEE, data: '0xa9059cbb', value: '0x0', chainId: 8453 }]
    const metadata = {
      remainingPayments: 23,
      remainingAmount: '1',
      remainingPaymentsAmount: '1',
      processedPayments: 1,
      totalPayments: 24,
    }
    serveWith([record], {
      status: 200,
      body: { id: ID, status: 'cancelled', transactions, metadata },
    })
    await mountConsole({ name: 'schedule', scheduleId: ID })
    await button(schedules.cancel).click()
    expect(find('dialog .form-actions button').map((one) => textOf(one).trim())).toEqual([
      schedules.keep,
      schedules.cancel,
    ])
    await inspectConsole()
    serveWith([{ ...record, status: 'cancelled' }], {
      status: 200,
      body: { id: ID, status: 'cancelled', transactions, metadata },
    })
    await page.getByRole('dialog').getByRole('button', { name: schedules.cancel }).click()
    await expect
      .poll(() => find('[role=alert]').map(textOf).join())
      .toContain(schedules.allowance.lie)
    expect(find('console-schedule-take-back')).toEqual([])
  })
})
