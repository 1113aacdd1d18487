import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepTarget } from '../../host/src/paying/keepTarget.ts'
import { createApprovedPayer, type TestPayer } from '../support/createApprovedPayer.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { recordDeposit } from '../support/recordDeposit.ts'
import { askToPay, createRequest } from '../support/requestCalls.ts'
import { PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

/**
 * Tests which bank account receives a request's money, with records in states that no API call can produce.
 */
let test: TestHost
beforeAll(async () => {
  test = await startTestHost({}, { offramp: createFakeOfframp() })
})
afterAll(() => test[Symbol.asyncDispose]())

const UNITS = 12_500_000n
let users = 0

async function open() {
  users += 1
  const payer = await createApprovedPayer(test, `user-${users}`)
  const requestId = await createRequest(test, { payee: undefined, isCryptoToFiatAllowed: true })
  return { payer, requestId }
}

function pay(requestId: string, { clientUserId, paymentDetailsId }: TestPayer) {
  return askToPay(test, requestId, { wallet: PAYER, clientUserId, paymentDetailsId })
}

const payerOf = async (requestId: string) => {
  const { kysely } = test.host.context.db
  const offramps = kysely.selectFrom('offramps').select(['payer_id', 'next_check_at'])
  return offramps.where('request_id', '=', requestId).executeTakeFirstOrThrow()
}

describe('Calldata', () => {
  it('calldata is rejected for a payer whom another provider approved', async () => {
    const { payer, requestId } = await open()
    const { kysely } = test.host.context.db
    const change = kysely.updateTable('payers').set({ provider: 'sandbox-offramp' })
    await change.where('id', '=', payer.userId).execute()
    expect(await pay(requestId, payer)).toMatchObject({
      status: 400,
      json: { code: 'payer_not_compliant' },
    })
  })

  it.each([
    ['that another provider approved', { provider: 'another' }, 'payment_details_not_approved'],
    ['that was erased', { sealed_account: null }, 'unknown_payment_details'],
  ])('the calldata for a payment is rejected for an account %s', async (_, change, code) => {
    const { payer, requestId } = await open()
    const details = test.host.context.db.kysely.updateTable('payment_details').set(change)
    await details.where('id', '=', payer.paymentDetailsId).execute()
    expect(await pay(requestId, payer)).toMatchObject({ status: 400, json: { code } })
  })
})

describe('Received money', () => {
  it('received money goes to the first of two payers that are set at the same time', async () => {
    const { payer, requestId } = await open()
    const other = await createApprovedPayer(test, 'the-second')
    await recordDeposit(test.host, { requestId, units: UNITS })
    const { context } = test.host
    const { tenant_id: tenantId } = await context.db.kysely
      .selectFrom('requests')
      .select('tenant_id')
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    const caller = { credential: 'apiKey', tenantId, keyId: 'key', scopes: [] } as const
    for (const { userId: payerId, paymentDetailsId } of [payer, other]) {
      const target = { payerId, paymentDetailsId }
      expect(await keepTarget(context, requestId, { target, caller })).toEqual({ hasMoney: true })
    }
    expect(await payerOf(requestId)).toMatchObject({ payer_id: payer.userId })
  })

  it('received money waits for a new payer if its payer was erased after the calldata', async () => {
    const { payer, requestId } = await open()
    expect((await pay(requestId, payer)).status).toBe(200)
    // A simultaneous call may have stored the target again after the erasure removed it.
    const change = test.host.context.db.kysely
      .updateTable('payers')
      .set({ erased_at: test.clock.now().toISOString() })
    await change.where('id', '=', payer.userId).execute()
    await recordDeposit(test.host, { requestId, units: UNITS })
    expect(await payerOf(requestId)).toEqual({ payer_id: null, next_check_at: null })
  })
})
