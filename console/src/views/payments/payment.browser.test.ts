import { describe, expect, test } from 'vitest'
import type { DeliveryRecord, RefundRecord, RequestDetail } from '../../api.ts'
import { approvalRecord } from '../../testing/approvalRecord.ts'
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
import { LINK_TOKEN } from '../../testing/linkState.ts'
import { refundRecord } from '../../testing/refundRecord.ts'
import { requestDetail, requestPayment } from '../../testing/requestDetail.ts'
import { deliveryRecord, webhookRecord } from '../../testing/toldDelivery.ts'
import { en } from '../../text/en.ts'

const { cancelling } = en
const { detail: text } = en.payments
const { surplus } = en.refunds
const REQUEST_ID = `01${'a'.repeat(64)}`

const { serve, calls } = prepareConsole()

/** Serves this request and the deliveries to its only endpoint; without deliveries, there is no endpoint. */
function answer(
  request: RequestDetail | null,
  options: {
    deliveries?: readonly DeliveryRecord[]
    nextBefore?: string
    refunds?: readonly RefundRecord[]
  } = {},
): void {
  const { deliveries, nextBefore = null, refunds = [] } = options
  serve((path, { method }) => {
    if (path === '/v1/auth/session') return { status: 200, body: accountSession }
    if (path === '/v1/webhook') {
      return { status: 200, body: deliveries === undefined ? [] : [webhookRecord] }
    }
    if (path === '/v2/refunds') return { status: 200, body: { refunds, nextCursor: null } }
    if (method === 'POST') return { status: 200, body: deliveries?.[0] }
    if (path.endsWith('/deliveries')) return { status: 200, body: { deliveries, nextBefore } }
    return request === null
      ? { status: 404, body: problem('request_not_found', 404) }
      : { status: 200, body: request }
  })
}

const open = () => mountConsole({ name: 'payment', requestId: REQUEST_ID })
const titles = () =>
  find('.timeline .step > span:first-child').map((step) => textOf(step).replace(/\s+/g, ' ').trim())
const facts = () => find('.facts-list > div').map(textOf)

