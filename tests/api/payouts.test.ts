import { createUlid } from '@secure-payment/core'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { getNetwork } from '@secure-payment/core/networks'
import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchAbi, erc20FeeProxyAbi } from '../devnet/contractAbis.ts'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { createRequest } from '../support/requestCalls.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const SINGLE = '/v2/payouts'
const BATCH = '/v2/payouts/batch'
const OTHER_FEE_ADDRESS = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const TRON_WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const USDC = '0x5ecc000000000000000000000000000000000101'
const UNKNOWN_ID = `01${'ab'.repeat(32)}`

const unknownIds = (count: number) =>
  Array.from({ length: count }, (_, index) => `01${String(index).padStart(64, '0')}`)

const other = { ...usdcItem, payee: SECOND_PAYEE, amount: '1' }
const onOther = {
  ...other,
  invoiceCurrency: 'USDC-devnet-b',
  paymentCurrency: 'USDC-devnet-b',
}
const onTron = {
  payee: TRON_WALLET,
  amount: '1',
  invoiceCurrency: 'USDT-tron',
  paymentCurrency: 'USDT-tron',
}
const inDollars = { ...usdcItem, invoiceCurrency: 'USD' }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  test.call('POST', path, { body, headers })

/** Sends a call, expects that it stores nothing, and returns the response. */
async function refused(path: string, body: object, headers: Record<string, string> = {}) {
  const before = await test.countRows()
  const answer = await post(path, body, headers)
  expect(await test.countRows()).toEqual(before)
  return answer
}

async function clientId(more: object = {}) {
  const created = await test.createClientId({
    label: 'Shop',
    allowedDomains: [SHOP_ORIGIN],
    ...more,
  })
  return pageHeaders(created.clientId)
}

const asClient = (headers: Record<string, string>, path: string, body: object) =>
  test.call('POST', path, { anonymous: true, headers, body })

async function hostedPage() {
  const { token } = await test.createPayment()
  const page = await test.call('GET', `/?token=${token}`, { unchecked: true })
  const [hosted = ''] = /cli_[A-Za-z0-9]+/.exec(page.text) ?? []
  return pageHeaders(hosted, test.host.url)
}

async function schedule(requestId: string): Promise<void> {
  await test.host.context.db.kysely
    .updateTable('requests')
    .set({ recurring_payment_id: createUlid(Date.now(), new Uint8Array(10)) })
    .where('id', '=', requestId)
    .execute()
}

