import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ApprovalRecord, MemberRecord, ScheduleRecord, Session } from '../../api.ts'
import {
  APPROVAL_MEMBERS,
  APPROVAL_PAYEES,
  APPROVAL_REQUEST_ID,
  approvalOfMany,
  approvalRecord,
} from '../../testing/approvalRecord.ts'
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
import { refundRecord } from '../../testing/refundRecord.ts'
import { requestDetail } from '../../testing/requestDetail.ts'
import { en } from '../../text/en.ts'

const { approvals: text, rights } = en
const [ana, ben] = APPROVAL_MEMBERS
const SCHEDULE_ID = '01KB60A1B2C3D4E5F6G7H8J9KA'
const AMOUNT = '2,500\u00a0USDC'
const FINANCE: Session = {
  ...accountSession,
  role: 'finance',
  scopes: ['read', 'create', 'payouts', 'refunds'],
}
const READER: Session = { ...accountSession, role: 'read-only', scopes: ['read'] }

const { serve, calls, stream } = prepareConsole()

type Limit = { limitInUsd: string | null; waitingApprovalId: string | null }

/** The approvals that the fake service returns; a decision updates them. */
let records: readonly ApprovalRecord[] = []
let limit: Limit = { limitInUsd: '1000.00', waitingApprovalId: null }

/** Serves a merchant with these records; `decide` responds to changes. */
function answer(
  facts: {
    records?: readonly ApprovalRecord[]
    /** The approval with every payout, if the list contains only some of them. */
    whole?: ApprovalRecord
    session?: Session
    members?: readonly MemberRecord[]
    limit?: Limit
    decide?: (call: Call) => Answer
    others?: Readonly<Record<string, unknown>>
  } = {},
): void {
  records = facts.records ?? [approvalRecord({})]
  limit = facts.limit ?? { limitInUsd: '1000.00', waitingApprovalId: null }
  serve((path, call) => {
    if (path === '/v1/auth/session') {
      return { status: 200, body: facts.session ?? accountSession }
    }
    if (path === '/v1/members') return { status: 200, body: facts.members ?? APPROVAL_MEMBERS }
    if (path === '/v1/api-keys') return { status: 200, body: [] }
    if (path === '/v1/approval-limit') {
      return call.method === 'PUT'
        ? (facts.decide?.(call) ?? { status: 200, body: limit })
        : { status: 200, body: limit }
    }
    if (call.method === 'POST') return facts.decide?.(call) ?? decide(path, call.body)
    if (path === '/v1/approvals') return { status: 200, body: list(call.url, facts.whole) }
    const body = facts.others?.[path]
    return body === undefined
      ? { status: 404, body: problem('not_found', 404) }
      : { status: 200, body }
  })
}

function list({ searchParams }: URL, whole: ApprovalRecord | undefined) {
  const requestId = searchParams.get('requestId')
  const status = searchParams.get('status')
  if (requestId !== null) {
    const found = records.find(({ requestIds }) => requestIds.includes(requestId))
    return { approvals: found === undefined ? [] : [whole ?? found], nextCursor: null }
  }
  const approvals = records.filter((one) => status === null || one.status === status)
  return { approvals, nextCursor: null }
}

function decide(path: string, body: unknown): Answer {
  const [, id, verdict] = /^\/v1\/approvals\/(\w+)\/(approve|decline)$/.exec(path) ?? []
  const status = verdict === 'approve' ? 'approved' : 'declined'
  records = records.map((one) =>
    one.id === id
      ? {
          ...one,
          status,
          mayApprove: false,
          decidedBy: ana?.id ?? null,
          decidedAt: '2026-11-02T10:00:00.000Z',
          reason: (body as { reason?: string } | null)?.reason ?? null,
        }
      : one,
  )
  return { status: 200, body: records.find((one) => one.id === id) }
}

/** Accessible names contain plain spaces instead of no-break spaces. */
const plain = (name: string): string => name.replaceAll('\u00a0', ' ')
const button = (name: string) => page.getByRole('button', { name: plain(name), exact: true })
const dialog = () => page.getByRole('dialog')
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const rows = () => find('.record h3').map(textOf)
const posts = () =>
  calls.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url.pathname, body])
const squeeze = (one: Element) => textOf(one).replace(/\s+/g, ' ').trim()
const open = () => mountConsole({ name: 'approvals' })

