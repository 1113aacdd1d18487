import { parseAmount } from '@secure-payment/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseCsv } from '../../console/src/views/payouts/parseCsv.ts'
import { loadPayments } from '../../host/src/api/payments/loadPayments.ts'
import { createKnownParts, readOrderShares } from '../../host/src/api/payments/readOrderShares.ts'
import { seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { type SeededPayment, seedPayments } from '../support/seedPayments.ts'
import {
  API_KEY,
  PAYEE,
  PAYER,
  pageHeaders,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let test: TestHost

beforeAll(async () => {
  test = await startTestHost()
})

afterAll(() => test[Symbol.asyncDispose]())

/** Creates a request for 119 USDC with 19 USDC of tax, and stores its payments in the given order. */
async function seedOrder(reference: string, payments: readonly Partial<SeededPayment>[]) {
  const { requestIds } = await test.createPayment({
    requests: [{ ...usdcItem, amount: '119' }],
    reference,
    order: { lines: [{ name: 'Tea', quantity: '2', unitPrice: '50', taxAmount: '19' }] },
  })
  const [request_id = ''] = requestIds
  const sum = payments.reduce((units, one) => units + BigInt(one.request_units ?? '1'), 0n)
  await test.host.context.db.kysely
    .updateTable('requests')
    .set({ paid_units: String(sum) })
    .where('id', '=', request_id)
    .execute()
  await seedPayments(
    test.host.context,
    payments.map((one, index) => ({
      request_id,
      block_time: `2026-01-0${index + 1}T00:00:00.000Z`,
      ...one,
    })),
  )
}

/** Exports the payments with a reference, and resolves with one record per line, keyed by column, oldest first. */
async function exportLines(reference: string, headers?: Record<string, string>) {
  const path = `/v2/payments?format=csv&reference=${reference}`
  const { text } = await test.call(
    'GET',
    path,
    headers === undefined ? {} : { headers, anonymous: true },
  )
  const csv = parseCsv(text)
  if (!('rows' in csv)) throw new Error(csv.fault)
  const [header, ...lines] = csv.rows
  const names = header?.cells ?? []
  return lines
    .map(({ cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at]])))
    .toReversed()
}

/** Returns each line's net amount, tax and gross amount. */
async function sharesOf(reference: string) {
  const lines = await exportLines(reference)
  return lines.map(({ netAmount, taxAmount, grossAmount }) => [netAmount, taxAmount, grossAmount])
}

