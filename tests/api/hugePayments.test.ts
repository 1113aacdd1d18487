import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

/**
 * The largest amount that a token's contract can move: 2^256 - 1 base units of a test token that any caller may mint.
 */
const MOST = 2n ** 256n - 1n
/** The maximum as a decimal string with six decimals. */
const MOST_TEXT = '115792089237316195423570985008687907853269984665640564039457584007913129.639935'

let test: TestHost
let requestId: string

beforeAll(async () => {
  test = await startTestHost()
  const body = {
    payee: PAYEE,
    amount: '10',
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC-devnet',
  }
  const { json } = await test.call('POST', '/v2/request', { body })
  requestId = json.requestId
  const requestUnits = MOST / 100n
  await addPayment(test.host, { requestId, requestUnits, creditedUnits: MOST, conversionRate: '1' })
})

afterAll(() => test?.[Symbol.asyncDispose]())

describe('A payment larger than any invoice', () => {
  it('a payment larger than any invoice is reported to the last unit, as an excess', async () => {
    const { json, status } = await test.call('GET', `/v2/request/${requestId}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      hasBeenPaid: true,
      receivedAmount: MOST_TEXT,
      amountInUsd: null,
      payments: [{ receivedAmount: MOST_TEXT }],
    })
    const [, fraction] = json.paidAmount.split('.')
    expect(BigInt(json.paidAmount.replace('.', ''))).toBe(MOST / 100n)
    expect(fraction).toHaveLength(8)
    expect(BigInt(json.excessAmount.replace('.', ''))).toBe(MOST / 100n - 10n * 10n ** 8n)
  })

  it('a payment larger than any invoice does not hide the merchant’s other requests', async () => {
    const { json, status } = await test.call('GET', '/v2/request')
    expect(status).toBe(200)
    expect(json.requests).toMatchObject([{ requestId, hasBeenPaid: true }])
    const answer = await test.call('GET', `/v2/request/${requestId}/status`)
    expect(answer.status).toBe(200)
  })
})
