import { randomUUID } from 'node:crypto'
import { decodePaymentCall } from '@secure-payment/core/evm'
import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import { verifyCalldata } from '@secure-payment/core/verify'
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

const network = getNetwork('devnet')
const USDC = getCurrency('USDC-devnet').currency.address
const ethItem = { ...usdcItem, invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const pay = (token: string, query = '') =>
  test.call('GET', `/v2/secure-payments/${token}/pay${query}`)

async function referenceOf(token: string, index = 0): Promise<`0x${string}`> {
  const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
  return json.items[index].paymentReference
}

describe('POST /v2/secure-payments/{token}/calldata', () => {
  const ask = (token: string, body?: object) =>
    test.call('POST', `/v2/secure-payments/${token}/calldata`, body === undefined ? {} : { body })

  it('POST /v2/secure-payments/{token}/calldata returns what GET …/pay returns, with and without a body', async () => {
    const single = await test.createPayment()
    const batch = await test.createPayment({ requests: [usdcItem, usdcItem] })
    for (const { token } of [single, batch]) {
      expect((await ask(token)).json).toEqual((await pay(token)).json)
      const { status, json } = await ask(token, { wallet: PAYER })
      expect(status).toBe(200)
      expect(json).toEqual((await pay(token, `?wallet=${PAYER}`)).json)
    }
  })

  it('POST /v2/secure-payments/{token}/calldata rejects what GET …/pay rejects', async () => {
    const { token, requestIds } = await test.createPayment()
    const half = await ask(token, { chain: 'devnet' })
    expect([half.status, half.json.errors[0]]).toMatchObject([400, { field: 'token' }])
    expect((await ask(token, { wallet: '0x1' })).status).toBe(400)
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 12_500_000n })
    const paid = await ask(token, { wallet: PAYER })
    expect([paid.status, paid.json.code]).toEqual([409, 'payment_completed'])
  })
})

describe('GET /v2/secure-payments/{token}/pay', () => {
  it('GET /v2/secure-payments/{token}/pay returns an exact approval and the payment for a token, with the number 0 as the value', async () => {
    const { token } = await test.createPayment({
      requests: [usdcItem],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    const { status, json } = await pay(token)
    expect(status).toBe(200)
    expect(json.metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      balanceChecked: false,
    })
    expect(json.transactions.map((entry: { value: unknown }) => entry.value)).toEqual([0, 0])
    const expected = {
      payee: PAYEE,
      token: USDC,
      amountUnits: 12_500_000n,
      paymentReference: await referenceOf(token),
      feeUnits: 125_000n,
      feeAddress: FEE_ADDRESS,
    }
    verifyCalldata({ network, items: [expected], payer: null }, json.transactions)
  })

  it('GET /v2/secure-payments/{token}/pay returns one transaction with a hex value for the native coin', async () => {
    const { token } = await test.createPayment({ requests: [{ ...ethItem, amount: '0.25' }] })
    const { json } = await pay(token)
    expect(json.transactions).toHaveLength(1)
    expect(json.transactions[0].value).toBe('0x3782dace9d90000') // 0.25e18
    expect(json.metadata).toMatchObject({
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
    })
    const expected = {
      payee: PAYEE,
      token: null,
      amountUnits: 250_000_000_000_000_000n,
      paymentReference: await referenceOf(token),
      feeUnits: 0n,
      feeAddress: null,
    }
    verifyCalldata({ network, items: [expected], payer: null }, json.transactions)
  })

  it('GET /v2/secure-payments/{token}/pay returns approvals and one transaction for a batch', async () => {
    const { token } = await test.createPayment({
      requests: [
        { ...usdcItem, amount: '1' },
        { ...usdcItem, payee: SECOND_PAYEE, amount: '2' },
        { ...ethItem, amount: '0.5' },
      ],
    })
    const { json } = await pay(token)
    expect(json.ERC20ApprovalTransactions).toHaveLength(1)
    expect(json.ERC20ApprovalTransactions[0].value).toBe(0)
    expect(json.batchPaymentTransaction.value).toBe('0x6f05b59d3b20000') // 0.5e18
    expect(json.metadata).toEqual({
      hasEnoughBalance: true,
      hasEnoughGas: true,
      balanceChecked: false,
    })
    const item = { feeUnits: 0n, feeAddress: null }
    const items = [
      { ...item, payee: PAYEE, token: USDC, amountUnits: 1_000_000n },
      { ...item, payee: SECOND_PAYEE, token: USDC, amountUnits: 2_000_000n },
      { ...item, payee: PAYEE, token: null, amountUnits: 500_000_000_000_000_000n },
    ]
    const expected = await Promise.all(
      items.map(async (entry, index) => ({
        ...entry,
        paymentReference: await referenceOf(token, index),
      })),
    )
    verifyCalldata({ network, items: expected, payer: null }, [
      ...json.ERC20ApprovalTransactions,
      json.batchPaymentTransaction,
    ])
  })

  it('GET /v2/secure-payments/{token}/pay pays the remaining amount with its fee', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [{ ...usdcItem, amount: '10' }],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 4_000_000n })
    const { json } = await pay(token)
    expect(decodePaymentCall(json.transactions[1].data)).toMatchObject({
      amountUnits: 6_000_000n,
      feeUnits: 60_000n,
    })
  })

  it('GET /v2/secure-payments/{token}/pay omits a batch’s paid items', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem, { ...usdcItem, payee: SECOND_PAYEE, amount: '3' }],
    })
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 12_500_000n })
    const { json } = await pay(token)
    const expected = {
      payee: SECOND_PAYEE,
      token: USDC,
      amountUnits: 3_000_000n,
      paymentReference: await referenceOf(token, 1),
      feeUnits: 0n,
      feeAddress: null,
    }
    verifyCalldata({ network, items: [expected], payer: null }, [
      ...json.ERC20ApprovalTransactions,
      json.batchPaymentTransaction,
    ])
  })

  it('GET /v2/secure-payments/{token}/pay returns balanceChecked false when no node responds', async () => {
    const { token } = await test.createPayment()
    const { status, json } = await pay(token, `?wallet=${PAYER}`)
    expect(status).toBe(200)
    expect(json.metadata).toMatchObject({ balanceChecked: false, needsApproval: true })
  })

  it('GET /v2/secure-payments/{token}/pay accepts the payment’s own chain and token', async () => {
    const { token } = await test.createPayment()
    expect((await pay(token, '?chain=devnet&token=USDC')).status).toBe(200)
    const base = { ...usdcItem, invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' }
    const onBase = await test.createPayment({ requests: [base] })
    expect((await pay(onBase.token, '?chain=BASE&token=USDC')).status).toBe(200)
  })

  it.each([
    ['chain=BASE&token=USDC', 'chain', 'unsupported_crosschain'],
    ['chain=devnet&token=USDT', 'chain', 'unsupported_crosschain'],
    ['chain=devnet', 'token', 'required'],
    ['token=USDC', 'chain', 'required'],
    ['chain=&token=USDC', 'chain', 'invalid_chain'],
    ['chain=a&chain=b&token=USDC', 'chain', 'invalid_type'],
    ['wallet=0x1', 'wallet', 'invalid_address'],
  ])('GET /v2/secure-payments/{token}/pay returns 400 for ?%s', async (query, field, code) => {
    const { token } = await test.createPayment()
    const { status, json } = await pay(token, `?${query}`)
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
  })
})