describe('The approval list', () => {
  test('the approval list shows the amount, value, recipient, requester and expiry, with both buttons', async () => {
    answer()
    await open()
    await expect.poll(rows).toEqual([AMOUNT])
    const row = find('.record').map(squeeze).join()
    for (const part of [
      text.status.waiting,
      text.kinds.payout_link,
      text.worth('$2,500.00'),
      text.requestedBy('ben@example.test'),
      'Base',
      'PAYROLL-2026-11',
    ]) {
      expect(row).toContain(part)
    }
    expect(row.replaceAll(' ', '')).toContain(APPROVAL_PAYEES[0])
    expect(find('.record h3 a').map((link) => link.getAttribute('href'))).toEqual([
      `/console/payouts/links/${APPROVAL_REQUEST_ID}`,
    ])
    await expect.element(button(`${text.approve}: ${AMOUNT}`)).toBeVisible()
    await expect.element(button(`${text.decline}: ${AMOUNT}`)).toBeVisible()
    await inspectConsole()
  })

  test('the approval list shows an empty state, and the decided approvals on request', async () => {
    answer({
      records: [
        approvalRecord({
          status: 'declined',
          mayApprove: false,
          decidedBy: ben?.id ?? null,
          decidedAt: '2026-11-02T10:00:00.000Z',
        }),
      ],
    })
    await open()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    await inspectConsole()
    await page.getByLabelText(text.filter).selectOptions(text.filters.approved)
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.emptyFilter])
    await page.getByLabelText(text.filter).selectOptions(text.filters.all)
    await expect.poll(rows).toEqual([AMOUNT])
    expect(find('.record').map(squeeze).join()).toContain('Declined by ben@example.test on')
    expect(find('.record-actions')).toEqual([])
    await inspectConsole()
  })

  test.each([
    ['the requester', { mayApprove: false }, accountSession, text.ownRequest, 1],
    [
      'the creator of the API key that requested it',
      { mayApprove: false, requestedBy: { memberId: ana?.id ?? '', apiKeyId: 'key' } },
      accountSession,
      text.ownKeyRequest,
      1,
    ],
    ['a role that may only read', { mayApprove: false }, READER, text.noRight, 0],
  ] as const)(
    'the approval list shows %s the reason for a missing button',
    async (_, patch, session, reason, left) => {
      answer({ records: [approvalRecord(patch)], session })
      await open()
      await expect.poll(() => find('.record .hint').map(textOf)).toEqual([reason])
      expect(find('.record-actions button')).toHaveLength(left)
      await inspectConsole()
    },
  )

  test('the dialog repeats the payout before its approval, and the list removes it afterwards', async () => {
    answer()
    await open()
    await button(`${text.approve}: ${AMOUNT}`).click()
    await expect.poll(() => find('dialog h2').map(textOf)).toEqual([text.ask.approve(AMOUNT)])
    const terms = find('dialog .facts-list > div').map(squeeze).join('\n')
    expect(terms).toContain(plain(AMOUNT))
    expect(terms).toContain(text.facts.about('$2,500.00'))
    expect(terms).toContain('PAYROLL-2026-11')
    expect(terms.replaceAll(' ', '')).toContain(APPROVAL_PAYEES[0])
    await inspectConsole()
    await inDialog(text.ask.keep).click()
    expect(posts()).toEqual([])
    await button(`${text.approve}: ${AMOUNT}`).click()
    await inDialog(text.approve).click()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    await expect.poll(() => find('dialog')).toEqual([])
    await expect.element(page.getByText(text.done.approve)).toBeVisible()
    expect(posts()).toEqual([[`/v1/approvals/${approvalRecord({}).id}/approve`, null]])
  })

  test('the row and the dialog show a refund’s reason and order before the approval', async () => {
    const refund = refundRecord({ reason: 'Paid twice' })
    const payouts = approvalRecord({}).payouts.map((one) => ({
      ...one,
      reference: refund.reference,
      refundId: refund.id,
      refundReason: refund.reason,
    }))
    answer({ records: [approvalRecord({ payouts })] })
    await open()
    await expect.poll(() => find('.record').map(squeeze).join()).toContain(en.refunds.marks.one)
    expect(find('.record').map(squeeze).join()).toContain(text.refundReason('Paid twice'))
    await button(`${text.approve}: ${AMOUNT}`).click()
    await expect.poll(() => find('dialog .facts-list').length).toBe(1)
    const terms = find('dialog .facts-list').map(squeeze).join()
    for (const part of [en.refunds.marks.one, 'Paid twice', '1042']) expect(terms).toContain(part)
    await inspectConsole()
    await inDialog(text.ask.keep).click()
    await button(`${text.decline}: ${AMOUNT}`).click()
    await expect.poll(() => find('dialog p').map(textOf)).toContain(text.ask.declineRefundText)
  })

  test('the row and the dialog show the fee of a payout, its receiver and the party that bears it', async () => {
    const [payout] = approvalRecord({}).payouts
    const fee = { amount: '25', address: APPROVAL_PAYEES[1], bearer: 'payee' } as const
    answer({ records: [approvalRecord({ payouts: payout ? [{ ...payout, fee }] : [] })] })
    await open()
    await expect.poll(rows).toEqual([AMOUNT])
    const shown = [text.fees.payee, '25\u00a0USDC', APPROVAL_PAYEES[1]].map((part) =>
      part.replace(/\s/g, ''),
    )
    const readAll = (selector: string) => find(selector).map(textOf).join('').replace(/\s/g, '')
    for (const part of shown) expect(readAll('.record')).toContain(part)
    await inspectConsole()
    await button(`${text.approve}: ${AMOUNT}`).click()
    await expect.poll(() => readAll('dialog .terms')).toContain(shown[0])
    for (const part of shown) expect(readAll('dialog .terms')).toContain(part)
    await inspectConsole()
  })

  test('an approver declines after a warning that the decision is final', async () => {
    answer()
    await open()
    await button(`${text.decline}: ${AMOUNT}`).click()
    await expect.poll(() => find('dialog p').map(textOf)).toContain(text.ask.declineText)
    await inspectConsole()
    await inDialog(text.decline).click()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    await expect.element(page.getByText(text.done.decline)).toBeVisible()
    expect(posts()).toEqual([[`/v1/approvals/${approvalRecord({}).id}/decline`, null]])
  })

  test('an approver declines with a reason, which the list then shows', async () => {
    answer()
    await open()
    await button(`${text.decline}: ${AMOUNT}`).click()
    await dialog().getByLabelText(text.ask.reason, { exact: false }).fill(' Paid already ')
    await inspectConsole()
    await inDialog(text.decline).click()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    const path = `/v1/approvals/${approvalRecord({}).id}/decline`
    expect(posts()).toEqual([[path, { reason: 'Paid already' }]])
    await page.getByLabelText(text.filter).selectOptions(text.filters.all)
    await expect.poll(() => find('.record').map(squeeze).join()).toContain('Reason: Paid already')
    await inspectConsole()
  })

  test('the dialog asks for no reason before an approval', async () => {
    answer()
    await open()
    await button(`${text.approve}: ${AMOUNT}`).click()
    await expect.poll(() => find('dialog p').map(textOf)).toContain(text.ask.approveText)
    expect(find('dialog input')).toEqual([])
  })

  test('the dialog lists every recipient of a large payout before the approval, with the exact sum', async () => {
    answer({ records: [approvalOfMany(25, 20)], whole: approvalOfMany(25) })
    await open()
    await expect.poll(rows).toEqual([en.payouts.file.rows(25)])
    expect(find('.payees li')).toHaveLength(3)
    expect(find('.record .facts-line').map(squeeze).join()).toContain(text.others(22))
    await inspectConsole()
    await button(`${text.approve}: ${en.payouts.file.rows(25)}`).click()
    await expect.poll(() => find('dialog .recipients li').length).toBe(25)
    expect(find('dialog .facts-list').map(squeeze).join()).toContain('325 USDC')
    await inspectConsole()
  })

  test('the dialog repeats a recurring payout’s terms before the approval', async () => {
    const schedule: Partial<ScheduleRecord> = {
      amount: '100',
      paymentCurrency: 'USDC-base',
      frequency: 'MONTHLY',
      totalPayments: 12,
      processedPayments: 0,
      startDate: '2027-01-31',
      payer: APPROVAL_PAYEES[1],
    }
    const payouts = approvalRecord({}).payouts.map((one) => ({ ...one, amount: '100' }))
    answer({
      records: [approvalRecord({ kind: 'schedule', recurringPaymentId: SCHEDULE_ID, payouts })],
      others: { [`/v2/payouts/recurring/${SCHEDULE_ID}`]: schedule },
    })
    await open()
    const subject = text.each('100\u00a0USDC')
    await button(`${text.approve}: ${subject}`).click()
    await expect.poll(() => find('dialog .facts-list').length).toBe(1)
    const terms = find('dialog .facts-list').map(squeeze).join()
    for (const part of ['100 USDC', '1,200 USDC', 'Every month', 'Jan 31, 2027']) {
      expect(terms).toContain(part)
    }
    expect(terms.replaceAll(' ', '')).toContain(APPROVAL_PAYEES[1])
    await inspectConsole()
  })

  test('an owner approves a higher limit, which the list shows next to the current one', async () => {
    const raised = approvalRecord({
      kind: 'limit',
      newLimitInUsd: '5000.00',
      worthInUsd: null,
      requestIds: [],
      payouts: [],
      securePaymentToken: null,
      expiresAt: null,
    })
    answer({ records: [raised], limit: { limitInUsd: '1000.00', waitingApprovalId: raised.id } })
    await open()
    await expect.poll(rows).toEqual([text.newLimit('$5,000.00')])
    await expect.poll(() => find('.note.info').map(squeeze)).toEqual([text.limit.waiting])
    await button(`${text.approve}: ${text.newLimit('$5,000.00')}`).click()
    await expect
      .poll(() => find('dialog .facts-list > div').map(squeeze).slice(0, 2))
      .toEqual([`${text.facts.currentLimit}$1,000.00`, `${text.facts.newLimit}$5,000.00`])
    await inspectConsole()
    await inDialog(text.approve).click()
    await expect.element(page.getByText(text.done.approveLimit)).toBeVisible()
  })

  test('the dialog shows that another member has already decided', async () => {
    answer({
      decide: () => {
        records = []
        const status = { approvalStatus: 'declined' }
        return { status: 409, body: problem('approval_decided', 409, status) }
      },
    })
    await open()
    await button(`${text.approve}: ${AMOUNT}`).click()
    await inDialog(text.approve).click()
    await expect
      .poll(() => find('dialog [role="alert"]').map(squeeze))
      .toEqual([text.decided.declined])
    expect(find('dialog .form-actions button').map(squeeze)).toEqual([en.common.close])
    await inspectConsole()
    await dialog().getByRole('button', { name: en.common.close, exact: true }).last().click()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
  })

  test('the dialog stays open with the reason when the member’s role has just lost the right', async () => {
    answer({
      decide: () => ({ status: 403, body: problem('scope_missing', 403, { scope: 'payouts' }) }),
    })
    await open()
    await button(`${text.approve}: ${AMOUNT}`).click()
    await inDialog(text.approve).click()
    await expect
      .poll(() => find('dialog [role="alert"]').map(squeeze))
      .toEqual([rights.missing(rights.scopes.payouts)])
  })

  test('the approval list shows a new approval without another click', async () => {
    answer({ records: [] })
    stream.serve()
    await open()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    await expect.poll(() => stream.openings).toBe(1)
    records = [approvalRecord({})]
    stream.send('2', { kinds: ['approvals'], requests: [], hasMore: false })
    // Without an event, the console would read the list again only after a minute.
    await expect.poll(rows, { timeout: 30_000 }).toEqual([AMOUNT])
  })
})

