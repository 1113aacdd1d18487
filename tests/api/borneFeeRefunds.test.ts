import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedMore, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYER,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

/** 100 USDC, of which the payee receives 97.5. */
const WHOLE = {
  amount_units: '97500000',
  credited_units: '97500000',
  request_units: '100000000',
  fee_units: '2500000',
  fee_address: FEE_ADDRESS,
}
const LATER_PAYER = SECOND_PAYEE

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())

/** Seeds a request for 100 whose payee bears a fee of 2.5 percent, which two payers pay in full. */
async function seedDouble(change: object = {}, body: object = {}) {
  const { requestIds } = await test.createPayment({
    requests: [{ ...usdcItem, amount: '100', ...body }],
    feePercentage: '2.5',
    feeAddress: FEE_ADDRESS,
    defaultFeeBearer: 'payee',
  })
  const request_id = String(requestIds[0])
  const first = await seedMore(test, { request_id, ...WHOLE, ...change, payer: PAYER })
  const later = await seedMore(test, { request_id, ...WHOLE, ...change, payer: LATER_PAYER })
  return { requestId: request_id, first, later }
}

const refund = (requestId: string, amount: string) =>
  test.call('POST', `/v2/request/${requestId}/refunds`, { body: { amount } })
const findCandidate = async (requestId: string) => {
  const { json } = await test.call('GET', '/v2/refund-candidates?limit=100')
  return json.candidates.find((one: { requestId: string }) => one.requestId === requestId)
}

describe.each([
  ['in one currency', {}, {}],
  [
    'that a contract converts',
    {
      request_units: '10000000000',
      conversion_rate: '1',
      rate_source: 'chainlink',
      invoice_currency: 'USD',
    },
    { invoiceCurrency: 'USD' },
  ],
] as const)('Refunds of payments %s whose payee bears the fee', (_, change, body) => {
  it('the excess is only the amount that the payee received from the later payer', async () => {
    const { requestId, later } = await seedDouble(change, body)
    const candidate = await findCandidate(requestId)
    expect(candidate).toMatchObject({ refundAmount: '97.5', paidAmount: '200' })
    expect(candidate.payments).toEqual([
      { paymentId: later.id, amount: '97.5', payerAddress: LATER_PAYER },
    ])
    const { json } = await refund(requestId, 'excess')
    expect(json.refunds).toMatchObject([{ paymentId: later.id, amount: '97.5' }])
    expect(await findCandidate(requestId)).toBe(undefined)
    expect((await refund(requestId, 'excess')).status).toBe(409)
  })

  it('a refund of a part leaves the part of the excess that it does not return', async () => {
    const { requestId, later } = await seedDouble(change, body)
    const part = await test.call('POST', `/v2/payments/${later.id}/refunds`, {
      body: { amount: '39' },
    })
    expect(part.status).toBe(201)
    expect(await findCandidate(requestId)).toMatchObject({ refundAmount: '58.5' })
    const { json } = await refund(requestId, 'excess')
    expect(json.refunds).toMatchObject([{ paymentId: later.id, amount: '58.5' }])
    expect(await findCandidate(requestId)).toBe(undefined)
  })
})
