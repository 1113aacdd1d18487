import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import type { Answer } from '../support/callApi.ts'
import { expectMembers } from '../support/expectMembers.ts'
import publishedPayouts from '../support/publishedPayouts.json' with { type: 'json' }
import published from '../support/publishedSchemas.json' with { type: 'json' }
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import { FEE_ADDRESS, PAYEE, PAYER, SECOND_PAYEE, startTestHost } from '../support/testHost.ts'

/**
 * Clients of the published API (OpenAPI 0.13.0) work with this service: the host accepts their calls, and its responses match the
 * published schemas. `publishedSchemas.json` omits their descriptions and writes `nullable` as a type. Two differences are
 * intended: crosschain responses contain transactions, not an intent to sign, and an unknown value is null. For payouts, only
 * examples were published. Payout responses have every member of the published examples, except the members of a permit in which
 * the deployed contract differs.
 */
const ajv = new Ajv2020({ strict: false, allErrors: true })
// The package is CommonJS, and its type does not show that Node imports the function itself as the default export.
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

describe('Responses to existing clients', () => {
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

  it('responses to existing clients match the published request schema: unpaid, paid and converted', async () => {
    for (const id of [unpaid, paid, converted]) {
      const answer = await test.call('GET', `/v2/request/${id}`)
      expectPublished('GET /v2/request/{requestId}', answer)
      const { isCryptoToFiatAllowed, isCryptoToFiatAvailable } = answer.json
      expect(isCryptoToFiatAllowed).toBe(isCryptoToFiatAvailable)
    }
  })

  it('responses to existing clients have all members of the short request status', async () => {
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
    'responses to existing clients match calldata for %s, with values as objects and both indexes',
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

  it('responses to existing clients match the published routes, and the direct route has the id that clients expect', async () => {
    const fees = `feePercentage=1&feeAddress=${FEE_ADDRESS}`
    const answer = await test.call('GET', `/v2/request/${unpaid}/routes?wallet=${PAYER}&${fees}`)
    expectPublished('GET /v2/request/{requestId}/routes', answer)
    expect(answer.json.routes[0]).toMatchObject({ id: 'REQUEST_NETWORK_PAYMENT', speed: 'FAST' })
    expect(answer.json.platformFee).toEqual({ percentage: '1', address: FEE_ADDRESS })
  })

  it('responses to existing clients match the published payment search', async () => {
    for (const query of ['', '?limit=1', '?type=conversion', '?reference=none']) {
      expectPublished('GET /v2/payments', await test.call('GET', `/v2/payments${query}`))
    }
  })

  it('responses to existing clients match client IDs', async () => {
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

  it('responses to existing clients match the published errors: a message, the status, and each field with its error', async () => {
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

describe('Payout responses to existing clients', () => {
  const NATIVE = { invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' }
  const schedules = publishedPayouts['GET /v2/payouts/recurring/{id}']
  const updates = publishedPayouts['PATCH /v2/payouts/recurring/{id}']

  const seed = async (columns: object) => {
    const request_id = await create({ ...DIRECT, payer: PAYER })
    return seedRecurringPayout(test.host.context, { request_id, ...columns })
  }

  it('payout responses to existing clients match the example of a single payout, whose native value is an object', async () => {
    const answer = await test.call('POST', '/v2/payouts', {
      body: { ...DIRECT, ...NATIVE, amount: '0.001' },
    })
    expectPublished('POST /v2/payouts', answer)
    const example = publishedPayouts['POST /v2/payouts'].nativeCurrency
    expectMembers(example, answer.json)
    // 0.001 ether is the same hex value as in the example.
    expect(answer.json.transactions[0].value).toEqual(example.transactions[0]?.value)
    expect(answer.json.metadata).toMatchObject({
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
    })
  })

  it('payout responses to existing clients match the example of a single payout in a token: one approval, then the payment', async () => {
    const answer = await test.call('POST', '/v2/payouts', { body: DIRECT })
    expectPublished('POST /v2/payouts', answer)
    const { transactions, ...example } = publishedPayouts['POST /v2/payouts'].erc20Token
    expectMembers(example, answer.json)
    expect(answer.json.transactions).toHaveLength(transactions.length)
    // Both call the same functions as the example: approve and transferFromWithReferenceAndFee.
    const selectors = answer.json.transactions.map(({ data }: { data: string }) =>
      data.slice(0, 10),
    )
    expect(selectors).toEqual(transactions.map(({ data }) => data.slice(0, 10)))
    expect(answer.json.metadata).toMatchObject(example.metadata)
  })

  it('payout responses to existing clients match the example of a batch: the value is the number 0 in approvals, and an object in the payment', async () => {
    const requests = [DIRECT, { ...DIRECT, payee: SECOND_PAYEE }, { ...DIRECT, ...NATIVE }]
    const answer = await test.call('POST', '/v2/payouts/batch', { body: { requests } })
    expect(answer.status).toBe(201)
    const examples = publishedPayouts['POST /v2/payouts/batch']
    expectMembers(examples.erc20_and_eth_with_approval, answer.json)
    expect(answer.json.ERC20ApprovalTransactions).toHaveLength(1)
    expect(answer.json.ERC20ApprovalTransactions[0].value).toBe(0)
    const native = await test.call('POST', '/v2/payouts/batch', {
      body: { requests: [NATIVE, NATIVE].map((currencies) => ({ ...DIRECT, ...currencies })) },
    })
    // Clients read the list's length, so it is present even when it is empty.
    expect(native.json.ERC20ApprovalTransactions).toEqual([])
  })

  it.each([
    ['active', { status: 'active', next_due_at: '2090-01-01T00:00:00.000Z' }],
    ['paused', { status: 'paused', failure_count: 3, failure_reason: 'insufficient_allowance' }],
    ['completed', { status: 'completed', processed_payments: 12 }],
  ] as const)(
    'payout responses to existing clients match the example of a recurring payout that is %s',
    async (name, columns) => {
      const answer = await test.call('GET', `/v2/payouts/recurring/${await seed(columns)}`)
      expect(answer.status).toBe(200)
      expectMembers(schedules[name], answer.json)
    },
  )

  it('payout responses to existing clients match the examples of a cancelled recurring payout and of a resumed one', async () => {
    const cancelled = await test.call('PATCH', `/v2/payouts/recurring/${await seed({})}`, {
      body: { action: 'cancel' },
    })
    expect(cancelled.status).toBe(200)
    expectMembers(updates.cancelled, cancelled.json)
    const paused = await seed({ status: 'paused', failure_count: 3, failure_reason: 'x' })
    const unpaused = await test.call('PATCH', `/v2/payouts/recurring/${paused}`, {
      body: { action: 'unpause' },
    })
    expect(unpaused.status).toBe(200)
    expectMembers(updates.unpaused, unpaused.json)
  })

  it('payout responses to existing clients match the example of a payout link', async () => {
    const body = {
      recipient: PAYEE,
      creatorWalletAddress: PAYER,
      network: 'devnet',
      currency: 'USDC-devnet',
      amount: '10',
      feePercentage: '2.5',
      feeAddress: FEE_ADDRESS,
      reference: 'PAYOUT-2025-001',
      recipientIdentifier: 'recipient-acme',
      redirectUrl: 'https://shop.example.test',
    }
    const answer = await test.call('POST', '/v2/secure-payments/payouts', { body })
    expectPublished('POST /v2/secure-payments/payouts', answer)
    const { json } = await test.call('GET', `/v2/secure-payments/${answer.json.token}`)
    expect(json).toMatchObject({ flow: 'pay', amount: '10', payee: PAYEE })
    expect(json.items[0].fee).toBeNull()
  })
})

describe('Calls by existing clients', () => {
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
    ['the crypto-to-fiat flag under its other name', { ...DIRECT, isCryptoToFiatAvailable: false }],
    ['Polygon’s currency as documented', { ...DIRECT, ...both('USDC-base-base') }],
    ['members from later versions', { ...DIRECT, payerType: 'eoa', accessPolicy: {} }],
  ])('calls by existing clients are accepted: %s', async (_, body) => {
    await create(body)
  })

  it('calls by existing clients are accepted: a checkout form that sends an empty string for every empty field', async () => {
    const address = { street: '', city: 'Porto', state: '', postalCode: '', country: '' }
    const id = await create({
      ...DIRECT,
      customerInfo: { firstName: 'Ana', lastName: '', email: '', address },
    })
    const { json } = await test.call('GET', `/v2/request/${id}`)
    expect(json.customerInfo).toEqual({ firstName: 'Ana', address: { city: 'Porto' } })
  })

  it('calls by existing clients are accepted: the payer under each accepted name', async () => {
    const id = await create(DIRECT)
    for (const query of [`wallet=${PAYER}`, `payerAddress=${PAYER.toLowerCase()}`]) {
      expect((await test.call('GET', `/v2/request/${id}/pay?${query}`)).status).toBe(200)
    }
  })
})

describe('Payout calls by existing clients', () => {
  const post = (path: string, body: object) => test.call('POST', path, { body })

  it.each([
    [
      'a checkout with customer data and a reference',
      {
        feePercentage: '2.5',
        feeAddress: FEE_ADDRESS,
        customerInfo: {
          firstName: 'John',
          lastName: 'Doe',
          email: 'john.doe@example.com',
          address: {
            street: '123 Main Street',
            city: 'New York',
            state: 'NY',
            postalCode: '10001',
            country: 'US',
          },
        },
        reference: 'ORDER-2024-001234',
      },
    ],
    ['a fee of two hundredths of a percent', { feePercentage: '0.02', feeAddress: FEE_ADDRESS }],
    ['the payer under its three names', { payerWallet: PAYER, payerAddress: PAYER, payer: PAYER }],
    ['members from later versions', { payerType: 'eoa', kyt: true }],
  ])('payout calls by existing clients are accepted: %s', async (_, changes) => {
    // No chain is reachable, so the host cannot read the payer's balance, but it still creates the request.
    const { status, text } = await post('/v2/payouts', { ...DIRECT, ...changes })
    expect(status, text).toBe(201)
  })

  it('payout calls by existing clients are accepted: a batch’s payer, and request ids', async () => {
    const requests = [DIRECT, { ...DIRECT, payee: SECOND_PAYEE }]
    const created = await post('/v2/payouts/batch', { requests, payer: PAYER })
    expect(created.status).toBe(201)
    const { requestIds } = created.json
    expect((await post('/v2/payouts/batch', { requestIds, payer: PAYER })).status).toBe(201)
  })
})

function both(currency: string) {
  return { invoiceCurrency: currency, paymentCurrency: currency }
}