describe('The approval limit', () => {
  const field = () => page.getByLabelText(text.limit.field, { exact: true })
  const put = () => posts().filter(([path]) => path === '/v1/approval-limit')

  test('the approval limit is set by an owner, with the error at its field', async () => {
    answer({ records: [], limit: { limitInUsd: null, waitingApprovalId: null } })
    await open()
    await expect.element(page.getByText(text.limit.off)).toBeVisible()
    await button(text.limit.set).click()
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([en.errors.required])
    await field().fill('1000.005')
    await expect
      .poll(() => find('.field-error').map(textOf))
      .toEqual([en.amounts.tooManyDecimals(2)])
    await inspectConsole()
    await field().fill('2500.5')
    await expect.poll(() => find('.field-error')).toEqual([])
    limit = { limitInUsd: '2500.50', waitingApprovalId: null }
    await button(text.limit.set).click()
    await expect.element(page.getByText(text.limit.meaning('$2,500.50'))).toBeVisible()
    await expect.element(page.getByText(text.limit.saved)).toBeVisible()
    expect(put()).toEqual([['/v1/approval-limit', { limitInUsd: '2500.5' }]])
  })

  test('the approval limit is switched off after a confirmation, once another member has approved', async () => {
    answer({ records: [] })
    await open()
    await button(text.limit.remove).click()
    await expect.poll(() => find('dialog h2').map(textOf)).toEqual([text.limit.removeTitle])
    await inspectConsole()
    limit = { limitInUsd: '1000.00', waitingApprovalId: 'x' }
    await inDialog(text.limit.remove).click()
    await expect.poll(() => find('.note.info').map(squeeze)).toEqual([text.limit.waiting])
    await expect.element(page.getByText(text.limit.requested)).toBeVisible()
    expect(put()).toEqual([['/v1/approval-limit', { limitInUsd: null }]])
    await inspectConsole()
  })

  test('the approval limit is shown to other roles without a form', async () => {
    answer({ records: [], session: FINANCE })
    await open()
    await expect.element(page.getByText(text.limit.meaning('$1,000.00'))).toBeVisible()
    await expect.element(page.getByText(text.limit.ownerOnly)).toBeVisible()
    expect(find('form')).toEqual([])
    await inspectConsole()
  })

  test('the approval limit form warns an owner without another approver', async () => {
    answer({ records: [], members: APPROVAL_MEMBERS.slice(0, 1) })
    await open()
    await expect.poll(() => find('.note.warning').map(squeeze)).toEqual([text.limit.alone])
    // Without another approver, every change applies at once.
    expect(find('.hint').map(textOf)).not.toContain(text.limit.slower)
    await inspectConsole()
  })

  test('the approval limit form keeps the typed limit when the service rejects it', async () => {
    answer({
      records: [],
      decide: () => ({ status: 403, body: problem('owner_only', 403) }),
    })
    await open()
    await field().fill('500')
    await button(text.limit.save).click()
    await expect.poll(() => find('[role="alert"]').map(squeeze)).toEqual([text.limit.ownerOnly])
    await expect.element(field()).toHaveValue('500')
  })
})

