import { describe, expect, test } from 'vitest'
import type {
  RefundCandidate,
  RefundClaimRecord,
  RefundRecord,
  RequestDetail,
  Session,
  UnmatchedRecord,
} from '../../api.ts'
import { createConsoleFormat } from '../../createConsoleFormat.ts'
import {
  accountSession,
  find,
  inspectConsole,
  mountConsole,
  prepareConsole,
  textOf,
} from '../../testing/consolePage.ts'
import { refundCandidate, refundRecord } from '../../testing/refundRecord.ts'
import { requestDetail, requestPayment } from '../../testing/requestDetail.ts'
import { en } from '../../text/en.ts'

const { refunds: text } = en
const { money } = createConsoleFormat('en')
const TOKEN = '01KB6A5F6V3M2N5P7R9T0W1X2Y'
const REQUEST_ID = `01${'a'.repeat(64)}`
const OTHER_ID = `01${'c'.repeat(64)}`
const STATED = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const CLAIM_URL =
  'https://auth.example.com/console/#refund-claim=01KB6B1B2C3D4E5F6G7H8J9KAE.q8ZtV3nL0xYc5RbK2mX9aTz4LkW8bRf6YcNp3VhJs1G'
const SECOND = '01KB6B1B2C3D4E5F6G7H8J9KAC'

const { serve, calls } = prepareConsole()

type Lists = {
  session?: Partial<Session>
  candidates?: readonly RefundCandidate[]
  refunds?: readonly RefundRecord[]
  unmatched?: readonly UnmatchedRecord[]
  request?: RequestDetail
  claims?: readonly RefundClaimRecord[]
  /** The responses to the creation of refunds, in order; the last one repeats. */
  created?: readonly { status: number; body: unknown }[]
}

function answer(lists: Lists): void {
  const { session, candidates = [], refunds = [], unmatched = [], request, created = [] } = lists
  const { claims = [] } = lists
  let count = 0
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return ok({ ...accountSession, ...session })
    if (path === '/v2/refund-candidates') return ok({ candidates, nextCursor: null })
    if (path === '/v2/unmatched-payments')
      return ok({ unmatchedPayments: unmatched, nextCursor: null })
    if (path === '/v2/refund-claims') return ok({ refundClaims: claims, nextCursor: null })
    if (path.endsWith('/refund-claims'))
      return ok({ ...claim({ status: 'open' }), url: CLAIM_URL }, 201)
    if (path === '/v2/secure-payments/refunds') return ok({ token: TOKEN }, 201)
    if (path.endsWith('/cancel')) return ok(refundRecord({ status: 'cancelled' }))
    if (method === 'POST') return created[Math.min(count++, created.length - 1)] ?? 'never'
    if (path === '/v2/refunds') return ok({ refunds, nextCursor: null })
    if (path.startsWith('/v2/request/') && request !== undefined) return ok(request)
    return path.startsWith('/v2/secure-payments') ? 'never' : ok([])
  })
}

const unmatchedRecord = (id: string): UnmatchedRecord => ({
  id,
  network: 'base',
  txHash: `0x${'5a'.repeat(32)}`,
  logIndex: 7,
  blockNumber: 21_000_000,
  tokenAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  payerAddress: null,
  paymentReference: null,
  payee: '0x8a5f00000000000000000000000000000000d5e4',
  amountUnits: '12500000',
  currency: 'USDC',
  amount: '12.5',
  worthUsd: '12.49875',
  isNotable: true,
  reason: 'wrong_token',
  requestId: null,
  reference: null,
  claimedRequestId: null,
  refundedAmount: '0',
  refundStatus: 'none',
  detectedAt: '2026-11-02T09:00:00.000Z',
})
const claim = (patch: Partial<RefundClaimRecord>): RefundClaimRecord => ({
  id: '01KB6B1B2C3D4E5F6G7H8J9KAE',
  status: 'stated',
  paymentId: SECOND,
  requestId: REQUEST_ID,
  network: 'base',
  currency: 'USDC-base',
  recipient: STATED,
  proof: 'wallet',
  wallet: STATED,
  failedAttempts: 0,
  createdAt: '2026-11-02T09:00:00.000Z',
  expiresAt: '2026-11-09T09:00:00.000Z',
  statedAt: '2026-11-03T09:00:00.000Z',
  ...patch,
})
const ok = (body: unknown, status = 200) => ({ status, body })
const problem = (code: string, members: object) => ({
  status: 409,
  body: {
    type: '',
    title: '',
    status: 409,
    statusCode: 409,
    detail: code,
    code,
    error: '',
    message: code,
    requestId: 'req_1',
    ...members,
  },
})
const button = (label: string) => {
  const found = find('button').filter((one) => textOf(one).trim() === label)
  expect(found.length, label).toBeGreaterThan(0)
  return found[0] as HTMLElement
}
const posted = (path: string) =>
  calls.flatMap(({ method, url, body }) =>
    method === 'POST' && url.pathname === path ? [body] : [],
  )