describe('A payment', () => {
  test('a partial payment shows its history, the facts on chain, and the remaining amount', async () => {
    const request = requestDetail({
      status: 'partially_paid',
      paidAmount: '30',
      remainingAmount: '50',
      payments: [requestPayment({})],
      customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
    })
    answer(request, { deliveries: [deliveryRecord({ event: 'payment.partial' })] })
    await open()
    await expect
      .poll(titles)
      .toEqual([
        text.created,
        text.arrived('$30.00'),
        `${text.webhook} payment.partial ${en.deliveries.status.delivered}`,
        text.waitingFor('$50.00'),
      ])
    expect(find('h1').map(textOf)).toEqual([text.titleOf('1042')])
    expect(find('#state-title').map(textOf)).toEqual([text.of('$30.00', '$80.00')])
    const shown = facts().join('\n')
    for (const part of [
      'Ana Silva, ana@example.test',
      '30.006\u00a0USDC',
      'Ethereum',
      text.rateOf('USDC', '$0.9998'),
    ]) {
      expect(shown).toContain(part)
    }
    expect(find('.facts-list a').map((link) => link.getAttribute('href'))).toEqual([
      `https://etherscan.io/tx/0x${'a7'.repeat(32)}`,
    ])
    expect(find('details pre').map(textOf)).toEqual([JSON.stringify(request, null, 2)])
    await inspectConsole()
  })

  test('a bridged payment shows the amount that left the wallet, both fees, and the fee that the merchant bears', async () => {
    const gas = { type: 'gas', amount: '0.0001', currency: 'ETH', network: 'base' } as const
    const kept = { type: 'crosschain', amount: '0.06', currency: 'USDT', network: 'base' } as const
    const costs = {
      sourceAmount: '30.066',
      sourceCurrency: 'USDT',
      payeeFee: { amount: '0.75', netAmount: '29.25' },
    }
    const worth = { worth: '0.241', worthCurrency: 'USD' }
    const shown = () => facts().join('\n')
    const payment = { ...costs, fees: [{ ...gas, ...worth }, kept] }
    answer(requestDetail({ status: 'paid', payments: [requestPayment(payment)] }))
    await open()
    await expect.poll(shown).toContain(`${text.payeeFee}$0.75`)
    expect(shown()).toContain(`${text.net}$29.25`)
    expect(shown()).toContain(`${text.spent}30.066\u00a0USDT`)
    expect(shown()).toContain(`${text.kept}0.06\u00a0USDT`)
    expect(shown()).toContain(`${text.gas}0.0001\u00a0ETH · $0.24`)
    await inspectConsole()
  })

  test('the fee that the merchant bears and the rest add up to the credited amount to the cent', async () => {
    const payment = {
      amount: '33.33',
      payeeFee: { amount: '0.56661', netAmount: '32.76339' },
    }
    answer(requestDetail({ status: 'paid', payments: [requestPayment(payment)] }))
    await open()
    const shown = () => facts().join('\n')
    await expect.poll(shown).toContain(`${text.payeeFee}$0.57`)
    expect(shown()).toContain(`${text.net}$32.76`)
  })

  test('a network fee without a price has no worth, and a payer’s fee is no fee of the merchant', async () => {
    const gas = { type: 'gas', amount: '0.0001', currency: 'ETH', network: 'base' } as const
    const unpriced = {
      fees: [{ ...gas, worth: null, worthCurrency: 'USD', noWorthReason: 'no_price' as const }],
    }
    answer(requestDetail({ status: 'paid', payments: [requestPayment(unpriced)] }))
    await open()
    const shown = () => facts().join('\n')
    await expect.poll(shown).toContain(`${text.gas}0.0001\u00a0ETH · ${text.priceUnknown}`)
    expect(shown()).not.toContain(text.payeeFee)
  })

  test('a request shows the networks on which it can be paid, and then those of its payments', async () => {
    const options = [
      {
        paymentCurrencyId: 'USDC-base',
        network: 'base',
        payee: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
        paymentReference: '0x7d1e0a92c4b85f37',
      },
    ]
    answer(requestDetail({ options }))
    await open()
    const named = () => facts().find((fact) => fact.startsWith(text.network))
    await expect.poll(named).toBe(`${text.network}Ethereum and Base`)
    const payment = { sourceNetwork: 'base', destinationNetwork: 'base' }
    answer(requestDetail({ options, status: 'paid', payments: [requestPayment(payment)] }))
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(named).toBe(`${text.network}Base`)
  })

  test('a request that accepts several currencies shows the payment references of the paid ones only', async () => {
    const way = { network: 'base', payee: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e' }
    const options = [
      { ...way, paymentCurrencyId: 'USDC-base', paymentReference: '0x7d1e0a92c4b85f37' },
      { ...way, paymentCurrencyId: 'ETH-base-base', paymentReference: '0x7d1e0a92c4b85f38' },
    ]
    answer(requestDetail({ options }))
    await open()
    const referenced = () => facts().filter((fact) => fact.startsWith(text.paymentReference))
    await expect.poll(() => facts().length).toBeGreaterThan(1)
    expect(referenced()).toEqual([])
    const networks = { sourceNetwork: 'base', destinationNetwork: 'base' }
    const payment = requestPayment({ ...networks, paymentCurrency: 'USDC' })
    answer(requestDetail({ options, status: 'paid', payments: [payment] }))
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => referenced().join()).toContain('0x7d1e0a92c4b85f37')
    expect(referenced()).toHaveLength(1)
  })

  test('an unpaid order links to its payment link, and a payout to its payout link', async () => {
    answer(requestDetail({ securePaymentToken: LINK_TOKEN }))
    await open()
    const links = () => find('.facts-list a').map((link) => link.getAttribute('href'))
    await expect.poll(links).toEqual([`/console/links/${LINK_TOKEN}`])
    await inspectConsole()
    answer(requestDetail({ securePaymentToken: LINK_TOKEN, flow: 'pay' }))
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(links).toEqual([`/console/payouts/links/01${'a'.repeat(64)}`])
  })

  test('a paid request shows the value of the received payments only in the reporting currency', async () => {
    const inYen = { reportingCurrency: 'JPY', amountInReportingCurrency: '4500.9' } as const
    const payments = [requestPayment(inYen), requestPayment({ ...inYen, id: 'second' })]
    answer(requestDetail({ status: 'paid', payments }))
    await open()
    await expect.poll(() => facts().join()).toContain('¥9,001')
    // Exact values are visible text, because a title is inaccessible by keyboard and touch.
    expect(facts().join()).toContain(en.payments.exactly('9001.8\u00a0JPY'))
    expect(facts().join()).toContain(en.payments.exactly('4500.9\u00a0JPY'))
    expect(facts().join()).not.toContain(text.worth('USD'))
    await inspectConsole()
  })

  test('a request that was paid twice and refunded shows the received amount, its value, the refunded amount and the amount kept', async () => {
    const second = requestPayment({ id: '01KB52A1B2C3D4E5F6G7H8J9KB' })
    answer(
      requestDetail({
        ...{ status: 'paid', requestAmount: '30', paidAmount: '60', amountInUsd: '60' },
        ...{ payments: [requestPayment({}), second], receivedAmount: '60.012' },
        ...{ refundedAmount: '30.006', refundStatus: 'partial', excessAmount: '30' },
        order: { title: 'Oak table' },
      }),
    )
    await open()
    const { sums } = text
    await expect.poll(() => find('.badge').map(textOf)).toContain(en.refunds.marks.partial)
    const state = () => find('section[aria-labelledby="state-title"] .facts-list > div').map(textOf)
    await expect
      .poll(() => state().slice(0, 5))
      .toEqual([
        `${sums.received}60.012\u00a0USDC`,
        `${sums.worth('USD')}$60.00`,
        `${sums.refunded}30.006\u00a0USDC`,
        `Left after refunds30.006\u00a0USDC`,
        `${en.links.detail.order}Oak table`,
      ])
    await inspectConsole()
  })

  test('a partially paid request with two payments shows the value of the received payments, but no refund', async () => {
    const second = requestPayment({ id: '01KB52A1B2C3D4E5F6G7H8J9KB' })
    answer(
      requestDetail({
        ...{ status: 'partially_paid', paidAmount: '60', remainingAmount: '20' },
        ...{ payments: [requestPayment({}), second], receivedAmount: '60.012' },
      }),
    )
    await open()
    await expect.poll(() => facts().join('\n')).toContain(`${text.sums.worth('USD')}$60.00`)
    expect(facts().join('\n')).not.toContain('$80.00')
    expect(facts().join('\n')).not.toContain(text.sums.kept)
  })

  test('a refund’s page is named after the order, and links to the refunded payment and its customer', async () => {
    const requestId = `01${'b'.repeat(64)}`
    answer(
      requestDetail({
        ...{ flow: 'pay', reference: null, customerInfo: null },
        refundOf: {
          ...{ refundId: LINK_TOKEN, paymentId: LINK_TOKEN, requestId, reference: 'INV-1003' },
          customerInfo: { firstName: 'Bo', lastName: 'Lund' },
        },
      }),
    )
    await open()
    await expect.poll(() => find('h1').map(textOf)).toEqual([en.refunds.of('INV-1003')])
    expect(facts()).toContain(`${en.refunds.list.payment}INV-1003`)
    expect(facts()).toContain(`${text.customer}Bo Lund`)
    expect(find('.facts-list a').map((link) => link.getAttribute('href'))).toContain(
      `/console/payments/${requestId}`,
    )
    await inspectConsole()
  })

  test('a payment that is late, too high and from another chain shows each of these facts', async () => {
    const note = 'The bridge delivered another token.'
    answer(
      requestDetail({
        status: 'paid',
        paidAmount: '85',
        remainingAmount: '0',
        excessAmount: '5',
        paidLate: true,
        note,
        payments: [
          requestPayment({}),
          requestPayment({
            id: '01KB52A1B2C3D4E5F6G7H8J9KB',
            isLate: true,
            type: 'crosschain',
            sourceNetwork: 'base',
            sourceTxHash: `0x${'b8'.repeat(32)}`,
            excessAmount: '5',
            excessCurrency: 'USD',
            note,
          }),
        ],
      }),
      { deliveries: [], nextBefore: '01KB54A1B2C3D4E5F6G7H8J9KA' },
    )
    await open()
    await expect
      .poll(() => find('.note').map(textOf).join())
      .toContain(`${surplus.overpaid('$5.00')} ${surplus.agree}`)
    expect(find('.note').map(textOf).join()).toContain(text.late)
    expect(find('.facts-list a').map((link) => link.getAttribute('href'))).toContain(
      `https://basescan.org/tx/0x${'b8'.repeat(32)}`,
    )
    expect(find('h2').map(textOf)).toContain(text.chain(2, 2))
    expect(find('.hint').map(textOf)).toContain(text.moreDeliveries)
    expect(find('.timeline .spinner')).toEqual([])
    await inspectConsole()
  })

  test.each([
    ['open', 'warning', surplus.waiting],
    ['processing', 'warning', surplus.waiting],
    ['confirmed', 'success', surplus.done],
    ['cancelled', 'warning', surplus.agree],
  ] as const)(
    'the note on a surplus describes a refund that is %s',
    async (status, tone, sentence) => {
      const request = requestDetail({
        status: 'paid',
        excessAmount: '5',
        payments: [requestPayment({})],
      })
      const refund = refundRecord({
        status,
        amount: '5',
        amountPaid: '0',
        amountInInvoiceCurrency: '5',
      })
      answer(request, { deliveries: [], refunds: [refund] })
      await open()
      await expect.poll(() => find(`.note.${tone}`).map(textOf).join()).toContain(sentence)
      expect(find('.note').map(textOf).join().includes(surplus.agree)).toBe(status === 'cancelled')
    },
  )

  test.each([
    ['created', text.waiting],
    ['processing', text.processing],
  ] as const)('a payment that is %s shows the step that it waits for', async (status, title) => {
    answer(requestDetail({ status, reference: null }))
    await open()
    await expect.poll(titles).toEqual([text.created, title])
    expect(find('h1').map(textOf)).toEqual([text.title])
    expect(find('a').map(textOf)).toContain(text.addWebhook)
    await inspectConsole()
  })

  test('a payment shows each step of its payers, with the wallet and the transaction', async () => {
    const first = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
    const second = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
    const at = (time: string) => `2026-11-02T08:${time}.000Z`
    const txHash = `0x${'a7'.repeat(32)}`
    const payment = requestPayment({ timestamp: at('14:59') })
    const network = 'mainnet'
    answer(
      requestDetail({
        status: 'partially_paid',
        remainingAmount: '50',
        payments: [payment],
        activity: [
          { kind: 'opened', at: at('13:40') },
          { kind: 'wallet_chosen', at: at('14:00'), walletAddress: first, network },
          { kind: 'wallet_chosen', at: at('14:30'), walletAddress: second, network },
          { kind: 'sent', at: at('14:52'), walletAddress: second, network, txHash },
          { kind: 'seen', at: at('15:00'), network, txHash },
          { kind: 'confirmed', at: at('15:10'), network, txHash, paymentId: payment.id },
        ],
      }),
      { deliveries: [deliveryRecord({ createdAt: at('15:10') })] },
    )
    await open()
    await expect
      .poll(titles)
      .toEqual([
        text.created,
        text.opened,
        text.walletChosen,
        text.walletChosen,
        text.sent,
        text.seen,
        text.arrived('$30.00'),
        `${text.webhook} payment.confirmed ${en.deliveries.status.delivered}`,
        text.waitingFor('$50.00'),
      ])
    expect(find('.timeline code[title]').map((code) => code.getAttribute('title'))).toEqual([
      first,
      second,
    ])
    expect(find('.timeline code[title]').map(textOf)).toEqual(['0x15d3…6A65', '0x9965…A4dc'])
    const links = find('.timeline a[target]').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      `https://etherscan.io/tx/${txHash}`,
      `https://etherscan.io/tx/${txHash}`,
    ])
    expect(find('.timeline time').map((time) => time.getAttribute('datetime'))).toContain(
      at('15:10'),
    )
    await inspectConsole()
  })

  test('a payment shows the screened wallets, and the reason of a rejected one', async () => {
    const rejected = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
    const accepted = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
    const at = (time: string) => `2026-11-02T08:${time}.000Z`
    const screened = (time: string, walletAddress: string, reasonCode: string | null) => ({
      kind: 'screened' as const,
      at: at(time),
      walletAddress,
      screening: {
        status: reasonCode === null ? ('approved' as const) : ('rejected' as const),
        reasonCode,
        provider: 'stand-in',
        providerReference: reasonCode === null ? null : 'case 41',
        evaluatedAt: at(time),
        expiresAt: at('59:00'),
      },
    })
    answer(
      requestDetail({
        activity: [screened('14:00', rejected, 'mixer'), screened('14:30', accepted, null)],
      }),
    )
    await open()
    await expect
      .poll(titles)
      .toEqual([text.created, text.walletNotAccepted, text.walletAccepted, text.waiting])
    expect(find('.timeline .hint').map(textOf)).toEqual([
      text.screeningReason('mixer · stand-in · case 41'),
    ])
    await inspectConsole()
  })

  test('a wallet on the host’s deny list shows the list, with the entry’s reason if there is one', async () => {
    const screened = (minutes: string, reasonCode: string) => ({
      kind: 'screened' as const,
      at: `2026-11-02T08:${minutes}.000Z`,
      walletAddress: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      screening: {
        status: 'rejected' as const,
        reasonCode,
        provider: 'list',
        providerReference: null,
        evaluatedAt: `2026-11-02T08:${minutes}.000Z`,
        expiresAt: '2026-11-02T08:59:00.000Z',
      },
    })
    const activity = [screened('14:00', 'deny_list'), screened('14:30', 'sanctions-2026-11')]
    answer(requestDetail({ activity }))
    await open()
    await expect
      .poll(() => find('.timeline .hint').map(textOf))
      .toEqual([
        text.screeningReason(text.denyList),
        text.screeningReason(`sanctions-2026-11 · ${text.denyList}`),
      ])
    await inspectConsole()
  })

  test('repeated wallet choices are folded between the first and the last one, until a person opens them', async () => {
    const network = 'mainnet'
    const at = (index: number) =>
      `2026-11-02T08:${String(10 + (index % 40)).padStart(2, '0')}:00.000Z`
    const walletOf = (index: number) => `0x${String(index).padStart(40, '0')}`
    const activity = Array.from({ length: 40 }, (_, index) => ({
      kind: 'wallet_chosen' as const,
      at: at(index),
      walletAddress: walletOf(index),
      network,
    }))
    answer(requestDetail({ activity }))
    await open()
    const folded = text.moreSteps('38')
    const visible = () =>
      find('.timeline code[title]').flatMap((code) =>
        code.checkVisibility() ? [code.getAttribute('title')] : [],
      )
    await expect.poll(visible).toEqual([walletOf(0), walletOf(39)])
    expect(find('.timeline summary').map((one) => textOf(one).trim())).toEqual([folded])
    await inspectConsole()
    for (const summary of find('.timeline summary')) {
      if (summary instanceof HTMLElement) summary.click()
    }
    await expect.poll(visible).toEqual(Array.from({ length: 40 }, (_, index) => walletOf(index)))
    await inspectConsole()
  })

  test('a payment with the longest reference shows the whole reference', async () => {
    const reference = `${'long-reference-'.repeat(16)}end`
    answer(requestDetail({ reference }))
    await open()
    await expect.poll(() => facts().join()).toContain(reference)
    await inspectConsole()
  })

  test('a payment that does not exist shows a message', async () => {
    answer(null)
    await open()
    await expect.poll(() => find('.empty h2').map(textOf)).toEqual([text.missing])
    await inspectConsole()
  })
})

