import { afterAll, beforeAll, describe, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import type { Caller } from '../support/callApi.ts'
import { createRefusalCheck, invalid } from '../support/createRefusalCheck.ts'
import { createRequest } from '../support/requestCalls.ts'
import { FEE_ADDRESS, PAYEE, PAYER, startTestHost } from '../support/testHost.ts'

/**
 * Rejections of requests, payments and currencies: the documented status, the field with its code, and no changed row. Separate suites test
 * the bodies of new requests, and payouts.
 */
const test = await startTestHost()
afterAll(() => test[Symbol.asyncDispose]())
const { rememberRows, expectRefusal } = createRefusalCheck(test)

const UNKNOWN = `01${'0'.repeat(64)}`
const HASH = `0x${'ab'.repeat(32)}`

/** The ids of this merchant's requests by their state, and of another merchant's request. */
const ids: Record<'open' | 'partial' | 'paid' | 'recurring' | 'foreign', string> = {
  open: '',
  partial: '',
  paid: '',
  recurring: '',
  foreign: '',
}
const references: { open: string } = { open: '' }

beforeAll(async () => {
  ids.open = await createRequest(test)
  ids.partial = await createRequest(test)
  ids.paid = await createRequest(test)
  ids.recurring = await createRequest(test, {
    recurrence: { startDate: '2030-01-01', frequency: 'DAILY' },
  })
  const units = { requestUnits: 10_000_000n, creditedUnits: 10_000_000n }
  await addPayment(test.host, { requestId: ids.partial, ...units })
  const all = { requestUnits: 12_500_000n, creditedUnits: 12_500_000n }
  await addPayment(test.host, { requestId: ids.paid, ...all })
  const { apiKey } = await test.createTenant()
  const foreign: Caller = (method, path, options) =>
    test.call(method, path, { ...options, anonymous: true, headers: { 'x-api-key': apiKey } })
  ids.foreign = await createRequest({ call: foreign })
  references.open = (await test.call('GET', `/v2/request/${ids.open}`)).json.paymentReference
  await rememberRows()
})

const notFound = { status: 404, code: 'request_not_found' }

describe('GET /v2/payments rejects', () => {
  it.each([
    ['fromDate=2026-01-02T00:00:00', ['fromDate invalid_datetime']],
    ['fromDate=2026-01-02', ['fromDate invalid_datetime']],
    ['toDate=2026-01-02T00:00:00%2B00:00', ['toDate invalid_datetime']],
    ['toDate=2026-13-02T00:00:00Z', ['toDate invalid_datetime']],
    ['fromDate=2026-01-02T00:00:00Z&toDate=2026-01-02T00:00:00Z', ['toDate out_of_range']],
    ['fromDate=2026-01-02T00:00:00Z&toDate=2026-01-01T23:59:59.999Z', ['toDate out_of_range']],
    ['limit=0', ['limit out_of_range']],
    ['limit=101', ['limit out_of_range']],
    ['limit=ten', ['limit invalid_integer']],
    ['offset=-1', ['offset invalid_integer']],
    ['offset=1000000001', ['offset out_of_range']],
    ['cursor=%00', ['cursor invalid_cursor']],
    ['cursor=abc', ['cursor invalid_cursor']],
    ['cursor=abc&offset=1', ['cursor conflicting_fields']],
    ['type=batch', ['type invalid_value']],
    ['type=DIRECT', ['type invalid_value']],
    ['type=', ['type invalid_value']],
    ['format=xml', ['format invalid_value']],
    [`txHash=${HASH}0`, ['txHash invalid_tx_hash']],
    [`txHash=${HASH.slice(3)}`, ['txHash invalid_tx_hash']],
    ['walletAddress=ana.eth', ['walletAddress invalid_address']],
    ['paymentReference=0x12', ['paymentReference invalid_payment_reference']],
    ['requestId=%00', ['requestId invalid_id']],
    ['reference=a%00', ['reference control_characters']],
    ['invoiceCurrency=U%20SD', ['invoiceCurrency invalid_currency']],
    ['paymentCurrency=', ['paymentCurrency invalid_currency']],
    [
      'limit=0&type=x&fromDate=x',
      ['type invalid_value', 'fromDate invalid_datetime', 'limit out_of_range'],
    ],
    ['limit=1&limit=2', ['limit invalid_type']],
  ])('GET /v2/payments rejects %s', async (query, errors) => {
    await expectRefusal(['GET', `/v2/payments?${query}`], invalid(...errors))
  })
})

describe.each([
  ['version 2', (id: 'open' | 'partial' | 'paid') => `/v2/request/${ids[id]}`],
  ['version 1', () => `/v1/request/${references.open}`],
] as const)('The pay operations in %s reject', (version, pathOf) => {
  it.each([
    ['amount=0', ['amount amount_not_positive']],
    ['amount=-1', ['amount invalid_amount']],
    ['amount=1e1', ['amount invalid_amount']],
    ['amount=', ['amount invalid_amount']],
    ['amount=0.0000001', ['amount too_many_decimals']],
    ['wallet=0x12', ['wallet invalid_address']],
    [`wallet=${PAYER.replace('3C44', '3c44')}`, ['wallet invalid_address']],
    [`wallet=${PAYER}&payerAddress=${PAYEE}`, ['payerAddress conflicting_fields']],
    ['chain=BASE', ['token required']],
    ['token=USDC', ['chain required']],
    ['feePercentage=1', ['feeAddress required']],
    [`feeAddress=${FEE_ADDRESS}`, ['feePercentage required']],
    [`feePercentage=101&feeAddress=${FEE_ADDRESS}`, ['feePercentage out_of_range']],
    [`feePercentage=-1&feeAddress=${FEE_ADDRESS}`, ['feePercentage invalid_percentage']],
    ['feePercentage=1&feeAddress=0x12', ['feeAddress invalid_address']],
    [`feePercentage=1&feeAddress=0x${'0'.repeat(40)}`, ['feeAddress zero_address']],
  ])('the pay operation rejects %s', async (query, errors) => {
    await expectRefusal(['GET', `${pathOf('open')}/pay?${query}`], invalid(...errors))
  })

  it('the pay operation rejects a partial amount above the remaining amount', async () => {
    const [amount, id] =
      version === 'version 2' ? ['2.500001', 'partial' as const] : ['12.500001', 'open' as const]
    await expectRefusal(['GET', `${pathOf(id)}/pay?amount=${amount}`], {
      status: 400,
      code: 'amount_exceeds_remaining',
      errors: ['amount amount_exceeds_remaining'],
    })
  })

  it.each([
    ['', ['wallet required']],
    ['wallet=x', ['wallet invalid_address']],
    [`wallet=${PAYER}&amount=0`, ['amount amount_not_positive']],
    [`wallet=${PAYER}&feePercentage=1`, ['feeAddress required']],
  ])('the routes operation rejects routes?%s', async (query, errors) => {
    await expectRefusal(['GET', `${pathOf('open')}/routes?${query}`], invalid(...errors))
  })
})

describe('A paid request', () => {
  it('a paid request cannot be paid again', async () => {
    for (const query of ['', '?amount=1', `?wallet=${PAYER}`]) {
      const path = `/v2/request/${ids.paid}/pay${query}`
      await expectRefusal(['GET', path], { status: 400, code: 'already_paid' })
    }
  })
})

describe.each([
  ['unknown', () => UNKNOWN],
  ['foreign', () => ids.foreign],
  ['malformed', () => 'x'],
  ['in capitals', () => ids.open.toUpperCase()],
])('A request that is %s', (_, idOf) => {
  it.each([
    ['GET', ''],
    ['GET', '/status'],
    ['GET', '/pay'],
    ['GET', `/routes?wallet=${PAYER}`],
  ])('%s /v2/request/{requestId}%s returns 404', async (method, path) => {
    await expectRefusal([method, `/v2/request/${idOf()}${path}`], notFound)
  })

  it('PATCH /v2/request/{requestId} returns 404 for an unknown request', async () => {
    const body = { isRecurrenceStopped: true }
    await expectRefusal(['PATCH', `/v2/request/${idOf()}`, body], notFound)
  })
})

describe('PATCH /v2/request/{requestId} rejects', () => {
  it.each([
    [{}, ['isRecurrenceStopped required']],
    [{ isRecurrenceStopped: 'true' }, ['isRecurrenceStopped invalid_type']],
    [{ isRecurrenceStopped: null }, ['isRecurrenceStopped invalid_type']],
  ])('PATCH /v2/request/{requestId} rejects %j', async (body, errors) => {
    await expectRefusal(['PATCH', `/v2/request/${ids.recurring}`, body], invalid(...errors))
  })

  it('PATCH /v2/request/{requestId} rejects a request without a recurrence', async () => {
    const body = { isRecurrenceStopped: true }
    const expected = { status: 400, code: 'not_recurring' }
    await expectRefusal(['PATCH', `/v2/request/${ids.open}`, body], expected)
  })
})

describe('The currencies endpoint rejects', () => {
  it.each([
    ['/currencies?firstOnly=yes', invalid('firstOnly invalid_value')],
    ['/currencies?firstOnly=true', invalid('network required', 'symbol required')],
    ['/currencies?id=NONE', { status: 404, code: 'currency_not_found' }],
    ['/currencies?id=%00', { status: 404, code: 'currency_not_found' }],
    ['/currencies/NONE/conversion-routes', { status: 404, code: 'currency_not_found' }],
    ['/currencies/USD/conversion-routes?network=BASE', invalid('network invalid_network')],
    ['/currencies/USD/conversion-routes?networks=base,,matic', invalid('networks invalid_network')],
  ])('the currencies endpoint rejects %s, in both versions', async (path, expected) => {
    await expectRefusal(['GET', `/v1${path}`], expected)
    await expectRefusal(['GET', `/v2${path}`], expected)
  })
})
