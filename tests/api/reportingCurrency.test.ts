import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import { seedPayments } from '../support/seedPayments.ts'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const PATH = '/v1/reporting-currency'
const ALL = ['USD', 'EUR', 'CNY', 'GBP', 'JPY']

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

const call = (by: Pick<SignedIn, 'headers'>, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
const choose = (by: SignedIn, reportingCurrency: unknown) =>
  call(by, 'PUT', PATH, { reportingCurrency })

/** Opens a merchant with three payments on March 29: one valued in every currency, one only in yen, and one not at all. */
async function openMerchant() {
  const merchant = await registerAccount(test)
  const { status, json } = await call(merchant, 'POST', '/v2/request', usdcItem)
  expect(status).toBe(201)
  const base = { request_id: String(json.requestId), block_time: '2026-03-29T12:00:00.000Z' }
  const worths = { EUR: '27.50000001', GBP: '23.1', JPY: '4500' }
  await seedPayments(test.host.context, [
    { ...base, amount_in_usd: '30', fiat_worths: JSON.stringify(worths) },
    { ...base, amount_in_usd: null, fiat_worths: JSON.stringify({ JPY: '99.5' }) },
    { ...base, amount_in_usd: null },
  ])
  return merchant
}

const totalsOf = (by: SignedIn) =>
  call(by, 'GET', '/v2/payments/totals?fromDate=2026-03-29&toDate=2026-03-29')

describe('The reporting currency', () => {
  it('the reporting currency is the dollar by default, and a change applies to all payments immediately', async () => {
    const merchant = await openMerchant()
    const before = await call(merchant, 'GET', PATH)
    expect([before.status, before.json]).toEqual([200, { reportingCurrency: 'USD', choices: ALL }])
    const { status, json } = await choose(merchant, 'EUR')
    expect([status, json]).toEqual([200, { reportingCurrency: 'EUR', choices: ALL }])
    const totals = await totalsOf(merchant)
    expect(totals.json).toMatchObject({
      reportingCurrency: 'EUR',
      received: {
        paymentCount: 3,
        amountInUsd: '30',
        unvaluedCount: 2,
        amountInReportingCurrency: '27.50000001',
        unvaluedInReportingCurrencyCount: 2,
      },
    })
    await choose(merchant, 'JPY')
    const { json: inYen } = await totalsOf(merchant)
    expect([inYen.reportingCurrency, inYen.received]).toEqual([
      'JPY',
      {
        paymentCount: 3,
        amountInUsd: '30',
        unvaluedCount: 2,
        amountInReportingCurrency: '4599.5',
        unvaluedInReportingCurrencyCount: 1,
      },
    ])
    await choose(merchant, 'USD')
    expect((await totalsOf(merchant)).json.received).toMatchObject({
      amountInReportingCurrency: '30',
      unvaluedInReportingCurrencyCount: 2,
    })
  })

  it('the reporting currency determines the value shown for each payment, including in CSV', async () => {
    const merchant = await openMerchant()
    await choose(merchant, 'JPY')
    const { json } = await call(merchant, 'GET', '/v2/payments')
    const worths = json.payments.map((payment: Record<string, unknown>) => [
      payment['amountInUsd'],
      payment['reportingCurrency'],
      payment['amountInReportingCurrency'],
    ])
    expect(worths).toHaveLength(3)
    expect(worths).toEqual(
      expect.arrayContaining([
        ['30', 'JPY', '4500'],
        [null, 'JPY', '99.5'],
        [null, 'JPY', null],
      ]),
    )
    const { text } = await call(merchant, 'GET', '/v2/payments?format=csv')
    const ends = text.split('\r\n').map((line) => line.split(',').slice(29, 31).join())
    expect(ends[0]).toBe('reportingCurrency,amountInReportingCurrency')
    expect(ends.slice(1, -1).sort()).toEqual(['JPY,', 'JPY,4500', 'JPY,99.5'])
  })

  it('the reporting currency also applies to one request’s payments', async () => {
    const merchant = await registerAccount(test)
    const { json } = await call(merchant, 'POST', '/v2/request', usdcItem)
    const requestId = String(json.requestId)
    const part = { requestId, requestUnits: 1n, creditedUnits: 1n }
    await addPayment(test.host, { ...part, amountInUsd: '11', fiatWorths: { EUR: '10' } })
    const worths = async () => {
      const read = await call(merchant, 'GET', `/v2/request/${requestId}`)
      const [{ amountInUsd, reportingCurrency, amountInReportingCurrency }] = read.json.payments
      return [amountInUsd, reportingCurrency, amountInReportingCurrency]
    }
    expect(await worths()).toEqual(['11', 'USD', '11'])
    await choose(merchant, 'EUR')
    expect(await worths()).toEqual(['11', 'EUR', '10'])
    await choose(merchant, 'GBP')
    expect(await worths()).toEqual(['11', 'GBP', null])
  })

  it('the reporting currency is written to the audit log, and is set per merchant', async () => {
    const [merchant, stranger] = [await registerAccount(test), await registerAccount(test)]
    await choose(merchant, 'GBP')
    expect((await call(stranger, 'GET', PATH)).json.reportingCurrency).toBe('USD')
    const { json } = await call(merchant, 'GET', '/v2/audit-log')
    const actions = json.entries.map(({ action }: { action: string }) => action)
    expect(actions).toContain('reporting_currency.changed')
    expect(await totalsOf(merchant)).toMatchObject({ json: { reportingCurrency: 'GBP' } })
  })

  it.each(['eur', 'CHF', '', null, 7, ['EUR'], undefined])(
    'a merchant’s reporting currency is not %j',
    async (currency) => {
      const merchant = await registerAccount(test)
      const { status, json } = await choose(merchant, currency)
      expect([status, json.errors?.[0]?.field]).toEqual([400, 'reportingCurrency'])
      expect((await call(merchant, 'GET', PATH)).json.reportingCurrency).toBe('USD')
    },
  )

  it('the reporting currency is chosen only by owners and admins', async () => {
    const merchant = await registerAccount(test)
    for (const [role, status] of [
      ['admin', 200],
      ['finance', 403],
      ['developer', 403],
      ['read-only', 403],
    ] as const) {
      await test.host.context.db.kysely
        .updateTable('accounts')
        .set({ role })
        .where('tenant_id', '=', merchant.tenantId)
        .execute()
      expect([role, (await choose(merchant, 'EUR')).status]).toEqual([role, status])
      expect((await call(merchant, 'GET', PATH)).json.reportingCurrency).toBe('EUR')
    }
  })

  it('the reporting currency must be one for which a served network has a rate', async () => {
    await using base = await startTestHost({ ...NO_LIMITS, PAY_NETWORKS: 'base' })
    const merchant = await registerAccount(base)
    const { headers } = merchant
    const read = await base.call('GET', PATH, { anonymous: true, headers })
    expect(read.json).toEqual({ reportingCurrency: 'USD', choices: ['USD'] })
    const body = { reportingCurrency: 'EUR' }
    const { status, json } = await base.call('PUT', PATH, { anonymous: true, headers, body })
    expect([status, json.errors?.[0]]).toEqual([
      400,
      {
        field: 'reportingCurrency',
        code: 'no_rate',
        message: 'must be one of USD: no network of this service has a rate for EUR',
      },
    ])
  })
})