describe('A payout link’s page while approval is needed', () => {
  const LINK = {
    token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
    securePaymentUrl: 'https://pay.example.test/?token=01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
    status: 'pending',
    paymentType: 'single',
    createdAt: '2026-11-21T09:30:00.000Z',
    expiresAt: '2030-11-28T09:30:00.000Z',
  }
  const others = (status: string) => ({ '/v2/secure-payments': { ...LINK, status } })
  const openLink = () =>
    mountConsole(
      { name: 'payoutLink', requestId: APPROVAL_REQUEST_ID },
      { previewClientId: 'preview' },
    )

  test('a waiting payout link’s page shows the payouts without a way to pay, and a member can approve them there', async () => {
    answer({ others: others('pending') })
    await openLink()
    await expect.poll(() => find('.badge').map(textOf)).toEqual([text.status.waiting])
    expect(find('.records h3').map(textOf)).toEqual([AMOUNT])
    expect(find('.hosted')).toEqual([])
    // The page does not request the payment: the service would reject the request, and the browser would log an error.
    expect(calls.map(({ url }) => url.pathname)).not.toContain(`/v2/secure-payments/${LINK.token}`)
    expect(find('a.button.primary:not(.create)')).toEqual([])
    await inspectConsole()
    await button(`${text.approve}: ${AMOUNT}`).click()
    await inDialog(text.approve).click()
    await expect
      .poll(() => find('.note.success').map(squeeze).join())
      .toContain('Approved by you on')
    await expect.poll(() => find('a.button.primary:not(.create)').length).toBe(1)
    await inspectConsole()
  })

  test.each([
    ['declined', 'invalidated', 'Declined by ben@example.test on'],
    ['expired', 'expired', text.page.expired],
    ['cancelled', 'invalidated', text.page.cancelled],
  ] as const)('a payout link’s page shows that it is %s', async (status, linkStatus, sentence) => {
    const decided = { decidedBy: ben?.id ?? null, decidedAt: '2026-11-02T10:00:00.000Z' }
    answer({
      records: [approvalRecord({ status, mayApprove: false, ...decided })],
      others: others(linkStatus),
    })
    await openLink()
    await expect.poll(() => find('.note').map(squeeze).join()).toContain(sentence)
    expect(find('.record-actions')).toEqual([])
    // The link does not work yet, so the page does not offer its address for sending.
    expect(find('.hosted')).toEqual([])
    const badge = status === 'declined' ? text.status.declined : en.payouts.link.status[linkStatus]
    expect(find('h2 + .badge').map(textOf)).toEqual([badge])
    await inspectConsole()
  })
})

test('A payment’s page shows the approval of its payout, with the other payouts in the batch', async () => {
  const batch = { ...approvalOfMany(3), kind: 'payout', securePaymentToken: null } as const
  const [requestId = ''] = batch.requestIds
  answer({
    records: [batch],
    others: { [`/v2/request/${requestId}`]: requestDetail({ requestId }), '/v1/webhook': [] },
  })
  await mountConsole({ name: 'payment', requestId })
  await expect
    .poll(() => find('.card p').map(squeeze))
    .toContain(`${text.page.waiting} ${text.page.together(2)}`)
  await inspectConsole()
})
