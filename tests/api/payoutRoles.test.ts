import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { PAYEE, PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

const ITEM = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
}
const REFUSED = { status: 403, json: { code: 'scope_missing', scope: 'payouts' } }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

type Access = { headers: Record<string, string> }

const call = (by: Access, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
const cancel = (by: Access, id: string) => call(by, 'POST', `/v2/request/${id}/cancel`)

async function createKey(by: SignedIn, scopes: readonly string[]): Promise<Access> {
  const { json } = await call(by, 'POST', '/v1/api-keys', { label: 'Server', scopes })
  return { headers: { 'x-api-key': String(json.key) } }
}

describe('A key that may create requests but no payouts', () => {
  it('a key that may create requests but no payouts cannot cancel a single payout or a payout in a batch', async () => {
    const ana = await registerAccount(test)
    const key = await createKey(ana, ['read', 'create'])
    const single = await call(ana, 'POST', '/v2/payouts', { ...ITEM, payerWallet: PAYER })
    const batch = await call(ana, 'POST', '/v2/payouts/batch', {
      payer: PAYER,
      requests: [ITEM, ITEM],
    })
    for (const id of [single.json.requestId, batch.json.requestIds[0]]) {
      expect(await cancel(key, id)).toMatchObject(REFUSED)
      expect((await cancel(ana, id)).status).toBe(200)
    }
  })

  it('a key that may create requests but no payouts can cancel a request', async () => {
    const ana = await registerAccount(test)
    const key = await createKey(ana, ['read', 'create'])
    const { json } = await call(ana, 'POST', '/v2/request', ITEM)
    expect((await cancel(key, json.requestId)).status).toBe(200)
  })

  it('a key that may create requests but no payouts cannot end the approval for which a payout waits', async () => {
    const ana = await registerAccount(test)
    const key = await createKey(ana, ['read', 'create'])
    expect((await call(ana, 'PUT', '/v1/approval-limit', { limitInUsd: '1' })).status).toBe(200)
    const { json } = await call(ana, 'POST', '/v2/payouts/batch', {
      payer: PAYER,
      requests: [ITEM, ITEM],
    })
    expect(await cancel(key, json.requestIds[1])).toMatchObject(REFUSED)
    const { approvals } = (await call(ana, 'GET', '/v1/approvals?status=waiting')).json
    expect(approvals.map(({ id }: { id: string }) => id)).toEqual([json.approvalId])
  })
})
