import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import type { Answer } from '../support/callApi.ts'
import published from '../support/publishedSchemas.json' with { type: 'json' }
import { FEE_ADDRESS, PAYEE, PAYER, startTestHost } from '../support/testHost.ts'

/**
 * Clients that were written for the API that this one follows go on working: what they send is taken, and what they are answered
 * fits the schemas that were published to them (OpenAPI 0.13.0, without prose; `nullable` written as a type). Two things are left
 * out on purpose: crosschain answers are transactions here, not an intent to sign, and a worth that nobody knows is null.
 */
const ajv = new Ajv2020({ strict: false, allErrors: true })
// The package is CommonJS: its function is the default member of the namespace that Node sees.
const register = addFormats as unknown as (ajv: Ajv2020) => void
register(ajv)

const test = await startTestHost()
afterAll(() => test[Symbol.asyncDispose]())

const DIRECT = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
}
const CONVERTED = { ...DIRECT, amount: '80', invoiceCurrency: 'USD' }

function expectPublished(operation: keyof typeof published, answer: Answer) {
  expect(answer.status, answer.text).toBeLessThan(300)
  const validate = ajv.compile(published[operation])
  expect(validate(answer.json), `${ajv.errorsText(validate.errors)} ${answer.text}`).toBe(true)
}

async function create(body: object): Promise<string> {
  const answer = await test.call('POST', '/v2/request', { body })
  expectPublished('POST /v2/request', answer)
  return answer.json.requestId
}

describe('what existing clients are answered', () => {
  let unpaid: string
  let paid: string
  let converted: string

  beforeAll(async () => {
    unpaid = await create({
      ...DIRECT,
      recurrence: { startDate: '2030-01-01', frequency: 'YEARLY' },
      customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
      reference: 'PO-7781',
    })
    paid = await create(DIRECT)
    const fee = { units: 125_000n, address: FEE_ADDRESS }
    await addPayment(test.host, {
      requestId: paid,
      requestUnits: 12_500_000n,
      creditedUnits: 12_500_000n,
      fee,
      gasUnits: 21_000n,
    })
    converted = await create(CONVERTED)
    await addPayment(test.host, {
      requestId: converted,
      requestUnits: 8_000_000_000n,
      creditedUnits: 80_016_000n,
      conversionRate: '1.0002',
      amountInUsd: '80',
    })
  })

  it('fits of a request, unpaid, paid and converted', async () => {
    for (const id of [unpaid, paid, converted]) {
      const answer = await test.call('GET', `/v2/request/${id}`)
      expectPublished('GET /v2/request/{requestId}', answer)
      const { isCryptoToFiatAllowed, isCryptoToFiatAvailable } = answer.json
      expect(isCryptoToFiatAllowed).toBe(isCryptoToFiatAvailable)
    }
  })

  it('fits of the light status, which has the members of the whole', async () => {
    const { json } = await test.call('GET', `/v2/request/${paid}/status`)
    expect(Object.keys(json)).toEqual(
      expect.arrayContaining([
        'requestId',
        'hasBeenPaid',
        'paymentReference',
        'isListening',
        'txHash',
      ]),
    )
  })

  it.each([
    ['a token', DIRECT, 2, '0x00'],
    [
      'a native coin',
      { ...DIRECT, amount: '1', invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' },
      1,
      '0x0de0b6b3a7640000',
    ],
  ])(
    'fits of calldata of %s: values are objects, both indexes are told',
    async (_, body, count, hex) => {
      const id = await create(body)
      const answer = await test.call('GET', `/v2/request/${id}/pay`)
      expectPublished('GET /v2/request/{requestId}/pay', answer)
      const { transactions, metadata } = answer.json
      expect(transactions).toHaveLength(count)
      for (const { value } of transactions)
        expect(Object.keys(value).sort()).toEqual(['hex', 'type'])
      expect(transactions[metadata.paymentTransactionIndex].value).toEqual({
        type: 'BigNumber',
        hex,
      })
      expect(metadata).toMatchObject({
        stepsRequired: count,
        needsApproval: count === 2,
        approvalTransactionIndex: count === 2 ? 0 : null,
        paymentTransactionIndex: count - 1,
      })
    },
  )

  it('fits of routes, of which the direct one has the name that clients look for', async () => {
    const fees = `feePercentage=1&feeAddress=${FEE_ADDRESS}`
    const answer = await test.call('GET', `/v2/request/${unpaid}/routes?wallet=${PAYER}&${fees}`)
    expectPublished('GET /v2/request/{requestId}/routes', answer)
    expect(answer.json.routes[0]).toMatchObject({ id: 'REQUEST_NETWORK_PAYMENT', speed: 'FAST' })
    expect(answer.json.platformFee).toEqual({ percentage: '1', address: FEE_ADDRESS })
  })

  it('fits of the search of payments', async () => {
    for (const query of ['', '?limit=1', '?type=conversion', '?reference=none']) {
      expectPublished('GET /v2/payments', await test.call('GET', `/v2/payments${query}`))
    }
  })

  it('fits of client IDs', async () => {
    const body = {
      label: 'Shop',
      allowedDomains: ['https://shop.example.test'],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
      defaultPreApprovalExpiry: 60,
    }
    const created = await test.call('POST', '/v2/client-ids', { body })
    expectPublished('POST /v2/client-ids', created)
    const path = `/v2/client-ids/${created.json.id}`
    expectPublished('GET /v2/client-ids/{id}', await test.call('GET', path))
    expectPublished('GET /v2/client-ids', await test.call('GET', '/v2/client-ids'))
    const changed = await test.call('PUT', path, {
      body: { feePercentage: null, feeAddress: null },
    })
    expectPublished('PUT /v2/client-ids/{id}', changed)
  })

  it('fits of errors: a sentence, the status, and each field with what is wrong', async () => {
    const { json } = await test.call('GET', '/v2/payments?fromDate=2026-01-02&limit=0')
    expect(json).toMatchObject({
      statusCode: 400,
      error: 'Bad Request',
      message: expect.any(String),
    })
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['fromDate', 'limit'])
    const missing = await test.call('GET', '/v2/payments', { anonymous: true })
    expect(missing.json).toMatchObject({ statusCode: 401, error: 'Unauthorized' })
  })
})

