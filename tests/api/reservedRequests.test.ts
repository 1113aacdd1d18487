import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordNoted } from '../../host/src/paying/noteRejection.ts'
import {
  PAYEE,
  PAYER,
  type PageHeaders,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let test: TestHost
/** The headers of a shop's page, whose client ID is public. */
let page: PageHeaders
beforeAll(async () => {
  test = await startTestHost()
  const { clientId } = await test.createClientId()
  page = pageHeaders(clientId)
})
afterAll(() => test[Symbol.asyncDispose]())

const STRANGER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const MASKED = '0xf39F…2266'
const SECRET = PAYEE.slice(2).toLowerCase()

const asPage = (method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: page, ...(body && { body }) })

/**
 * Creates a payment that is reserved for `PAYER`; a page reads its requests' ids like any payment's.
 */
async function reserve(accessPolicy: object = {}): Promise<{ token: string; requestId: string }> {
  const { token } = await test.createPayment({
    requests: [usdcItem],
    accessPolicy: { allowedPayerAddresses: [PAYER], hidePayeeAddress: true, ...accessPolicy },
  })
  const { json } = await asPage('GET', `/v2/secure-payments/${token}`)
  return { token, requestId: json.requestIds[0] }
}

async function toldOf(token: string): Promise<string[]> {
  await recordNoted(test.host.context)
  const rows = await test.host.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', token)
    .where('type', '=', 'secure_payment.access_rejected')
    .execute()
  return rows.map(({ body }) => JSON.parse(body).attemptedPayerWalletAddress)
}

/**
 * Counts a host's reads of payment pages from now on. The host must be new, because it prepares each read once, at the first use.
 */
function countPageReads({ host }: TestHost): () => number {
  const { db } = host.context
  const { prepare } = db
  let reads = 0
  db.prepare = (query) => {
    const run = prepare(query)
    const isPage = query.sql.includes('from "secure_payments" as "payment"')
    return (...parameters) => {
      if (isPage) reads += 1
      return run(...parameters)
    }
  }
  return () => reads
}

describe('A request on a reserved payment page, under its own id', () => {
  it('a request on a reserved payment page accepts only the listed wallets, and the merchant is notified of other wallets', async () => {
    const { token, requestId } = await reserve()
    const pay = (query = '') => asPage('GET', `/v2/request/${requestId}/pay${query}`)
    const refused = await pay(`?wallet=${STRANGER}`)
    expect([refused.status, refused.json.code]).toEqual([403, 'payer_not_allowed'])
    expect(refused.text.toLowerCase()).not.toContain(SECRET)
    expect((await pay(`?payerAddress=${STRANGER}`)).status).toBe(403)
    const unnamed = await pay()
    expect([unnamed.status, unnamed.json.errors[0].field]).toEqual([400, 'wallet'])
    expect(unnamed.text.toLowerCase()).not.toContain(SECRET)
    expect(await toldOf(token)).toEqual([STRANGER])
    const allowed = await pay(`?wallet=${PAYER.toLowerCase()}`)
    expect(allowed.status).toBe(200)
    expect(allowed.json.transactions.at(-1).data.toLowerCase()).toContain(SECRET)
    // The merchant's own server receives the payee.
    expect((await test.call('GET', `/v2/request/${requestId}/pay`)).status).toBe(200)
  })

  it('a request on a reserved payment page is rejected in a batch by another wallet', async () => {
    const { token, requestId } = await reserve()
    const open = (await test.createPayment()).requestIds[0]
    const batch = (payer?: string) =>
      asPage('POST', '/v2/payouts/batch', {
        requestIds: [open, requestId],
        ...(payer === undefined ? {} : { payer }),
      })
    const refused = await batch(STRANGER)
    expect([refused.status, refused.json.code]).toEqual([403, 'payer_not_allowed'])
    const unnamed = await batch()
    expect([unnamed.status, unnamed.json.errors[0].field]).toEqual([400, 'payer'])
    for (const { text } of [refused, unnamed]) expect(text.toLowerCase()).not.toContain(SECRET)
    expect(await toldOf(token)).toEqual([STRANGER])
    expect((await batch(PAYER)).status).toBe(201)
  })

  it('a request on a reserved payment page causes one read of the page for a rejected batch, and none for an allowed wallet', async () => {
    await using fresh = await startTestHost()
    const { requestIds } = await fresh.createPayment({
      requests: Array.from({ length: 5 }, () => usdcItem),
      accessPolicy: { allowedPayerAddresses: [PAYER] },
    })
    const reads = countPageReads(fresh)
    const batch = async (payer: string) => {
      const { status } = await fresh.call('POST', '/v2/payouts/batch', {
        body: { requestIds, payer },
      })
      return { status, reads: reads() }
    }
    expect(await batch(PAYER)).toEqual({ status: 201, reads: 0 })
    expect(await batch(STRANGER)).toEqual({ status: 403, reads: 1 })
  })

  it('a request on a reserved payment page hides a payee from a client ID, and returns it to the merchant’s server', async () => {
    const { requestId } = await reserve()
    const path = `/v2/request/${requestId}`
    const public_ = await asPage('GET', path)
    expect(public_.json.payee).toBe(MASKED)
    expect(public_.text.toLowerCase()).not.toContain(SECRET)
    expect((await test.call('GET', path)).json.payee).toBe(PAYEE)
    // The host must not return the response that it cached for the server.
    expect((await asPage('GET', path)).json.payee).toBe(MASKED)
    const shown = await reserve({ hidePayeeAddress: false })
    expect((await asPage('GET', `/v2/request/${shown.requestId}`)).json.payee).toBe(PAYEE)
  })

  it('a request on a reserved payment page hides the payee in every list as well', async () => {
    const body = {
      requests: [{ ...usdcItem, payee: SECOND_PAYEE }],
      accessPolicy: { hideUntilApproved: true },
    }
    const { status, json } = await asPage('POST', '/v2/secure-payments', body)
    expect(status).toBe(201)
    const payeeIn = (list: { requests: { requestId: string; payee: string }[] }) =>
      list.requests.find(({ requestId }) => requestId === json.requestIds[0])?.payee
    expect(payeeIn((await asPage('GET', '/v2/request')).json)).toBe('0x7099…79C8')
    expect(payeeIn((await test.call('GET', '/v2/request')).json)).toBe(SECOND_PAYEE)
  })
})
