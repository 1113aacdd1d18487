import { afterAll, describe, expect, it } from 'vitest'
import { parseCsv } from '../../console/src/views/payouts/parseCsv.ts'
import type { Answer } from '../support/callApi.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { PAYEE, pageHeaders, startTestHost } from '../support/testHost.ts'

const test = await startTestHost(NO_LIMITS)
afterAll(() => test[Symbol.asyncDispose]())

const PATH = '/v2/request/export'
const BODY = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
}

async function openShop() {
  const { tenantId, apiKey } = await test.createTenant()
  const headers = { 'x-api-key': apiKey }
  const call = (method: string, path: string, body?: object) =>
    test.call(method, path, { anonymous: true, headers, ...(body !== undefined && { body }) })
  const create = async (more: object = {}): Promise<string> => {
    const { json } = await call('POST', '/v2/request', { ...BODY, ...more })
    // Ids from one millisecond have no predictable order.
    test.clock.advance(1)
    return json.requestId
  }
  return { tenantId, call, create }
}

/** Returns one record per line of an export, keyed by column. */
function linesOf({ text }: Answer) {
  const csv = parseCsv(text)
  if (!('rows' in csv)) throw new Error(csv.fault)
  const [header, ...lines] = csv.rows
  const names = header?.cells ?? []
  return lines.map(({ cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at]])))
}

const idsOf = (answer: Answer) => linesOf(answer).map(({ requestId }) => requestId)

describe('GET /v2/request/export', () => {
  it('GET /v2/request/export returns every request as a line of text/csv, newest first', async () => {
    const { call, create } = await openShop()
    const first = await create({
      reference: 'PO-1',
      customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
    })
    const second = await create()
    const answer = await call('GET', PATH)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="requests-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(idsOf(answer)).toEqual([second, first])
    expect(linesOf(answer)[1]).toMatchObject({
      requestId: first,
      status: 'created',
      flow: 'get_paid',
      requestAmount: '12.5',
      paidAmount: '0',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      network: 'devnet',
      payee: PAYEE,
      txHash: '',
      hasBeenPaid: 'false',
      reference: 'PO-1',
      customerFirstName: 'Ana',
      customerEmail: 'ana@example.test',
    })
  })

  it('GET /v2/request/export returns CSV regardless of Accept, and only the header line if there are no requests', async () => {
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey, accept: 'application/json' }
    const {
      status,
      text,
      headers: sent,
    } = await test.call('GET', PATH, {
      anonymous: true,
      headers,
    })
    expect([status, sent['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(text).toMatch(/^requestId,paymentReference,createdAt,[^\r\n]+\r\n$/)
  })

  it('GET /v2/request/export applies the filters of the list', async () => {
    const { call, create } = await openShop()
    const invoice = await create({ reference: 'PO-2' })
    await create({ reference: 'PO-3' })
    const { json: payout } = await call('POST', '/v2/payouts', BODY)
    expect(idsOf(await call('GET', `${PATH}?reference=PO-2`))).toEqual([invoice])
    expect(idsOf(await call('GET', `${PATH}?flow=pay`))).toEqual([payout.requestId])
    expect(idsOf(await call('GET', `${PATH}?status=paid`))).toEqual([])
    expect((await call('GET', `${PATH}?flow=refund`)).status).toBe(400)
  })

  it('GET /v2/request/export returns all requests when they fill several pieces', async () => {
    const { tenantId, create, call } = await openShop()
    const id = await create()
    const { kysely } = test.host.context.db
    const row = await kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 1_200 }, (_, at) => `01${String(at).padStart(64, '0')}`)
    for (let at = 0; at < ids.length; at += 200) {
      const rows = ids.slice(at, at + 200).map((copy, index) => ({
        ...row,
        id: copy,
        payment_reference: `0x${(at + index).toString(16).padStart(16, '0')}`,
        reference_key: BigInt(1_000_000 + at + index),
      }))
      await kysely.insertInto('requests').values(rows).execute()
    }
    const exported = idsOf(await call('GET', PATH))
    expect(new Set(exported)).toEqual(new Set([id, ...ids]))
    expect(exported).toHaveLength(1_201)
    expect(tenantId).toBe(row.tenant_id)
  })

  it('GET /v2/request/export writes a formula in a reference as text', async () => {
    const { call, create } = await openShop()
    await create({ reference: '=HYPERLINK("https://evil.example")' })
    expect(linesOf(await call('GET', PATH))[0]?.['reference']).toMatch(/^'=HYPERLINK/)
  })

  it('GET /v2/request/export with a client ID returns only its own requests, without customer data', async () => {
    const { clientId } = await test.createClientId()
    await test.call('POST', '/v2/request', { body: BODY })
    const headers = pageHeaders(clientId)
    const body = { ...BODY, customerInfo: { firstName: 'Ana' } }
    const made = await test.call('POST', '/v2/request', { anonymous: true, headers, body })
    const answer = await test.call('GET', PATH, { anonymous: true, headers })
    expect(linesOf(answer)).toEqual([
      expect.objectContaining({ requestId: made.json.requestId, customerFirstName: '' }),
    ])
  })
})
