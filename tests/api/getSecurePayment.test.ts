import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaid, markSeen } from '../support/markRequest.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const UNKNOWN_TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({
    PAY_CONFIRMATIONS_DEVNET: '12',
    PAY_PUBLIC_RPC_URL_DEVNET: 'http://127.0.0.1:8545',
  })
})
afterAll(() => test[Symbol.asyncDispose]())

const read = (token: string, query = '') => test.call('GET', `/v2/secure-payments/${token}${query}`)

describe('GET /v2/secure-payments/{token}', () => {
  it('GET /v2/secure-payments/{token} returns every member that a page shows', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
      reference: 'PO-7781',
    })
    const { status, json } = await read(token)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      paymentType: 'single',
      token,
      requestIds,
      status: 'pending',
      payee: PAYEE,
      network: 'devnet',
      amount: '12.5',
      paymentCurrency: 'USDC-devnet',
      isNativeCurrency: false,
      destination: null,
      reference: 'PO-7781',
      completedAt: null,
      chain: {
        id: 'devnet',
        chainId: 31_337,
        isLocal: true,
        rpcUrl: 'http://127.0.0.1:8545',
        nativeCurrency: { symbol: 'ETH', decimals: 18 },
      },
      merchant: {
        name: 'Test shop',
        logoUrl: null,
        supportUrl: null,
        termsUrl: null,
        privacyUrl: null,
      },
      redirectUrl: null,
      redirectLabel: null,
      branding: null,
      isPayeeAddressMasked: false,
      access: { isRestricted: false, isAllowed: null, isPayeeHidden: false },
      transactions: [],
      lastAttempt: null,
    })
    expect(json.items).toHaveLength(1)
    expect(json.items[0]).toMatchObject({
      requestId: requestIds[0],
      symbol: 'USDC',
      decimals: 6,
      status: 'created',
      amountPaid: '0',
      remainingAmount: '12.5',
      fee: { percentage: '1', amount: '0.125', address: FEE_ADDRESS },
    })
    expect(json).not.toHaveProperty('paymentOptions')
  })

  it('GET /v2/secure-payments/{token} returns `processing` and the number of confirmations for a payment with too few of them', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    const { txHash } = await markSeen(test.host, { requestId, units: 12_500_000n, depth: 4n })
    const { json } = await read(token)
    expect(json.status).toBe('pending')
    expect(json.items[0]).toMatchObject({ status: 'processing', amountPaid: '0' })
    expect(json.transactions).toEqual([
      {
        requestId,
        txHash,
        amount: '12.5',
        confirmations: 4,
        requiredConfirmations: 12,
        status: 'confirming',
        explorerUrl: null,
        timestamp: null,
      },
    ])
  })

  it('GET /v2/secure-payments/{token} returns the paid and remaining amounts after a partial payment', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await markPaid(test.host, { token, requestId, paidUnits: 2_000_000n })
    const { status, json } = await read(token)
    expect(status).toBe(200)
    expect(json.items[0]).toMatchObject({
      status: 'partially_paid',
      amountPaid: '2',
      amountSpent: '2',
      remainingAmount: '10.5',
    })
    expect(json.transactions[0]).toMatchObject({ amount: '2', status: 'confirmed' })
  })

  it('GET /v2/secure-payments/{token} returns 304 while only the clock has changed', async () => {
    const { token, requestIds } = await test.createPayment()
    const first = await read(token)
    test.clock.advance(1_000)
    const headers = { 'if-none-match': first.headers['etag'] ?? '' }
    const same = await test.call('GET', `/v2/secure-payments/${token}`, { headers })
    expect(same.status).toBe(304)
    expect(same.text).toBe('')
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 1n })
    const changed = await test.call('GET', `/v2/secure-payments/${token}`, { headers })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(first.headers['etag'])
  })

  it('GET /v2/secure-payments/{token} returns no payment options when no node responds', async () => {
    const { token } = await test.createPayment()
    const { status, json } = await read(token, `?wallet=${PAYER}`)
    expect(status).toBe(200)
    expect(json).not.toHaveProperty('paymentOptions')
  })

  it.each([
    ['another network’s address', 'wallet=TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'invalid_address'],
    ['a wrong checksum', `wallet=${PAYER.replace('3C44', '3c44')}`, 'invalid_address'],
    ['no address', 'wallet=me', 'invalid_address'],
    ['two wallets', `wallet=${PAYER}&wallet=${PAYER}`, 'invalid_type'],
    ['a nested wallet', `wallet[a]=${PAYER}&wallet=x`, 'invalid_address'],
  ])('GET /v2/secure-payments/{token} returns 400 for %s', async (_, query, code) => {
    const { token } = await test.createPayment()
    const { status, json } = await read(token, `?${query}`)
    expect(status).toBe(400)
    expect(json.errors[0]).toMatchObject({ field: 'wallet', code })
  })
})