describe('GET /pay while a transaction awaits confirmation', () => {
  const begin = (token: string) =>
    test.call('POST', `/v2/secure-payments/${token}/attempts`, {
      body: {
        attemptId: randomUUID(),
        wallet: PAYER,
        chain: 'devnet',
        token: 'USDC',
        calldataHash: `0x${'5b'.repeat(32)}`,
      },
    })
  const seen = (requestId: string | undefined, units: bigint) =>
    markSeen(test.host, { requestId: requestId ?? '', units, depth: 3n })

  it('GET /pay while a transaction awaits confirmation returns the payment without calldata or a lock when the transaction covers the remaining amount', async () => {
    const { token, requestIds } = await test.createPayment()
    const { txHash } = await seen(requestIds[0], 12_500_000n)
    for (const answer of [await pay(token), await begin(token)]) {
      expect(answer).toMatchObject({
        status: 409,
        json: {
          code: 'payment_processing',
          status: 409,
          paymentStatus: 'pending',
          statusCode: 409,
          payment: { token, items: [{ status: 'processing' }], transactions: [{ txHash }] },
        },
      })
    }
    const { status, json } = await test.call('GET', `/v2/secure-payments/${token}`)
    expect({ status, item: json.items[0].status }).toEqual({ status: 200, item: 'processing' })
  })

  it('GET /pay while a transaction awaits confirmation returns calldata when the transaction covers less than the remaining amount, so a small payment blocks no payer', async () => {
    const { token, requestIds } = await test.createPayment()
    await seen(requestIds[0], 12_499_999n)
    expect((await pay(token)).status).toBe(200)
    expect((await begin(token)).status).toBe(201)
  })

  it('GET /pay while a transaction awaits confirmation counts earlier payments, but counts a payment that is both recorded and pending only once', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await markPaid(test.host, { token, requestId, paidUnits: 7_000_000n })
    // The pending payment has the same transaction and log index as the recorded payment.
    await seen(requestId, 7_000_000n)
    expect((await pay(token)).status).toBe(200)
    const { kysely } = test.host.context.db
    await kysely.updateTable('pending_payments').set({ log_index: 1 }).execute()
    expect((await pay(token)).json.code).toBe('payment_processing')
  })

  it('GET /pay while a transaction awaits confirmation blocks a batch when one of its items is covered', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem, { ...usdcItem, payee: SECOND_PAYEE }],
    })
    await seen(requestIds[1], 12_500_000n)
    expect((await pay(token)).json.code).toBe('payment_processing')
  })

  it('GET /pay while a transaction awaits confirmation returns calldata again once the transaction has vanished', async () => {
    const { token, requestIds } = await test.createPayment()
    await seen(requestIds[0], 12_500_000n)
    await test.host.context.db.kysely.deleteFrom('pending_payments').execute()
    expect((await pay(token)).status).toBe(200)
    expect((await begin(token)).status).toBe(201)
  })
})