describe('what existing clients send', () => {
  it.each([
    ['addresses in lower case', { ...DIRECT, payee: PAYEE.toLowerCase() }],
    [
      'a start as a day',
      { ...DIRECT, recurrence: { startDate: '2030-01-01', frequency: 'YEARLY' } },
    ],
    [
      'a start as a moment',
      { ...DIRECT, recurrence: { startDate: '2030-01-01T10:00:00.000Z', frequency: 'DAILY' } },
    ],
    [
      'the flag of crypto-to-fiat under its other name',
      { ...DIRECT, isCryptoToFiatAvailable: false },
    ],
    ['the currency of Polygon as documented', { ...DIRECT, ...both('USDC-base-base') }],
    ['members of later versions', { ...DIRECT, payerType: 'eoa', accessPolicy: {} }],
  ])('is taken: %s', async (_, body) => {
    await create(body)
  })

  it('is taken: a checkout form that sends an empty string for every field that was left empty', async () => {
    const address = { street: '', city: 'Porto', state: '', postalCode: '', country: '' }
    const id = await create({
      ...DIRECT,
      customerInfo: { firstName: 'Ana', lastName: '', email: '', address },
    })
    const { json } = await test.call('GET', `/v2/request/${id}`)
    expect(json.customerInfo).toEqual({ firstName: 'Ana', address: { city: 'Porto' } })
  })

  it('is taken: the payer under each of its names', async () => {
    const id = await create(DIRECT)
    for (const query of [`wallet=${PAYER}`, `payerAddress=${PAYER.toLowerCase()}`]) {
      expect((await test.call('GET', `/v2/request/${id}/pay?${query}`)).status).toBe(200)
    }
  })
})

function both(currency: string) {
  return { invoiceCurrency: currency, paymentCurrency: currency }
}
