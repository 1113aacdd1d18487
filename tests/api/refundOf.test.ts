import { createPaymentReference, createRefundSalt } from '@secure-payment/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const CUSTOMER = { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())

/** Seeds a paid order, its refund, and the link that pays the refund. */
async function seedLink() {
  const payment = await seedPaid(test, {}, { reference: 'INV-7', customerInfo: CUSTOMER })
  const created = await test.call('POST', `/v2/payments/${payment.id}/refunds`, {
    body: { amount: '2.5', reason: 'Returned cup' },
  })
  if (created.status !== 201) throw new Error(created.text)
  const refund = created.json
  const link = await test.call('POST', '/v2/secure-payments/refunds', {
    body: { refundIds: [refund.id] },
  })
  return { payment, refund, token: link.json.token as string }
}

/** Creates a payout link, which pays no refund. */
async function createPayout(): Promise<string> {
  const { json, text } = await test.call('POST', '/v2/secure-payments/payouts', {
    body: { recipient: CUSTOMER_WALLET, network: 'devnet', currency: 'USDC-devnet', amount: '1' },
  })
  if (json.token === undefined) throw new Error(text)
  return json.token
}
const CUSTOMER_WALLET = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

describe('The refund that a link pays', () => {
  it('GET /v2/secure-payments/{token} returns the refunded payment, which determines the payment reference, and the reason', async () => {
    const { payment, refund, token } = await seedLink()
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    const [item] = json.items
    expect(item.refundOf).toEqual({
      refundId: refund.id,
      paymentId: payment.id,
      requestId: payment.request_id,
      reference: 'INV-7',
      reason: 'Returned cup',
      txHash: payment.tx_hash,
      logIndex: payment.log_index,
    })
    const { refundId, txHash, logIndex } = item.refundOf
    const salt = createRefundSalt({ network: json.network, txHash, logIndex, refundId })
    expect(createPaymentReference(item.requestId, salt, item.payee)).toBe(item.paymentReference)
  })

  it('the hosted page of a link that pays refunds invites no payer to state an address', async () => {
    const { token } = await seedLink()
    const { token: own } = await test.createPayment({ requests: [usdcItem] })
    const read = async (page: string) =>
      (await test.call('GET', `/?token=${page}`, { anonymous: true, unchecked: true })).text
    expect(await read(token)).not.toContain('#refund-payment=')
    expect(await read(own)).toContain(`#refund-payment=${own}`)
  })

  it('an item that pays no refund has no `refundOf`', async () => {
    const payout = await createPayout()
    const { json } = await test.call('GET', `/v2/secure-payments/${payout}`)
    expect(json.items[0]).not.toHaveProperty('refundOf')
  })

  it('the lists of requests and of secure payments name the refund that each entry pays', async () => {
    const { payment, refund, token } = await seedLink()
    const refundOf = {
      refundId: refund.id,
      paymentId: payment.id,
      requestId: payment.request_id,
      reference: 'INV-7',
      customerInfo: CUSTOMER,
    }
    const requests = (await test.call('GET', '/v2/request?flow=pay&limit=100')).json.requests
    const paying = requests.find(
      ({ requestId }: { requestId: string }) => requestId === refund.refundRequestId,
    )
    expect(paying.refundOf).toEqual(refundOf)
    const { securePayments } = (await test.call('GET', '/v2/secure-payments?flow=pay')).json
    const listed = securePayments.find((one: { token: string }) => one.token === token)
    expect(listed.items[0].refundOf).toEqual(refundOf)
  })

  it('GET /v2/secure-payments filters by whether a link pays refunds', async () => {
    const { token } = await seedLink()
    const payout = await createPayout()
    const tokens = async (query: string) =>
      (
        await test.call('GET', `/v2/secure-payments?flow=pay&limit=100&${query}`)
      ).json.securePayments.map((one: { token: string }) => one.token)
    expect(await tokens('paysRefunds=true')).toContain(token)
    expect(await tokens('paysRefunds=true')).not.toContain(payout)
    expect(await tokens('paysRefunds=false')).toContain(payout)
    expect(await tokens('paysRefunds=false')).not.toContain(token)
  })
})

describe('A payment’s surplus', () => {
  it('GET /v2/payments returns the request’s surplus until paid refunds cover it', async () => {
    const { request_id } = await seedPaid(test)
    const surplus = async () =>
      (await test.call('GET', `/v2/payments?requestId=${request_id}`)).json.payments.map(
        (one: { request: { surplusAmount: string | null } }) => one.request.surplusAmount,
      )
    expect(await surplus()).toEqual([null])
    await seedMore(test, { request_id, credited_units: '5000000', request_units: '5000000' })
    expect(await surplus()).toEqual(['5', '5'])
    const { json } = await test.call('POST', `/v2/request/${request_id}/refunds`, {
      body: { amount: 'excess' },
    })
    // The refund is not paid yet, so the surplus is unchanged.
    expect(await surplus()).toEqual(['5', '5'])
    const paid = (units: string) =>
      test.host.context.db.kysely
        .updateTable('requests')
        .set({ paid_units: units })
        .where('id', '=', json.refunds[0].refundRequestId)
        .execute()
    await paid('2000000')
    expect(await surplus()).toEqual(['3', '3'])
    await paid('5000000')
    expect(await surplus()).toEqual([null, null])
  })

  it('GET /v2/payments returns the surplus of other payers after a recipient has overpaid a refund', async () => {
    const payment = await seedPaid(test)
    const { id, request_id } = payment
    await seedMore(test, { request_id, credited_units: '5000000' })
    const body = { amount: '2' }
    const { json } = await test.call('POST', `/v2/payments/${id}/refunds`, { body })
    await seedMore(test, { request_id: json.refundRequestId, credited_units: '900000000' })
    const { payments } = (await test.call('GET', `/v2/payments?requestId=${request_id}`)).json
    expect(payments).toMatchObject([
      { request: { surplusAmount: '3' } },
      { request: { surplusAmount: '3' } },
    ])
  })
})
