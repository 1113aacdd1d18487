import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEE_ADDRESS, PAYEE, PAYER, pageHeaders, startTestHost } from '../support/testHost.ts'

const BODY = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
}

const test = await startTestHost()
afterAll(() => test[Symbol.asyncDispose]())

const create = (body: object) => test.call('POST', '/v1/request', { body })

/** Returns the version 2 request. */
async function readV2(requestId: string) {
  return (await test.call('GET', `/v2/request/${requestId}`)).json
}

describe('POST /v1/request', () => {
  it('POST /v1/request creates a version 2 request, and returns its id with a capital D', async () => {
    const { status, json } = await create({ ...BODY, payer: PAYER })
    expect(status).toBe(201)
    expect(Object.keys(json).sort()).toEqual(['paymentReference', 'requestID'])
    expect(await readV2(json.requestID)).toMatchObject({
      requestId: json.requestID,
      paymentReference: json.paymentReference,
      payee: PAYEE,
      payer: PAYER,
      requestAmount: '12.5',
      status: 'created',
    })
  })

  it.each([
    [12.5, '12.5'],
    [1, '1'],
    [0.000001, '0.000001'],
    [1e-6, '0.000001'],
    [1.5e3, '1500'],
    ['7.25', '7.25'],
  ])('POST /v1/request accepts the amount %j', async (amount, requestAmount) => {
    const { status, json, text } = await create({ ...BODY, amount })
    expect({ status, text }).toMatchObject({ status: 201 })
    expect(await readV2(json.requestID)).toMatchObject({ requestAmount })
  })

  it('POST /v1/request ignores unknown members, including version 2 members', async () => {
    const { status, json } = await create({ ...BODY, note: 'x', isCryptoToFiatAllowed: true })
    expect(status).toBe(201)
    expect(await readV2(json.requestID)).toMatchObject({ isCryptoToFiatAllowed: false })
  })

  it('POST /v1/request returns the same response for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'v1-order-1' }
    const first = await test.call('POST', '/v1/request', { body: BODY, headers })
    const again = await test.call('POST', '/v1/request', { body: BODY, headers })
    expect(again.json).toEqual(first.json)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it.each([
    ['no payee', { payee: undefined }, 'payee', 'required'],
    ['no amount', { amount: undefined }, 'amount', 'required'],
    ['an amount of 0', { amount: 0 }, 'amount', 'amount_not_positive'],
    ['a negative amount', { amount: -1 }, 'amount', 'invalid_amount'],
    ['a negative small amount', { amount: -1e-7 }, 'amount', 'invalid_amount'],
    ['an amount in words', { amount: 'ten' }, 'amount', 'invalid_amount'],
    ['an amount of null', { amount: null }, 'amount', 'invalid_value'],
    ['more decimals than the currency has', { amount: 1e-7 }, 'amount', 'too_many_decimals'],
    [
      'an unknown currency',
      { invoiceCurrency: 'ABC-devnet' },
      'invoiceCurrency',
      'unknown_currency',
    ],
    ['a malformed payee', { payee: 'ana.eth' }, 'payee', 'invalid_address'],
    [
      'an unknown frequency',
      { recurrence: { startDate: '2100-01-01', frequency: 'HOURLY' } },
      'recurrence.frequency',
      'invalid_value',
    ],
    [
      'a start in the past',
      { recurrence: { startDate: '2020-01-01', frequency: 'DAILY' } },
      'recurrence.startDate',
      'date_in_past',
    ],
    [
      'a day that does not exist',
      { recurrence: { startDate: '2026-02-30', frequency: 'DAILY' } },
      'recurrence.startDate',
      'invalid_date',
    ],
  ])('POST /v1/request rejects %s and stores nothing', async (_, change, field, code) => {
    const before = await test.countRows()
    const { status, json } = await create({ ...BODY, ...change })
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'validation_failed' })
    expect(json.errors).toMatchObject([{ field, code }])
    expect(await test.countRows()).toEqual(before)
  })
})

describe('GET /v1/request/{paymentReference}', () => {
  let created: { paymentReference: string; requestID: string }
  beforeAll(async () => {
    created = (await create(BODY)).json
  })

  it.each(['', '/status'])(
    'GET /v1/request/{paymentReference} returns whether it has been paid, at %j',
    async (path) => {
      const { status, json } = await test.call(
        'GET',
        `/v1/request/${created.paymentReference}${path}`,
      )
      expect(status).toBe(200)
      expect(json).toEqual({
        hasBeenPaid: false,
        paymentReference: created.paymentReference,
        requestId: created.requestID,
        isListening: true,
        txHash: null,
      })
    },
  )

  it('GET /v1/request/{paymentReference} ignores the case of the reference', async () => {
    const upper = `0x${created.paymentReference.slice(2).toUpperCase()}`
    const answer = await test.call('GET', `/v1/request/${upper}`)
    expect(answer.json).toMatchObject({ requestId: created.requestID })
    const shouted = await test.call('GET', `/v1/request/0X${upper.slice(2)}`)
    expect(shouted.json).toMatchObject({ requestId: created.requestID })
  })

  it.each(['0x0000000000000000', '0x12', 'x', '%00', '0x00000000000000001', '__proto__'])(
    'GET /v1/request/{paymentReference} returns 404 for %s',
    async (reference) => {
      for (const path of ['', '/status', '/stop-recurrence']) {
        const method = path === '/stop-recurrence' ? 'PATCH' : 'GET'
        const { status, json } = await test.call(method, `/v1/request/${reference}${path}`)
        expect({ status, code: json.code }).toEqual({ status: 404, code: 'request_not_found' })
      }
    },
  )

  it('GET /v1/request/{paymentReference} returns 404 to another merchant', async () => {
    const { apiKey } = await test.createTenant()
    const { status, json } = await test.call('GET', `/v1/request/${created.paymentReference}`, {
      anonymous: true,
      headers: { 'x-api-key': apiKey },
    })
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'request_not_found' })
  })

  it('GET /v1/request/{paymentReference} accepts only API keys', async () => {
    const { clientId } = await test.createClientId()
    const { status, json } = await test.call('GET', `/v1/request/${created.paymentReference}`, {
      anonymous: true,
      headers: pageHeaders(clientId),
    })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'credential_not_accepted' })
  })
})