describe('A single payout', () => {
  it('a single payout without a payer returns every step, and balanceChecked is false', async () => {
    const { status, json } = await post(SINGLE, usdcItem)
    expect(status).toBe(201)
    expect(json.metadata).toMatchObject({ stepsRequired: 2, balanceChecked: false })
    const stored = await test.call('GET', `/v2/request/${json.requestId}`)
    expect(stored.json).toMatchObject({ payee: PAYEE, payer: null, requestAmount: '12.5' })
  })

  it.each(['payerWallet', 'payerAddress', 'payer'])(
    'a single payout stores the payer in %s',
    async (name) => {
      const { json } = await post(SINGLE, {
        ...usdcItem,
        [name]: PAYER.toLowerCase(),
        reference: 'PAY-1',
        customerInfo: { firstName: 'Ana' },
      })
      const stored = await test.call('GET', `/v2/request/${json.requestId}`)
      expect(stored.json).toMatchObject({
        payer: PAYER,
        reference: 'PAY-1',
        customerInfo: { firstName: 'Ana' },
      })
    },
  )

  it('a single payout stores its fee, which later calls for its calldata include', async () => {
    const fee = { feePercentage: '2', feeAddress: FEE_ADDRESS }
    const { json } = await post(SINGLE, { ...usdcItem, ...fee })
    const again = await test.call('GET', `/v2/request/${json.requestId}/pay`)
    expect(again.json).toEqual({ transactions: json.transactions, metadata: json.metadata })
    const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, ...json.transactions[1] })
    expect(args?.slice(-2)).toEqual([250_000n, FEE_ADDRESS])
  })

  it.each([
    [{ ...usdcItem, payee: undefined }, 'payee', 'required'],
    [{ ...usdcItem, payer: PAYEE }, 'payee', 'payer_is_payee'],
    [{ ...usdcItem, payerWallet: PAYEE.toLowerCase() }, 'payee', 'payer_is_payee'],
    [{ ...usdcItem, payer: PAYER, payerWallet: SECOND_PAYEE }, 'payer', 'conflicting_fields'],
    [{ ...usdcItem, payerWallet: PAYER.replace('C', 'c') }, 'payerWallet', 'invalid_address'],
    [{ ...usdcItem, amount: '0' }, 'amount', undefined],
    [{ ...usdcItem, amount: '0.0000001' }, 'amount', 'too_many_decimals'],
    [{ ...usdcItem, paymentCurrency: 'USD' }, 'paymentCurrency', 'unsupported_conversion'],
    [{ ...usdcItem, paymentCurrency: 'NONE-devnet' }, 'paymentCurrency', 'unknown_currency'],
    [onTron, 'paymentCurrency', 'unsupported_network'],
    [{ ...usdcItem, feePercentage: '1' }, 'feeAddress', undefined],
    [{ ...usdcItem, reference: '' }, 'reference', undefined],
  ])('a single payout is rejected and not stored: %j', async (body, field, code) => {
    const { status, json } = await refused(SINGLE, body)
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field, ...(code !== undefined && { code }) }])
  })

  it('a single payout is not created when its calldata cannot be built', async () => {
    const { status, json } = await refused(SINGLE, inDollars)
    expect({ status, code: json.code }).toEqual({ status: 503, code: 'chain_unavailable' })
  })

  it('a single payout by a client ID with a fee has that fee instead of the call’s', async () => {
    const headers = await clientId({ feePercentage: '1', feeAddress: FEE_ADDRESS })
    const fee = { feePercentage: '50', feeAddress: OTHER_FEE_ADDRESS }
    const { json } = await asClient(headers, SINGLE, { ...usdcItem, ...fee })
    expect(json.metadata.platformFee).toEqual({ percentage: '1', address: FEE_ADDRESS })
  })

  it('a single payout by a bound client ID goes only to its destination', async () => {
    const { destinationId } = formatDestinationId({
      walletAddress: PAYEE,
      chainId: getNetwork('devnet').chainId,
      tokenAddress: USDC,
    })
    const headers = await clientId({ payeeDestinationId: destinationId })
    const { payee: _, ...unnamed } = usdcItem
    const { status, json } = await asClient(headers, SINGLE, unnamed)
    expect(status).toBe(201)
    const stored = await test.call('GET', `/v2/request/${json.requestId}`)
    expect(stored.json.payee).toBe(PAYEE)
    const nothing = await asClient(headers, SINGLE, {})
    expect(nothing.json.errors.map((issue: { field: string }) => issue.field)).toEqual([
      'amount',
      'invoiceCurrency',
      'paymentCurrency',
    ])
    const own = await asClient(headers, SINGLE, { ...unnamed, payer: PAYEE })
    expect(own.json.errors).toMatchObject([{ field: 'payee', code: 'payer_is_payee' }])
    for (const [path, body] of [
      [SINGLE, other],
      [BATCH, { requests: [usdcItem, other] }],
    ] as const) {
      const elsewhere = await asClient(headers, path, body)
      expect(elsewhere.json.code).toBe('destination_not_allowed')
    }
  })

  it('a single payout is created once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'payout-1' }
    const first = await post(SINGLE, usdcItem, headers)
    const again = await refused(SINGLE, usdcItem, headers)
    expect(again.json).toEqual(first.json)
  })
})