const fill = (name: string, value: string) => {
  const [field] = find(`[name="${name}"]`) as HTMLInputElement[]
  if (field === undefined) throw new Error(name)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
}

const selectBoth = async () => {
  await expect.poll(() => find('input[type="checkbox"]').length).toBe(2)
  for (const box of find('input[type="checkbox"]')) (box as HTMLElement).click()
  await expect
    .poll(() => find('button').map((one) => textOf(one).trim()))
    .toContain(text.decide.refundAll(2))
}

describe('The refunds screen', () => {
  test('the merchant refunds a double payment with one press, and opens the page that pays the refund', async () => {
    const path = `/v2/request/${REQUEST_ID}/refunds`
    answer({
      candidates: [refundCandidate({})],
      created: [ok({ refunds: [refundRecord({})] }, 201)],
    })
    await mountConsole({ name: 'refunds' }, { previewClientId: 'cli_preview' })
    await expect.poll(() => find('.record h3').map(textOf)).toEqual(['1042'])
    expect(find('.record .badge').map(textOf)).toEqual([text.decide.reasons.overpaid.label])
    expect(find('input[type="checkbox"]')).toEqual([])
    await inspectConsole()
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
    expect(posted(path)).toEqual([{ amount: 'excess' }])
    expect(posted('/v2/secure-payments/refunds')).toEqual([{ refundIds: [refundRecord({}).id] }])
    await expect
      .poll(() => find('secure-payment').map((one) => one.getAttribute('token')))
      .toEqual([TOKEN])
  })

  test('the merchant refunds selected requests together, and waits for an approval where one is needed', async () => {
    answer({
      candidates: [
        refundCandidate({}),
        refundCandidate({ requestId: OTHER_ID, reference: null, reason: 'late', amount: 'all' }),
      ],
      created: [
        ok({ refunds: [refundRecord({})] }, 201),
        ok({ refunds: [refundRecord({ id: SECOND, status: 'waiting_for_approval' })] }, 202),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('input[type="checkbox"]').length).toBe(2)
    for (const box of find('input[type="checkbox"]')) (box as HTMLElement).click()
    await expect
      .poll(() => find('button').map((one) => textOf(one).trim()))
      .toContain(text.decide.refundAll(2))
    await inspectConsole()
    button(text.decide.refundAll(2)).click()
    await expect
      .poll(() => posted('/v2/secure-payments/refunds'))
      .toEqual([{ refundIds: [refundRecord({}).id] }])
    expect(posted(`/v2/request/${OTHER_ID}/refunds`)).toEqual([{ amount: 'all' }])
  })

  test('the refunds screen allows a selection on one network only', async () => {
    answer({
      candidates: [
        refundCandidate({}),
        refundCandidate({ requestId: OTHER_ID, network: 'base', currency: 'USDC-base' }),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('input[type="checkbox"]').length).toBe(2)
    for (const box of find('input[type="checkbox"]')) (box as HTMLElement).click()
    await expect.poll(() => find('[role="status"]').map(textOf)).toContain(text.decide.oneNetwork)
  })

  test('the refunds screen leads to the payment if the payer must name a wallet', async () => {
    answer({
      candidates: [refundCandidate({})],
      created: [problem('refund_recipient_needed', { reason: 'contract' })],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record').length).toBe(1)
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => find('.record a').map(textOf)).toContain(text.decide.inPage)
    expect(find('[role="alert"]').map(textOf).join()).toContain(text.errors.refund_recipient_needed)
    await inspectConsole()
  })

  test('the refunds screen lists refunds with their state, filters them, and cancels one', async () => {
    const held = refundRecord({
      id: SECOND,
      status: 'held',
      heldReason: 'payment_left_chain',
      reason: 'Returned',
    })
    const done = refundRecord({
      id: '01KB6B1B2C3D4E5F6G7H8J9KAD',
      status: 'confirmed',
      amountPaid: '12.5',
      txHash: `0x${'6b'.repeat(32)}`,
    })
    answer({ refunds: [refundRecord({}), held, done] })
    await mountConsole({ name: 'refunds' })
    await expect
      .poll(() => find('.record .badge').map(textOf))
      .toEqual([text.list.statuses.open, text.list.statuses.held, text.list.statuses.confirmed])
    expect(find('.record .hint').map(textOf)).toContain(text.list.held.payment_left_chain)
    expect(find('button').filter((one) => textOf(one).trim() === text.list.pay)).toHaveLength(1)
    await inspectConsole()
    const [filter] = find('[name="status"]') as HTMLSelectElement[]
    if (filter === undefined) throw new Error('There is no filter.')
    filter.value = 'held'
    filter.dispatchEvent(new Event('change'))
    await expect
      .poll(() =>
        calls.some(
          ({ url }) => url.pathname === '/v2/refunds' && url.searchParams.get('status') === 'held',
        ),
      )
      .toBe(true)
    await expect.poll(() => find('.record').length).toBe(3)
    button(text.list.cancel).click()
    await expect
      .poll(() => find('dialog h2').map(textOf))
      .toEqual([text.list.cancelTitle('12.50\u00a0USDC')])
    await inspectConsole()
    const [confirm] = find('dialog button.danger') as HTMLElement[]
    confirm?.click()
    await expect.poll(() => find('dialog')).toEqual([])
    expect(posted(`/v2/refunds/${refundRecord({}).id}/cancel`)).toHaveLength(1)
  })

  test('the merchant refunds an unmatched payment', async () => {
    const id = '01KB5A11B2C3D4E5F6G7H8J9KB'
    const given = '01KB5A11B2C3D4E5F6G7H8J9KC'
    answer({
      unmatched: [unmatchedRecord(id), unmatchedRecord(given)],
      refunds: [refundRecord({ paymentId: null, requestId: null, unmatchedPaymentId: given })],
      created: [ok(refundRecord({}), 201)],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('#unmatched-title').map(textOf)).toEqual([text.decide.unmatched])
    await expect.poll(() => find('.record h3').length).toBe(2)
    await inspectConsole()
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
    expect(posted(`/v2/unmatched-payments/${id}/refunds`)).toEqual([{ amount: 'all' }])
  })

  test('the refunds screen asks for a wallet for an unmatched payment, with the cause', async () => {
    const id = '01KB5A11B2C3D4E5F6G7H8J9KB'
    answer({
      unmatched: [unmatchedRecord(id), unmatchedRecord(SECOND)],
      created: [
        problem('refund_recipient_needed', { reason: 'contract' }),
        ok(refundRecord({}), 201),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record h3').length).toBe(2)
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect
      .poll(() => find('form [role="status"]').map(textOf))
      .toEqual([text.form.doubts.contract])
    await inspectConsole()
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => find('.field-error').map(textOf)).toEqual([en.errors.required])
    fill('recipient', STATED)
    button(text.decide.refund('12.50\u00a0USDC')).click()
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
    expect(posted(`/v2/unmatched-payments/${id}/refunds`)).toEqual([
      { amount: 'all' },
      { amount: 'all', recipient: STATED },
    ])
  })

  test('the refunds screen creates nothing for a selection that needs more than 50 refunds', async () => {
    const [payment] = refundCandidate({}).payments
    if (payment === undefined) throw new Error('There is no payment.')
    const payments = Array.from({ length: 26 }, () => payment)
    answer({
      candidates: [
        refundCandidate({ payments }),
        refundCandidate({ requestId: OTHER_ID, payments }),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await selectBoth()
    button(text.decide.refundAll(2)).click()
    await expect
      .poll(() => find('[role="alert"]').map(textOf).join())
      .toContain(text.decide.tooMany(52))
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('the refunds screen names the refunds that were created before one failed, and leaves the others selected', async () => {
    answer({
      candidates: [
        refundCandidate({}),
        refundCandidate({ requestId: OTHER_ID, reference: '1043' }),
      ],
      created: [
        ok({ refunds: [refundRecord({})] }, 201),
        problem('refund_exceeds_payment', { remaining: '1' }),
      ],
    })
    await mountConsole({ name: 'refunds' })
    await selectBoth()
    button(text.decide.refundAll(2)).click()
    await expect
      .poll(() => find('[role="status"] li').map(textOf))
      .toEqual(['1042: 12.50\u00a0USDC'])
    expect(find('[role="alert"]').map(textOf).join()).toContain(text.errors.refund_exceeds_payment)
    expect(posted('/v2/secure-payments/refunds')).toEqual([])
    await expect
      .poll(() => find('button').map((one) => textOf(one).trim()))
      .toContain(text.decide.refundAll(1))
    await inspectConsole()
  })

  test('the refunds screen has no action for a member who may not refund', async () => {
    answer({
      session: { role: 'read-only', scopes: ['read'] },
      candidates: [refundCandidate({})],
      refunds: [refundRecord({})],
    })
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('.record').length).toBe(2)
    expect(find('.record button').filter((one) => one.closest('.record-actions') !== null)).toEqual(
      [],
    )
    await inspectConsole()
  })

  test('the refunds screen shows an empty state without payments to decide on and without refunds', async () => {
    answer({})
    await mountConsole({ name: 'refunds' })
    await expect.poll(() => find('h2').map(textOf)).toContain(text.decide.title)
    await expect
      .poll(() => find('.empty h2, .empty h3, .empty strong').map(textOf).join())
      .toContain(text.decide.empty)
    await inspectConsole()
  })
})

describe('A payment', () => {
  const converted = requestPayment({
    amount: '10',
    currency: 'EUR',
    paymentCurrency: 'USDC',
    receivedAmount: '11',
    conversionRateDestination: '1.1',
    payerAddress: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  })
  const paid = requestDetail({
    status: 'paid',
    hasBeenPaid: true,
    invoiceCurrencyId: 'EUR',
    payments: [converted],
  })
  const path = `/v2/payments/${converted.id}/refunds`
  const openForm = async () => {
    await mountConsole({ name: 'payment', requestId: REQUEST_ID })
    await expect.poll(() => find('console-refund-form').length).toBe(1)
    button(text.form.open).click()
    await expect.poll(() => find('dialog h2').map(textOf)).toEqual([text.form.title])
  }

  test('a payment whose surplus is refunded states this before the merchant also refunds the order’s price', async () => {
    const refund = refundRecord({
      paymentId: converted.id,
      status: 'confirmed',
      amount: '3.3',
      amountInInvoiceCurrency: '3',
    })
    answer({ request: { ...paid, requestAmount: '7', excessAmount: '3' }, refunds: [refund] })
    await openForm()
    expect(find('dialog .note.warning').map(textOf)).toEqual([
      text.surplus.inForm(money('3', 'EUR')),
    ])
    await inspectConsole()
  })

  test('a payment is refunded as a whole by default, or by an amount in the currency of the price', async () => {
    answer({ request: paid, created: [ok(refundRecord({}), 201)] })
    await openForm()
    expect(find('dialog p').map(textOf)).toContain(
      text.form.restWorth(money('11', 'USDC'), money('10', 'EUR')),
    )
    const amount = () => (find('dialog [name="amount"]') as HTMLInputElement[])[0]?.value
    expect(amount()).toBe('11')
    await inspectConsole()
    const [unit] = find('[name="unit"]') as HTMLSelectElement[]
    if (unit === undefined) throw new Error('There is no choice of the currency.')
    unit.value = 'price'
    unit.dispatchEvent(new Event('change'))
    await expect.poll(amount).toBe('10')
    fill('amount', '4')
    fill('reason', 'Returned goods')
    button(text.form.create).click()
    await expect
      .poll(() => posted(path))
      .toEqual([{ amountInInvoiceCurrency: '4', reason: 'Returned goods' }])
    await expect.poll(() => location.pathname).toBe(`/console/refunds/links/${TOKEN}`)
  })

  test('the dialog asks for a wallet if the service returns none for the payment, with the cause', async () => {
    answer({
      request: paid,
      created: [
        problem('refund_recipient_needed', { reason: 'bridge' }),
        ok(refundRecord({ status: 'waiting_for_approval' }), 202),
      ],
    })
    await openForm()
    button(text.form.create).click()
    await expect
      .poll(() => find('dialog [role="status"]').map(textOf))
      .toEqual([text.form.doubts.bridge])
    await inspectConsole()
    button(text.form.create).click()
    await expect.poll(() => find('dialog .field-error').map(textOf)).toEqual([en.errors.required])
    fill('recipient', '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65')
    button(text.form.create).click()
    await expect.poll(() => find('dialog')).toEqual([])
    expect(posted(path)).toEqual([
      { amount: 'all' },
      { amount: 'all', recipient: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' },
    ])
    expect(posted('/v2/secure-payments/refunds')).toEqual([])
  })

  test('a payment shows the addresses that its payer stated with their proof, and fills one in with one press', async () => {
    answer({
      request: paid,
      claims: [claim({}), claim({ id: SECOND, proof: 'code', failedAttempts: 2 })],
      created: [ok(refundRecord({ status: 'waiting_for_approval' }), 202)],
    })
    await openForm()
    await expect.poll(() => find('#stated-title').map(textOf)).toEqual([text.payer.title])
    const facts = find('.facts-line').map(textOf).join()
    expect(facts).toContain(text.payer.proofs.wallet)
    expect(facts).toContain(text.payer.proofs.code)
    expect(facts).toContain(text.payer.attempts(2))
    expect(find('button').map((one) => textOf(one).trim())).not.toContain(text.payer.ask)
    await inspectConsole()
    button(text.payer.use).click()
    await expect
      .poll(() => (find('dialog [name="recipient"]') as HTMLInputElement[]).map((one) => one.value))
      .toEqual([STATED])
    button(text.form.create).click()
    await expect.poll(() => posted(path)).toEqual([{ amount: 'all', recipient: STATED }])
  })

  test('a payment whose refund needs an address offers a link on which the payer states one', async () => {
    answer({
      request: paid,
      created: [problem('refund_recipient_needed', { reason: 'contract' })],
    })
    await openForm()
    button(text.form.create).click()
    await expect
      .poll(() => find('button').map((one) => textOf(one).trim()))
      .toContain(text.payer.ask)
    button(text.payer.ask).click()
    await expect.poll(() => find('.value-line code').map(textOf)).toContain(CLAIM_URL)
    expect(posted(`/v2/payments/${converted.id}/refund-claims`)).toHaveLength(1)
    await inspectConsole()
  })

  test('a payment shows its refunds in the history and in a list, and nothing to refund once everything is refunded', async () => {
    const refund = refundRecord({
      ...{
        paymentId: converted.id,
        status: 'confirmed',
        amount: '11',
        amountPaid: '11',
        currency: 'USDC-mainnet',
      },
      ...{ createdAt: '2026-11-03T08:00:00.000Z', confirmedAt: '2026-11-03T09:00:00.000Z' },
    })
    answer({ request: paid, refunds: [refund] })
    await mountConsole({ name: 'payment', requestId: REQUEST_ID })
    const titles = () =>
      find('.timeline .step > span:first-child').map((step) => textOf(step).trim())
    await expect.poll(titles).toContain(text.history.confirmed(money('11', 'USDC')))
    expect(titles()).toContain(text.history.created(money('11', 'USDC')))
    await expect.poll(() => find('#refunds-title').map(textOf)).toEqual([text.list.ofPayment])
    expect(find('console-refund-form')).toEqual([])
    await inspectConsole()
  })

  test('a payment has no refund for a member who may not refund, or for a payout', async () => {
    answer({ request: { ...paid, flow: 'pay' } })
    await mountConsole({ name: 'payment', requestId: REQUEST_ID })
    await expect.poll(() => find('#chain-1').length).toBe(1)
    expect(find('console-refund-form')).toEqual([])
  })
})