describe('The export for an accountant', () => {
  it('the export for an accountant splits an order’s payment into its net amount and tax', async () => {
    await seedOrder('whole', [{ request_units: '119000000' }])
    expect(await sharesOf('whole')).toEqual([['100', '19', '119']])
  })

  it('the export for an accountant shares the order’s tax among its partial payments without a remainder', async () => {
    const third = { request_units: '39666666' }
    await seedOrder('parts', [third, third, { request_units: '39666668' }])
    expect(await sharesOf('parts')).toEqual([
      ['33.333333', '6.333333', '39.666666'],
      ['33.333333', '6.333333', '39.666666'],
      ['33.333334', '6.333334', '39.666668'],
    ])
  })

  it('the export for an accountant shows no tax on a surplus', async () => {
    await seedOrder('over', [{ request_units: '120000000' }, { request_units: '119000000' }])
    expect(await sharesOf('over')).toEqual([
      ['100', '19', '119'],
      ['0', '0', '0'],
    ])
  })

  it('the export for an accountant finds the tax on a partial payment even if a filter excludes the other parts', async () => {
    const half = { request_units: '59500000' }
    await seedOrder('half', [half, { ...half, payer: PAYER, tx_hash: `0x${'fe'.repeat(32)}` }])
    const { text } = await test.call('GET', `/v2/payments?format=csv&txHash=0x${'fe'.repeat(32)}`)
    expect(text).toContain(',50,9.5,59.5,')
  })

  it('the export for an accountant shares the tax exactly among more partial payments than one read returns', async () => {
    const units = Array.from({ length: 1_190 }, (_, index) => 99_900 + (index % 7))
    const rest = 119_000_000 - units.reduce((sum, one) => sum + one, 0)
    await seedOrder(
      'dust',
      [...units, rest].map((part, index) => ({
        request_units: String(part),
        block_time: new Date(Date.UTC(2026, 1, 1) + index * 12_000).toISOString(),
      })),
    )
    const shares = await sharesOf('dust')
    const sumOf = (column: number) =>
      shares.reduce((sum, share) => sum + parseAmount(share[column] ?? '', 6), 0n)
    expect(shares).toHaveLength(1_191)
    expect([sumOf(0), sumOf(1), sumOf(2)]).toEqual([100_000_000n, 19_000_000n, 119_000_000n])
  })

  it('the export for an accountant reads a request’s partial payments once, and again after a new payment is recorded', async () => {
    const { context } = test.host
    const third = { request_units: '39666666' }
    await seedOrder('once', [third, third, third])
    const load = async () => {
      const { json } = await test.call('GET', '/v2/payments?reference=once')
      return loadPayments(
        context,
        json.payments.map(({ id }: { id: string }) => id),
      )
    }
    const [newest, ...older] = await load()
    if (newest === undefined) throw new Error('No payment was found.')
    const known = createKnownParts()
    await readOrderShares(context, [newest], known)
    const reads = vi.spyOn(context.db.kysely, 'selectFrom')
    const shares = await readOrderShares(context, older, known)
    expect(reads).not.toHaveBeenCalled()
    reads.mockRestore()
    const taxes = [...shares.values()].map(({ taxAmount }) => taxAmount)
    expect(taxes).toEqual(['6.333333', '6.333333'])
    const late = {
      request_id: newest.request.id,
      request_units: '7000000',
      block_time: '2026-01-04T00:00:00.000Z',
    }
    await seedPayments(context, [late])
    const [last] = await load()
    if (last === undefined) throw new Error('No payment was found.')
    const found = await readOrderShares(context, [last], known)
    expect(found.get(last.payment.id)).toEqual({
      netAmount: '0.000001',
      taxAmount: '0.000001',
      grossAmount: '0.000002',
    })
  })

  it.each(['csv', 'spreadsheet'])(
    'the export for an accountant has no formula in format %s, even in programs that separate cells at semicolons',
    async (format) => {
      const reference = `a;=HYPERLINK("http://evil.test");; +1;b-${format}`
      await seedOrder(reference, [{}])
      const query = `reference=${encodeURIComponent(reference)}&format=${format}`
      const { text } = await test.call('GET', `/v2/payments?${query}`)
      const cells = text.split(/[;,\r\n]/).map((cell: string) => cell.trim())
      expect(cells).toContain(`'=HYPERLINK(""http://evil.test"")`)
      expect(cells).toContain("'+1")
      expect(cells.filter((cell: string) => /^[=+@-]/.test(cell))).toEqual([])
    },
  )

  it('the export for an accountant leaves the tax empty for a request without order lines', async () => {
    const { requestIds } = await test.createPayment({ requests: [usdcItem], reference: 'plain' })
    await seedPayments(test.host.context, [{ request_id: requestIds[0] ?? '' }])
    expect(await sharesOf('plain')).toEqual([['', '', '']])
  })

  it('the export for an accountant lists gas in its own column, because the payer pays it, not the merchant', async () => {
    await seedOrder('gas', [
      { gas_units: '21000000000000', fee_units: '500000', fee_address: PAYEE, network: 'devnet' },
    ])
    const [line] = await exportLines('gas')
    expect(line).toMatchObject({ fees: 'platform 0.5 USDC', payerGas: 'gas 0.000021 ETH' })
  })

  it('the export for an accountant names the direction, the received tokens and the payee', async () => {
    const { json } = await test.call('POST', '/v2/payouts', {
      body: { ...usdcItem, amount: '7', reference: 'salary' },
    })
    await seedPayments(test.host.context, [
      { request_id: json.requestId, credited_units: '7000000' },
    ])
    await seedOrder('sale', [{ credited_units: '119000000' }])
    expect(await exportLines('salary')).toMatchObject([
      { direction: 'paid_out', receivedAmount: '7', payeeAddress: PAYEE },
    ])
    expect(await exportLines('sale')).toMatchObject([
      { direction: 'received', receivedAmount: '119', payeeAddress: PAYEE },
    ])
  })

  it('the export for an accountant shows no payee to a client ID, because its pages may hide the payee', async () => {
    const shop = pageHeaders((await test.createClientId()).clientId)
    const body = { requests: [usdcItem], reference: 'shop' }
    const options = { body, headers: shop, anonymous: true }
    const { json } = await test.call('POST', '/v2/secure-payments', options)
    await seedPayments(test.host.context, [{ request_id: json.requestIds[0] }])
    expect(await exportLines('shop', shop)).toMatchObject([{ payeeAddress: '' }])
    expect(await exportLines('shop')).toMatchObject([{ payeeAddress: PAYEE }])
  })

  it('the export for an accountant begins with a byte order mark and readable titles in the spreadsheet format, and has the same number of lines', async () => {
    await seedOrder('Größe', [{}])
    const path = `/v2/payments?reference=${encodeURIComponent('Größe')}&format=`
    const sheet = await fetch(`${test.host.url}${path}spreadsheet`, {
      headers: { 'x-api-key': API_KEY },
    })
    expect(sheet.headers.get('content-type')).toContain('text/csv; charset=utf-8')
    const bytes = await sheet.bytes()
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = new TextDecoder().decode(bytes)
    const first = [
      'Time (UTC),Direction,Kind,Reference,First name,Last name,E-mail,Amount,Currency',
      'Worth in the reporting currency,Reporting currency,Net amount,Tax,Gross amount',
      'Amount in the payment currency,Payment currency,Fee borne by the payee,Amount after the fee,Platform fee,Platform fee: currency',
    ]
    expect(text.startsWith(first.join())).toBe(true)
    const csv = await test.call('GET', `${path}csv`)
    expect(csv.text.startsWith('id,timestamp,')).toBe(true)
    const countLines = (text: string) => text.split('\r\n').length
    expect([countLines(text), countLines(csv.text)]).toEqual([3, 3])
  })
})