describe('The hosted page’s own client ID', () => {
  it.each([
    [SINGLE, usdcItem],
    [BATCH, { requests: [usdcItem] }],
    [BATCH, { requestIds: [UNKNOWN_ID] }],
  ])('the hosted page’s own client ID cannot create payouts: %s', async (path, body) => {
    const { status, json } = await asClient(await hostedPage(), path, body)
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'client_id_restricted' })
  })
})

describe('A batch of new payouts', () => {
  it('a batch of new payouts stores one request per item, in their order, with the payer', async () => {
    const { status, json } = await post(BATCH, { requests: [usdcItem, other], payer: PAYER })
    expect(status).toBe(201)
    const stored = await Promise.all(
      json.requestIds.map((id: string) => test.call('GET', `/v2/request/${id}`)),
    )
    expect(stored.map((answer) => answer.json)).toMatchObject([
      { payee: PAYEE, requestAmount: '12.5', payer: PAYER },
      { payee: SECOND_PAYEE, requestAmount: '1', payer: PAYER },
    ])
    expect(json.metadata.balanceChecked).toBe(false)
  })

  it('a batch of new payouts stores each item’s reference, by which GET finds it', async () => {
    const references = ['BATCH-71-ana', 'x'.repeat(255)]
    const items = references.map((reference) => ({ ...usdcItem, reference }))
    const { status, json } = await post(BATCH, { requests: [...items, other] })
    expect(status).toBe(201)
    const stored = await Promise.all(
      json.requestIds.map((id: string) => test.call('GET', `/v2/request/${id}`)),
    )
    expect(stored.map((answer) => answer.json.reference)).toEqual([...references, null])
    const { json: found } = await test.call('GET', '/v2/request?reference=BATCH-71-ana')
    expect(found.requests).toMatchObject([{ requestId: json.requestIds[0] }])
  })

  it('a batch of new payouts with a single item is paid without the batch contract', async () => {
    const { json } = await post(BATCH, { requests: [usdcItem] })
    const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, ...json.batchPaymentTransaction })
    expect(args?.slice(0, 3)).toEqual([USDC, PAYEE, 12_500_000n])
  })

  it.each([
    [{ requests: [] }, 'requests', undefined],
    [{ requests: Array(201).fill(other) }, 'requests', undefined],
    [{}, 'requests', 'required'],
    [{ requests: [other], requestIds: [UNKNOWN_ID] }, 'requestIds', 'conflicting_fields'],
    [{ requests: [other, onOther] }, 'requests[1].paymentCurrency', 'mixed_networks'],
    [{ requests: [other, onTron] }, 'requests[1].paymentCurrency', 'unsupported_network'],
    [{ requests: [usdcItem, other], payer: SECOND_PAYEE }, 'requests[1].payee', 'payer_is_payee'],
    [{ requests: [other], payer: TRON_WALLET }, 'payer', undefined],
    [{ requests: [other, { ...other, amount: '-1' }] }, 'requests[1].amount', undefined],
    [{ requests: [{ ...other, payee: undefined }] }, 'requests[0].payee', undefined],
    [{ requests: [other], feeAddress: FEE_ADDRESS }, 'feePercentage', undefined],
    [{ requestIds: [] }, 'requestIds', undefined],
    [{ requestIds: ['x'] }, 'requestIds[0]', undefined],
    [{ requestIds: unknownIds(201) }, 'requestIds', undefined],
  ])(
    'a batch of new payouts is rejected as a whole, with the field (case %#)',
    async (body, field, code) => {
      const { status, json } = await refused(BATCH, body)
      expect(status).toBe(400)
      expect(json.errors).toMatchObject([{ field, ...(code !== undefined && { code }) }])
    },
  )

  it('a batch of new payouts is not created when one item’s calldata cannot be built', async () => {
    const { status } = await refused(BATCH, { requests: [usdcItem, inDollars] })
    expect(status).toBe(503)
  })

  it('a batch of new payouts by a client ID with a fee has that fee in every item', async () => {
    const headers = await clientId({ feePercentage: '1', feeAddress: FEE_ADDRESS })
    const fee = { feePercentage: '50', feeAddress: OTHER_FEE_ADDRESS }
    const { json } = await asClient(headers, BATCH, { requests: [usdcItem, other], ...fee })
    expect(json.platformFee).toEqual({ percentage: '1', address: FEE_ADDRESS })
    expect(itemsOf(json)).toMatchObject({ fees: [125_000n, 10_000n], feeAddress: FEE_ADDRESS })
  })

  it('a batch of new payouts is created once per Idempotency-Key, and other bodies with it are rejected', async () => {
    const headers = { 'idempotency-key': 'batch-1' }
    const first = await post(BATCH, { requests: [usdcItem, other] }, headers)
    const again = await refused(BATCH, { requests: [usdcItem, other] }, headers)
    expect(again.json).toEqual(first.json)
    expect((await refused(BATCH, { requests: [other, usdcItem] }, headers)).status).toBe(422)
  })
})