describe('An unpaid request', () => {
  /** Serves a request, with this response to its cancellation. */
  function answerCancel(cancelled: Answer, session: object = accountSession): void {
    let status: RequestDetail['status'] = 'created'
    serve((path, { method }) => {
      if (path === '/v1/auth/session') return { status: 200, body: session }
      if (path === '/v1/webhook') return { status: 200, body: [] }
      if (method !== 'POST') return { status: 200, body: requestDetail({ status }) }
      if (cancelled.status === 200) status = 'invalidated'
      return cancelled
    })
  }
  const pressLabel = (within: string) => {
    for (const button of find(`${within} button`)) {
      const labels: readonly string[] = [cancelling.request, cancelling.payout.request]
      const isCancel = labels.includes(textOf(button).trim())
      if (isCancel && button instanceof HTMLElement) button.click()
    }
  }

  test('an unpaid request is cancelled after a confirmation', async () => {
    answerCancel({ status: 200, body: { requestId: REQUEST_ID, status: 'invalidated' } })
    await open()
    await expect.poll(titles).toHaveLength(2)
    pressLabel('.page-head')
    await expect.poll(() => find('dialog h2').map(textOf)).toEqual([cancelling.title('$80.00')])
    await inspectConsole()
    pressLabel('dialog')
    await expect
      .poll(() => find('.badge').map(textOf))
      .toEqual([en.payments.unpaid.status.invalidated])
    await expect.poll(() => find('dialog').length).toBe(0)
    const [sent] = calls.filter(({ method }) => method === 'POST')
    expect(sent?.url.pathname).toBe(`/v2/request/${REQUEST_ID}/cancel`)
    expect(find('.page-head button').map(textOf).join()).not.toContain(cancelling.request)
  })

  test('the dialog that cancels a payout shows how many other payouts wait for the same approval', async () => {
    const approval = approvalRecord({ kind: 'payout', requestIds: [REQUEST_ID, '02', '03'] })
    serve((path) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (path === '/v1/webhook') return { status: 200, body: [] }
      if (path === '/v1/approvals') {
        return { status: 200, body: { approvals: [approval], nextCursor: null } }
      }
      if (path === '/v1/members') return { status: 200, body: [] }
      return { status: 200, body: requestDetail({ flow: 'pay' }) }
    })
    await open()
    await expect.poll(titles).toHaveLength(2)
    pressLabel('.page-head')
    await expect
      .poll(() => find('dialog .note').map(textOf).join())
      .toContain(cancelling.waitingTogether(2))
    // For a payout, the dialog addresses the merchant as the payer.
    expect(find('dialog h2').map(textOf)).toEqual([cancelling.payout.title('$80.00')])
    expect(find('dialog p').map(textOf)).toContain(cancelling.payout.text)
    await inspectConsole()
  })

  test.each(['batch', 'scheduled'] as const)(
    'an unpaid request whose cancellation is rejected because of %s shows the next step in the dialog',
    async (reason) => {
      answerCancel({ status: 409, body: problem('cancel_refused', 409, { reason }) })
      await open()
      await expect.poll(titles).toHaveLength(2)
      pressLabel('.page-head')
      await expect.poll(() => find('dialog[open]').length).toBe(1)
      pressLabel('dialog')
      await expect
        .poll(() => find('[role="alert"]').map(textOf).join())
        .toContain(cancelling.refused[reason])
      expect(find('[role="alert"]')).toHaveLength(1)
      await inspectConsole()
    },
  )

  test('an unpaid request has no button for a member who may only read', async () => {
    answerCancel({ status: 200, body: null }, { ...accountSession, scopes: ['read'] })
    await open()
    await expect.poll(titles).toHaveLength(2)
    expect(find('.page-head button').map(textOf).join()).not.toContain(cancelling.request)
  })
})