describe('Paying in version 1', () => {
  it.each([
    '/pay',
    '/pay?amount=2.5',
    `/pay?feePercentage=1&feeAddress=${FEE_ADDRESS}`,
    `/pay?payerAddress=${PAYER}`,
    `/routes?wallet=${PAYER}`,
    '/routes',
    '/pay?amount=100',
    '/pay?amount=0',
    '/pay?wallet=x',
    '/pay?chain=BASE',
    '/pay?feePercentage=1',
    `/pay?wallet=${PAYER}&payerAddress=${PAYEE}`,
  ])('a version 1 call returns the same as version 2 at %s', async (path) => {
    const { json: created } = await create(BODY)
    const first = await test.call('GET', `/v1/request/${created.paymentReference}${path}`)
    const second = await test.call('GET', `/v2/request/${created.requestID}${path}`)
    const { requestId: _, ...told } = first.json
    const { requestId: __, ...expected } = second.json
    expect({ status: first.status, ...told }).toEqual({ status: second.status, ...expected })
  })

  it('paying in version 1 returns 404 for an unknown reference', async () => {
    for (const path of ['/pay', `/routes?wallet=${PAYER}`]) {
      const { status, json } = await test.call('GET', `/v1/request/0x0000000000000000${path}`)
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'request_not_found' })
    }
  })

  it('paying in version 1 creates a request and returns its calldata, in one call', async () => {
    const { status, json } = await test.call('POST', '/v1/pay', { body: BODY })
    expect(status).toBe(201)
    expect(json.requestID).toBe(json.requestId)
    const answer = await test.call('GET', `/v2/request/${json.requestId}/pay`)
    const { transactions, metadata, paymentReference } = json
    expect({ transactions, metadata }).toEqual(answer.json)
    expect(await readV2(json.requestId)).toMatchObject({ paymentReference, requestAmount: '12.5' })
    expect(transactions.at(-1)).toMatchObject({ value: { type: 'BigNumber', hex: '0x00' } })
    expect(transactions.at(-1).data).toContain(paymentReference.slice(2))
  })

  it('paying in version 1 returns the same response for a repeated Idempotency-Key', async () => {
    const call = () =>
      test.call('POST', '/v1/pay', { body: BODY, headers: { 'idempotency-key': 'v1-pay-1' } })
    const first = await call()
    expect((await call()).json).toEqual(first.json)
    expect(first.json.requestID).toMatch(/^01[0-9a-f]{64}$/)
  })

  it.each([
    ['a chain that does not respond', { invoiceCurrency: 'USD' }, 503, 'chain_unavailable'],
    ['an amount of 0', { amount: 0 }, 400, 'validation_failed'],
    ['no payee', { payee: undefined }, 400, 'validation_failed'],
    [
      'a network without a path',
      { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-base' },
      400,
      'no_conversion_path',
    ],
  ])('a version 1 call creates nothing because of %s', async (_, change, status, code) => {
    const before = await test.countRows()
    const answer = await test.call('POST', '/v1/pay', { body: { ...BODY, ...change } })
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code })
    expect(await test.countRows()).toEqual(before)
  })
})

describe('PATCH /v1/request/{paymentReference}/stop-recurrence', () => {
  const stop = (reference: string) => test.call('PATCH', `/v1/request/${reference}/stop-recurrence`)

  it('PATCH /v1/request/{paymentReference}/stop-recurrence stops a recurrence, and returns no body, even for a repeated call', async () => {
    const recurrence = { startDate: '2027-01-01', frequency: 'MONTHLY' }
    const { json } = await create({ ...BODY, recurrence })
    for (let time = 0; time < 2; time += 1) {
      const { status, text, headers } = await stop(json.paymentReference)
      expect({ status, text, length: headers['content-length'] }).toEqual({
        status: 200,
        text: '',
        length: '0',
      })
    }
    expect(await readV2(json.requestID)).toMatchObject({ recurrence, isRecurrenceStopped: true })
  })

  it('PATCH /v1/request/{paymentReference}/stop-recurrence rejects a request that is not recurring', async () => {
    const { json } = await create(BODY)
    const answer = await stop(json.paymentReference)
    expect({ status: answer.status, code: answer.json.code }).toEqual({
      status: 400,
      code: 'not_recurring',
    })
  })
})

describe('The version 1 currencies', () => {
  it.each([
    '/currencies?id=USDC-devnet',
    '/currencies?network=devnet',
    '/currencies/USD/conversion-routes?network=devnet',
    '/currencies/NONE/conversion-routes',
    '/currencies?firstOnly=maybe',
  ])('the version 1 currencies equal the version 2 currencies: %s', async (path) => {
    const first = await test.call('GET', `/v1${path}`)
    const second = await test.call('GET', `/v2${path}`)
    const { requestId: _, ...told } = first.json
    expect({ status: first.status, ...told }).toMatchObject({
      status: second.status,
      ...(second.status === 200 ? second.json : { code: second.json.code }),
    })
  })
})
