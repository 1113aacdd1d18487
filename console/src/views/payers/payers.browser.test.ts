import type { OfframpStatus } from '@secure-payment/core/offramp'
import { describe, expect, test } from 'vitest'
import type { OfframpRecord, PayerRecord } from '../../api.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import { en } from '../../text/en.ts'

const REQUEST_ID = `01${'a'.repeat(64)}`
const { payers: text } = en
const PAGINATION = { total: 1, limit: 20, offset: 0, hasMore: false, nextCursor: null }

const ACCOUNT: PayerRecord['paymentDetails'][number] = {
  id: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
  bankName: 'Banco Exemplo',
  accountName: 'Joana Costa',
  beneficiaryType: 'individual',
  accountNumber: '*********************0154',
  currency: 'eur',
  status: 'approved',
  rails: 'local',
  rejectionMessage: null,
  createdAt: '2026-11-02T08:16:00.000Z',
}

const PAYER: PayerRecord = {
  userId: '5f0c1b8e-7a0f-4c8e-9f6e-2f6f3f0b9a11',
  clientUserId: 'ana.with.a.name.that.is.as.long.as.e-mail.addresses.get@example.test',
  kycStatus: 'approved',
  agreementStatus: 'completed',
  isCompliant: true,
  provider: 'sandbox-offramp',
  paymentDetails: [
    ACCOUNT,
    { ...ACCOUNT, id: 'b', routingNumber: '*****0021', currency: 'usd', status: 'pending' },
    { ...ACCOUNT, id: 'c', status: 'failed', rejectionMessage: 'The bank does not know it.' },
  ],
  createdAt: '2026-11-02T08:15:00.000Z',
  updatedAt: '2026-11-02T08:15:04.000Z',
  erasedAt: null,
}

function offramp(statuses: readonly OfframpStatus[], patch: Partial<OfframpRecord> = {}) {
  const { id, bankName, accountName, accountNumber, currency } = ACCOUNT
  const createdAt = '2026-11-02T09:00:00.000Z'
  return {
    id: 'off_01KB5A11B2C3D4E5F6G7H8J9KA',
    requestId: REQUEST_ID,
    status: statuses.at(-1) ?? 'created',
    userId: PAYER.userId,
    clientUserId: 'user-123',
    paymentDetail: { id, bankName, accountName, accountNumber, currency },
    provider: 'sandbox-offramp',
    network: 'devnet',
    currency: 'USDC-devnet',
    amount: '100',
    txHash: `0x${'5a'.repeat(32)}`,
    failureReason: null,
    steps: statuses.map((status) => ({ status, reason: null, createdAt })),
    createdAt,
    updatedAt: createdAt,
    ...patch,
  } satisfies OfframpRecord
}

const { serve, calls } = prepareConsole()

/** Serves these lists; the cursor `next` returns the second page. */
function answer(lists: {
  payers?: readonly (readonly PayerRecord[])[]
  offramps?: readonly (readonly OfframpRecord[])[]
}): void {
  serve((path, { url }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    const isPayers = path === '/v1/payers'
    const pages = (isPayers ? lists.payers : lists.offramps) ?? [[]]
    const index = url.searchParams.has('cursor') ? 1 : 0
    const nextCursor = index + 1 < pages.length ? 'next' : null
    const records = pages[index] ?? []
    const pagination = { ...PAGINATION, nextCursor, hasMore: nextCursor !== null }
    const body = isPayers ? { payers: records, pagination } : { offramps: records, pagination }
    return { status: 200, body }
  })
}

const shown = () =>
  find('#content')
    .map((content) => find('*', content).map(textOf).join(' '))
    .join()

describe('Payers', () => {
  test('payers are listed with their checks and the state of their accounts', async () => {
    const erased = { ...PAYER, userId: 'e', clientUserId: null, paymentDetails: [] }
    const rejected = { ...PAYER, kycStatus: 'rejected', isCompliant: false } as const
    answer({
      payers: [[PAYER, rejected, { ...erased, erasedAt: '2026-11-05T00:00:00.000Z' }]],
    })
    await mountConsole({ name: 'payers' })
    await expect.poll(() => find('.accounts .account').length).toBe(6)
    const page = shown()
    for (const part of [
      text.mayPay,
      text.refused,
      text.erasedName,
      text.number('0154'),
      text.routing('0021'),
      text.reason('The bank does not know it.'),
      text.advice.kycRejected,
    ]) {
      expect(page).toContain(part)
    }
    expect(page).not.toContain('**')
    await inspectConsole()
  })

  test('the list of payers is empty at first, and links to the first step', async () => {
    answer({})
    await mountConsole({ name: 'payers' })
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.empty])
    await inspectConsole()
  })

  test('payers on the next page appear below the others', async () => {
    answer({ payers: [[PAYER], [{ ...PAYER, userId: 'f', clientUserId: 'user-9' }]] })
    await mountConsole({ name: 'payers' })
    await expect.poll(() => find('.record').length).toBe(1)
    press(text.more)
    await expect.poll(() => find('.record').length).toBe(2)
    expect(calls.at(-1)?.url.searchParams.get('cursor')).toBe('next')
    expect(find('button').map(textOf).join()).not.toContain(text.more)
  })
})