describe('A payment’s webhook', () => {
  const failed = deliveryRecord({
    status: 'dead',
    attempts: [
      {
        attempt: 0,
        startedAt: '2026-11-02T08:15:20.031Z',
        durationMs: 12,
        responseStatus: null,
        responseBody: null,
        error: 'connection refused',
      },
    ],
  })

  test('a payment’s webhook that failed shows the reason, and is sent again on request', async () => {
    answer(requestDetail({ status: 'paid', payments: [requestPayment({})] }), {
      deliveries: [failed],
    })
    await open()
    await expect
      .poll(() => find('.told').map(textOf).join())
      .toContain(text.unanswered(1, 'connection refused'))
    await inspectConsole()
    press(`${text.resend}: payment.confirmed`)
    await expect.poll(() => find('.announcement').map(textOf).join()).toContain(text.resent)
    const [sent] = calls.filter(({ method }) => method === 'POST')
    expect(sent?.url.pathname).toBe(
      `/v1/webhook/${webhookRecord.id}/deliveries/${failed.id}/redeliver`,
    )
  })

  test('a payment’s webhook that cannot be sent again shows the reason', async () => {
    const request = requestDetail({ status: 'paid' })
    serve((path, { method }) => {
      if (path === '/v1/auth/session') return { status: 200, body: accountSession }
      if (method === 'POST') return { status: 500, body: problem('internal', 500) }
      if (path === '/v1/webhook') return { status: 200, body: [webhookRecord] }
      const body = path.endsWith('/deliveries')
        ? { deliveries: [failed], nextBefore: null }
        : request
      return { status: 200, body }
    })
    await open()
    await expect.poll(titles).toHaveLength(2)
    press(`${text.resend}: payment.confirmed`)
    await expect.poll(() => find('[role="alert"]').map(textOf).join()).toContain('support-1042')
    await inspectConsole()
  })
})

function press(name: string): void {
  const button = find('button').find((one) => one.getAttribute('aria-label') === name)
  if (button instanceof HTMLElement) button.click()
}