/** Reads a batch's items and the recipients of their fees, decoded by viem. */
function itemsOf(batch: { batchPaymentTransaction: { data: Hex } }) {
  const { args = [] } = decodeFunctionData({ abi: batchAbi, ...batch.batchPaymentTransaction })
  const [groups = [], , feeAddress] = args
  const items = groups.flatMap(({ requestDetails }) => requestDetails)
  return {
    amounts: items.map(({ requestAmount }) => requestAmount),
    fees: items.map(({ feeAmount }) => feeAmount),
    feeAddress,
  }
}

describe('A batch of existing requests', () => {
  it('a batch of existing requests pays the remaining amount of each, in list order, and stores nothing', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, other] })
    const [half = '', whole = ''] = requestIds
    await markPaid(test.host, { token, requestId: half, paidUnits: 12_499_999n })
    const { status, json } = await refused(BATCH, { requestIds: [whole, half], payer: PAYER })
    expect(status).toBe(201)
    expect(json.requestIds).toEqual([whole, half])
    expect(itemsOf(json).amounts).toEqual([1_000_000n, 1n])
    const [approval] = json.ERC20ApprovalTransactions
    expect(decodeFunctionData({ abi: erc20Abi, ...approval }).args?.[1]).toBe(1_000_001n)
  })

  it('a batch of existing requests is computed again despite an Idempotency-Key, so that a repeated call never pays a paid request', async () => {
    const { token, requestIds } = await test.createPayment()
    const headers = { 'idempotency-key': 'existing-1' }
    expect((await post(BATCH, { requestIds }, headers)).status).toBe(201)
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 12_500_000n })
    expect((await post(BATCH, { requestIds }, headers)).json.code).toBe('already_paid')
  })

  it.each([
    ['unknown', async () => UNKNOWN_ID],
    [
      'another tenant’s',
      async () => {
        const { apiKey } = await test.createTenant()
        return createRequest(test, {}, { 'x-api-key': apiKey })
      },
    ],
  ])('a batch of existing requests with one that is %s returns 404', async (_, create) => {
    const requestIds = [await createRequest(test), await create()]
    const { status, json } = await post(BATCH, { requestIds })
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'request_not_found' })
    expect(json.message).toBe('There is no request with the id of requestIds[1].')
  })

  it('a batch of existing requests with the same request twice is rejected', async () => {
    const [first, second] = [await createRequest(test), await createRequest(test)]
    const { status, json } = await post(BATCH, { requestIds: [first, second, first] })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'requestIds[2]', code: 'duplicate_item' }])
  })

  it('a batch of existing requests with a paid request is rejected', async () => {
    const { token, requestIds } = await test.createPayment()
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 12_500_000n })
    const { status, json } = await post(BATCH, {
      requestIds: [await createRequest(test), ...requestIds],
    })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'requestIds[1]', code: 'already_paid' }])
  })

  it('a batch with a request whose payment is pending is rejected', async () => {
    const { requestIds } = await test.createPayment()
    await markSeen(test.host, { requestId: requestIds[0] ?? '', units: 12_500_000n, depth: 1n })
    const { status, json } = await post(BATCH, { requestIds })
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'payment_processing' })
    expect(json.errors).toEqual([
      { field: 'requestIds[0]', message: json.message, code: 'payment_processing' },
    ])
  })

  it('a batch with a request whose link has expired is rejected', async () => {
    const { requestIds } = await test.createPayment()
    test.clock.advance(8 * 86_400_000)
    const { status, json } = await post(BATCH, { requestIds })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'payment_expired' })
  })

  it('a batch of existing requests on more than one network is rejected', async () => {
    const requestIds = [await createRequest(test), await createRequest(test, onOther)]
    const { status, json } = await post(BATCH, { requestIds })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'requestIds[1]', code: 'mixed_networks' }])
  })

  it('a batch of existing requests that pay the payer is rejected', async () => {
    const requestIds = [await createRequest(test), await createRequest(test, other)]
    const { status, json } = await post(BATCH, { requestIds, payer: SECOND_PAYEE })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'requestIds[1]', code: 'payer_is_payee' }])
  })

  it('a batch of existing requests with fees for two addresses is rejected', async () => {
    const fees = [FEE_ADDRESS, OTHER_FEE_ADDRESS].map((feeAddress) => ({
      requests: [usdcItem],
      feePercentage: '1',
      feeAddress,
    }))
    const created = await Promise.all(fees.map((body) => test.createPayment(body)))
    const { status, json } = await post(BATCH, {
      requestIds: created.flatMap(({ requestIds }) => requestIds),
    })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'feeAddress', code: 'mixed_fee_addresses' }])
  })

  it('a batch of existing requests adds the call’s fee to requests without a fee, and returns the common fee', async () => {
    const fee = { feePercentage: '1', feeAddress: FEE_ADDRESS }
    const own = await test.createPayment({
      requests: [usdcItem],
      feePercentage: '2',
      feeAddress: FEE_ADDRESS,
    })
    const plain = await createRequest(test, other)
    const mixed = await post(BATCH, { requestIds: [plain, ...own.requestIds], ...fee })
    expect(itemsOf(mixed.json)).toMatchObject({
      fees: [10_000n, 250_000n],
      feeAddress: FEE_ADDRESS,
    })
    expect(mixed.json).not.toHaveProperty('platformFee')
    const same = await post(BATCH, { requestIds: [plain, await createRequest(test)], ...fee })
    expect(same.json.platformFee).toEqual({ percentage: '1', address: FEE_ADDRESS })
  })
})

describe('A recurring payout’s request', () => {
  it.each([
    ['pay', (id: string) => test.call('GET', `/v2/request/${id}/pay`)],
    ['routes', (id: string) => test.call('GET', `/v2/request/${id}/routes?wallet=${PAYER}`)],
    ['version 1 pay', async (id: string) => callV1(id, 'pay')],
    ['version 1 routes', async (id: string) => callV1(id, `routes?wallet=${PAYER}`)],
    ['a batch', (id: string) => post(BATCH, { requestIds: [id] })],
  ])(
    'a recurring payout’s request is rejected by %s: its payee would be paid twice',
    async (_, call) => {
      const requestId = await createRequest(test)
      await schedule(requestId)
      const { status, json } = await call(requestId)
      expect({ status, code: json.code }).toEqual({ status: 400, code: 'paid_by_schedule' })
    },
  )
})

async function callV1(requestId: string, what: string) {
  const { json } = await test.call('GET', `/v2/request/${requestId}`)
  return test.call('GET', `/v1/request/${json.paymentReference}/${what}`)
}