describe('Transfers to bank accounts', () => {
  test('transfers to bank accounts are listed with their progress and target', async () => {
    const nobody = { userId: null, clientUserId: null, paymentDetail: null }
    answer({
      offramps: [[offramp(['created', 'initiated']), offramp(['created'], nobody)]],
    })
    await mountConsole({ name: 'offramps' })
    await expect.poll(() => find('a.delivery').length).toBe(2)
    const [first = '', second = ''] = find('a.delivery').map(textOf)
    expect(first).toContain('100.00\u00a0USDC')
    expect(first).toContain(text.offramps.status.initiated)
    expect(first).toContain(text.number('0154'))
    expect(second).toContain(text.offramps.noPayer)
    await inspectConsole()
  })

  test('the list of transfers to bank accounts is empty at first', async () => {
    answer({})
    await mountConsole({ name: 'offramps' })
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.offramps.empty])
    await inspectConsole()
  })
})

describe('One bank payment', () => {
  const route = { name: 'offramp', requestId: REQUEST_ID } as const
  const labels = () => find('.timeline .step > span').map(textOf)

  test('a bank payment that arrived shows every step with its reason, and its success', async () => {
    const record = offramp(['created', 'initiated', 'sending_fiat', 'fiat_sent', 'bounced'])
    const reason = 'The bank sent the money back.'
    const more = (['sending_fiat', 'fiat_sent', 'delivered'] as const).map((status) => ({
      status,
      reason: null,
      createdAt: record.createdAt,
    }))
    const steps = [
      ...record.steps.map((step) => (step.status === 'bounced' ? { ...step, reason } : step)),
      ...more,
    ]
    answer({ offramps: [[{ ...record, status: 'delivered', steps }]] })
    await mountConsole(route)
    await expect
      .poll(() => labels())
      .toEqual(steps.map(({ status }) => text.offramps.status[status]))
    expect(find('.timeline .reason').map(textOf)).toEqual([text.reason(reason)])
    expect(find('.note.success').map(textOf).join()).toContain(text.offramps.advice.delivered)
    expect(find('.timeline .spinner')).toEqual([])
    expect(calls.at(-1)?.url.searchParams.get('requestId')).toBe(REQUEST_ID)
    await inspectConsole()
  })

  test.each([
    ['info', ['created', 'ongoing_checks'], 'ongoing_checks'],
    ['warning', ['created', 'retry_required'], 'retry_required'],
    ['error', ['created', 'failed'], 'failed'],
  ] as const)(
    'one bank payment shows as %s the next step after %j',
    async (tone, statuses, status) => {
      answer({ offramps: [[offramp(statuses)]] })
      await mountConsole(route)
      await expect
        .poll(() => find(`.note.${tone}`).map(textOf).join())
        .toContain(text.offramps.advice[status])
      await inspectConsole()
    },
  )

  test('a bank payment that failed shows the reason', async () => {
    answer({ offramps: [[offramp(['created', 'failed'], { failureReason: 'No such account.' })]] })
    await mountConsole(route)
    await expect.poll(() => find('.note.error').map(textOf).join()).toContain('No such account.')
  })

  test('a bank payment without a payer shows how the money continues', async () => {
    const nobody = { userId: null, clientUserId: null, paymentDetail: null }
    answer({ offramps: [[offramp(['created'], nobody)]] })
    await mountConsole(route)
    await expect
      .poll(() => find('.note.warning').map(textOf).join())
      .toContain(text.offramps.adviceNoPayer)
    await inspectConsole()
  })

  test('a bank payment that does not exist shows a message', async () => {
    answer({})
    await mountConsole(route)
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.offramps.emptyOne])
    await inspectConsole()
  })
})

/** Presses the button with this label. */
function press(label: string): void {
  for (const button of find('button')) {
    if (button instanceof HTMLElement && textOf(button).includes(label)) button.click()
  }
}