const customer = { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' }

/** Seeds a payment of 12.5 USDC on a day in May 2026, and a refund of 4 that is paid a day later. */
async function seedRefunded(day: number) {
  const at = (date: number) => `2026-05-${String(date).padStart(2, '0')}T12:00:00.000Z`
  const order = { reference: 'INV-1003', customerInfo: customer }
  const worth = { amount_in_usd: '12.49875', block_time: at(day) }
  const payment = await seedPaid(test, worth, order)
  const { json: refund } = await test.call('POST', `/v2/payments/${payment.id}/refunds`, {
    body: { amount: '4', reason: 'Two bags arrived torn' },
  })
  await seedMore(test, {
    ...{ request_id: refund.refundRequestId, request_units: '4000000', credited_units: '4000000' },
    ...{ amount_in_usd: '3.99960001', block_time: at(day + 1) },
    ...{ gas_units: '21000000000000' },
  })
  return { payment, refund }
}

/** Exports the days `from` to `to` of May 2026 for a spreadsheet. Resolves with one record per line, keyed by title, oldest first. */
async function exportSheet(from: number, to: number) {
  const range = `fromDate=2026-05-${from}T00:00:00Z&toDate=2026-05-${to}T23:59:59Z`
  const { text } = await test.call('GET', `/v2/payments?format=spreadsheet&${range}`)
  const csv = parseCsv(text)
  if (!('rows' in csv)) throw new Error(csv.fault)
  const [header, ...lines] = csv.rows
  const titles = header?.cells ?? []
  return lines
    .map(({ cells }) => Object.fromEntries(titles.map((title, at) => [title, cells[at]])))
    .toReversed()
}

describe('The export for a month with refunds', () => {
  beforeAll(() => void stateChain(test))

  it('a refund in GET /v2/payments and in its CSV names the refunded payment, its order and its customer', async () => {
    const { payment, refund } = await seedRefunded(10)
    const refundOf = {
      refundId: refund.id,
      paymentId: payment.id,
      requestId: payment.request_id,
      reference: 'INV-1003',
      customerInfo: customer,
    }
    const { payments } = (
      await test.call('GET', `/v2/payments?requestId=${refund.refundRequestId}`)
    ).json
    expect(payments).toMatchObject([{ refundId: refund.id, refundOf, flow: 'pay' }])
    const { json } = await test.call('GET', `/v2/request/${refund.refundRequestId}`)
    expect(json).toMatchObject({ reference: null, refundOf })
    const order = await test.call('GET', `/v2/request/${payment.request_id}`)
    expect(order.json).not.toHaveProperty('refundOf')
    const { text } = await test.call(
      'GET',
      `/v2/payments?format=csv&requestId=${refund.refundRequestId}`,
    )
    const ids = `${payment.id},${payment.request_id}`
    expect(text).toContain(
      `,${ids},INV-1003,Ana,Silva,ana@example.test,Two bags arrived torn,,,,,4\r\n`,
    )
    expect(text).toMatch(/,refundedCustomerEmail,refundReason,sourceAmount,/)
  })

  it('a search for an order’s reference finds its payments, and never returns a refund as income', async () => {
    const { payments } = (await test.call('GET', '/v2/payments?reference=INV-1003')).json
    expect(payments.length).toBeGreaterThan(0)
    for (const { flow } of payments) expect(flow).toBe('get_paid')
  })

  it('the values in the spreadsheet format add up to the received total minus the paid-out total of the same days', async () => {
    const { payment, refund } = await seedRefunded(20)
    const { json } = await test.call('POST', '/v2/payouts', { body: { ...usdcItem, amount: '7' } })
    await seedPayments(test.host.context, [
      {
        ...{ request_id: json.requestId, request_units: '7000000', credited_units: '7000000' },
        ...{ amount_in_usd: '7.0007', block_time: '2026-05-22T12:00:00.000Z' },
      },
    ])
    const lines = await exportSheet(20, 22)
    const common = { Currency: 'USDC', 'Reporting currency': 'USD', 'Payment currency': 'USDC' }
    const who = { 'First name': 'Ana', 'Last name': 'Silva', 'E-mail': 'ana@example.test' }
    expect(lines).toMatchObject([
      {
        ...{ ...common, ...who, Direction: 'received', Kind: 'Payment', Reference: 'INV-1003' },
        ...{ Amount: '12.5', 'Worth in the reporting currency': '12.49875' },
        ...{ 'Refunded amount': '4', 'Refund status': 'partial', 'Payment ID': payment.id },
        'Refund reason': '',
      },
      {
        ...{ ...common, ...who, Direction: 'paid_out', Kind: 'Refund', Reference: 'INV-1003' },
        ...{ Amount: '-4', 'Worth in the reporting currency': '-3.99960001' },
        ...{ 'Amount in the payment currency': '-4', 'Worth in USD': '-3.99960001' },
        ...{ 'Gas paid by the payer': '0.000021', 'Gas paid by the payer: currency': 'ETH' },
        ...{ 'Refund ID': refund.id, 'Refunded payment ID': payment.id },
        'Refund reason': 'Two bags arrived torn',
        ...{ 'Refunded request ID': payment.request_id },
      },
      {
        ...{ ...common, Direction: 'paid_out', Kind: 'Payout', Reference: '', 'E-mail': '' },
        ...{ Amount: '-7', 'Worth in the reporting currency': '-7.0007' },
        ...{ 'Refund ID': '', 'Refunded payment ID': '' },
      },
    ])
    const units = (worth = '') =>
      worth.startsWith('-') ? -parseAmount(worth.slice(1), 8) : parseAmount(worth, 8)
    const sum = lines.reduce(
      (all, line) => all + units(line['Worth in the reporting currency']),
      0n,
    )
    const range = 'fromDate=2026-05-20&toDate=2026-05-22'
    const totals = (await test.call('GET', `/v2/payments/totals?${range}`)).json
    const { received, paidOut } = totals
    expect(sum).toBe(
      units(received.amountInReportingCurrency) - units(paidOut.amountInReportingCurrency),
    )
    expect(sum).toBe(149_844_999n)
  })

  it('a payout’s text that begins with a minus sign is not a formula in a spreadsheet', async () => {
    const body = { ...usdcItem, amount: '7', reference: '-2+3' }
    const { json } = await test.call('POST', '/v2/payouts', { body })
    await seedPayments(test.host.context, [
      { request_id: json.requestId, block_time: '2026-05-28T12:00:00.000Z' },
    ])
    expect(await exportSheet(28, 28)).toMatchObject([
      { Reference: "'-2+3", Amount: '-0.000001', 'Worth in the reporting currency': '' },
    ])
  })
})

describe('GET /v2/payments/export', () => {
  it('the export returns the same file as the search with a format, for each credential', async () => {
    await seedOrder('export-path', [{ request_units: '119000000' }])
    const { clientId } = await test.createClientId()
    for (const headers of [{ 'x-api-key': API_KEY }, pageHeaders(clientId)]) {
      for (const format of ['csv', 'spreadsheet']) {
        const query = `format=${format}&reference=export-path`
        const read = (path: string) =>
          test.call('GET', `${path}?${query}`, { anonymous: true, headers })
        const [exported, searched] = [await read('/v2/payments/export'), await read('/v2/payments')]
        expect(exported.status).toBe(200)
        expect(exported.headers['content-type']).toMatch(/^text\/csv/)
        expect(exported.text).toBe(searched.text)
      }
    }
    const { text } = await test.call('GET', '/v2/payments/export?reference=export-path')
    expect(text).toMatch(/^id,.*\r\n01/)
  })

  it('the export rejects JSON as a format, and a page', async () => {
    const { status, json } = await test.call('GET', '/v2/payments/export?format=json')
    expect([status, json.errors[0].field]).toEqual([400, 'format'])
    expect((await test.call('GET', '/v2/payments/export?limit=101')).status).toBe(400)
  })
})