describe('A payment that cannot be paid', () => {
  it('a payment that cannot be paid returns 403 once it has expired, with the payment’s data', async () => {
    const { token } = await test.createPayment()
    test.clock.advance(WEEK_MS)
    for (const path of ['', '/pay']) {
      const { status, json } = await read(token, path)
      expect(status).toBe(403)
      expect(json).toMatchObject({
        code: 'payment_expired',
        statusCode: 403,
        status: 403,
        paymentStatus: 'expired',
        payment: { token, status: 'expired', amount: '12.5' },
      })
    }
    test.clock.advance(-WEEK_MS)
  })

  it('a payment that will expire is open until the last millisecond of its lifetime', async () => {
    const { token } = await test.createPayment()
    test.clock.advance(WEEK_MS - 1)
    expect((await read(token)).status).toBe(200)
    test.clock.advance(1 - WEEK_MS)
  })

  it('a payment that cannot be paid returns 200 with completed=show once it is completed, regardless of other reads', async () => {
    const { token, requestIds } = await test.createPayment()
    const shown = () => read(token, '?completed=show')
    expect((await shown()).json).toMatchObject({ token, status: 'pending' })
    expect((await read(token)).status).toBe(200)
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 12_500_000n })
    for (let round = 0; round < 2; round += 1) {
      const { status, json } = await shown()
      expect([status, json.status, json.items[0].status]).toEqual([200, 'completed', 'paid'])
      expect((await read(token)).status).toBe(409)
    }
    const withWallet = await read(token, `?completed=show&wallet=${PAYER}`)
    expect([withWallet.status, withWallet.json.status]).toEqual([200, 'completed'])
    expect((await read(token, '?completed=hide')).status).toBe(400)
  })

  it('a payment that cannot be paid returns 409 once it is completed, with the payment’s data', async () => {
    const { token, requestIds } = await test.createPayment()
    await markPaid(test.host, {
      token,
      requestId: requestIds[0] ?? '',
      paidUnits: 12_500_000n,
    })
    for (const path of ['', '/pay']) {
      const { status, json } = await read(token, path)
      expect(status).toBe(409)
      expect(json).toMatchObject({
        code: 'payment_completed',
        statusCode: 409,
        status: 409,
        paymentStatus: 'completed',
        payment: { token, status: 'completed', items: [{ status: 'paid', remainingAmount: '0' }] },
      })
    }
  })

  it('a payment that cannot be paid returns 410 once it has been cancelled', async () => {
    const { token } = await test.createPayment()
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'invalidated' })
      .where('token', '=', token)
      .execute()
    const { status, json } = await read(token)
    expect(status).toBe(410)
    expect(json).toMatchObject({
      code: 'payment_not_payable',
      status: 410,
      paymentStatus: 'invalidated',
    })
  })
})

describe('An invalid token', () => {
  it.each([
    ['unknown', UNKNOWN_TOKEN],
    ['lower case', UNKNOWN_TOKEN.toLowerCase()],
    ['of 27 characters', `${UNKNOWN_TOKEN}0`],
    ['with a letter that ULIDs lack', UNKNOWN_TOKEN.replace('Z', 'U')],
    ['beyond the largest ULID', `8${UNKNOWN_TOKEN.slice(1)}`],
    ['an arbitrary text', 'x'],
    ['an SQL fragment', "' or '1'='1"],
  ])('the service returns 404 for a token that is %s', async (_, token) => {
    const { status, json } = await read(encodeURIComponent(token))
    expect(status).toBe(404)
    expect(json.code).toBe('secure_payment_not_found')
  })
})

describe("Another tenant's payment", () => {
  it('another tenant’s payment returns 404 on every operation, like an unknown payment', async () => {
    const { token, requestIds } = await test.createPayment()
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const attemptId = '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11'
    const txHash = `0x${'a'.repeat(64)}`
    const chain = { chain: 'devnet', token: 'USDC' }
    const attempt = { attemptId, wallet: PAYER, ...chain, calldataHash: txHash }
    const path = `/v2/secure-payments/${token}`
    const answers = [
      await test.call('GET', path, { headers }),
      await test.call('GET', `${path}/pay`, { headers }),
      await test.call('POST', `${path}/intent`, { headers, body: { txHash, ...chain } }),
      await test.call('POST', `${path}/attempts`, { headers, body: attempt }),
      await test.call('PATCH', `${path}/attempts/${attemptId}`, {
        headers,
        body: { phase: 'signing' },
      }),
      await test.call('DELETE', `${path}/attempts/${attemptId}`, { headers }),
      await test.call('GET', `/v2/request/${requestIds[0]}`, { headers }),
      await test.call('GET', `/v2/request/${requestIds[0]}/status`, { headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })
})

describe('A batch', () => {
  it('a batch keeps its arrays aligned by index', async () => {
    const { token } = await test.createPayment({
      requests: [usdcItem, { ...usdcItem, payee: SECOND_PAYEE, amount: '3' }],
    })
    const { json } = await read(token)
    expect(json.payees).toEqual([PAYEE, SECOND_PAYEE])
    expect(json.amounts).toEqual(['12.5', '3'])
    expect(json.items.map((item: { amount: string }) => item.amount)).toEqual(['12.5', '3'])
  })

  it('a batch completes only when every item is paid', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem, { ...usdcItem, amount: '3' }],
    })
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 12_500_000n })
    expect((await read(token)).status).toBe(200)
    await markPaid(test.host, { token, requestId: requestIds[1] ?? '', paidUnits: 3_000_000n })
    expect((await read(token)).status).toBe(409)
  })
})
