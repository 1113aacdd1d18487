import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedPayments } from '../support/seedPayments.ts'
import { NO_LIMITS, registerAccount, type SignedIn, signInWallet } from '../support/signIn.ts'
import { PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

/** A session reads and writes the same data as its tenant's API key. `accessMatrix.test.ts` tries every operation. */
let test: TestHost
let key: Record<string, string>
let people: readonly SignedIn[]
let stranger: SignedIn

beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  const wallet = await signInWallet(test)
  people = [wallet, await registerAccount(test)]
  stranger = await registerAccount(test)
})
afterAll(() => test[Symbol.asyncDispose]())

const call = (headers: Record<string, string>, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers, ...(body !== undefined && { body }) })

async function keyOf({ headers }: SignedIn): Promise<Record<string, string>> {
  const { json } = await call(headers, 'POST', '/v1/api-keys', { label: 'Server' })
  return { 'x-api-key': json.key }
}

describe('A session for a wallet or an account', () => {
  it('a session searches its tenant’s payments with the same response as for an API key, as JSON and as CSV', async () => {
    for (const person of people) {
      key = await keyOf(person)
      const created = await call(person.headers, 'POST', '/v2/request', {
        ...usdcItem,
        reference: 'PO-7781',
        customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
      })
      expect(created.status).toBe(201)
      const { requestId } = created.json
      await seedPayments(test.host.context, [{ request_id: requestId }])
      for (const path of ['/v2/payments?reference=PO-7781', '/v2/payments?format=csv']) {
        const [own, server] = [
          await call(person.headers, 'GET', path),
          await call(key, 'GET', path),
        ]
        expect(own.status).toBe(200)
        expect(own.text).toBe(server.text)
        expect(own.text).toContain('ana@example.test')
        expect((await call(stranger.headers, 'GET', path)).text).not.toContain(requestId)
      }
      expect((await call(person.headers, 'GET', '/v2/payments')).json.payments).toMatchObject([
        { request: { requestId, customerInfo: { email: 'ana@example.test' } } },
      ])
      expect((await call(stranger.headers, 'GET', '/v2/payments')).json.payments).toEqual([])
    }
  })

  it('a session reads its tenant’s secure payment by token, with the payee that pages do not receive', async () => {
    for (const person of people) {
      const created = await call(person.headers, 'POST', '/v2/secure-payments', {
        requests: [usdcItem],
        accessPolicy: { hidePayeeAddress: true },
      })
      const path = `/v2/secure-payments/${created.json.token}`
      const own = await call(person.headers, 'GET', path)
      expect(own.status).toBe(200)
      expect(own.json).toMatchObject({ payee: usdcItem.payee, isPayeeAddressMasked: false })
      expect(own.text).toBe((await call(await keyOf(person), 'GET', path)).text)
      expect((await call(stranger.headers, 'GET', path)).status).toBe(404)
      const wallet = `?wallet=${PAYER}`
      expect((await call(stranger.headers, 'GET', `${path}/pay${wallet}`)).status).toBe(404)
    }
  })

  it('a session creates requests and payout links without a client ID, only in its tenant', async () => {
    for (const person of people) {
      const request = await call(person.headers, 'POST', '/v2/request', usdcItem)
      const link = await call(person.headers, 'POST', '/v2/secure-payments/payouts', {
        network: 'devnet',
        currency: 'USDC-devnet',
        amount: '1',
        recipient: PAYER,
      })
      expect([request.status, link.status]).toEqual([201, 201])
      const rows = await test.host.context.db.kysely
        .selectFrom('requests')
        .select(['tenant_id', 'client_id', 'origin'])
        .where('id', 'in', [request.json.requestId, ...link.json.requestIds])
        .execute()
      const own = { tenant_id: person.tenantId, client_id: null, origin: null }
      expect(rows).toEqual([own, own])
    }
  })

  it('a session for a wallet or an account writes only from a dashboard page, and only JSON', async () => {
    for (const { headers } of people) {
      const { cookie } = headers
      for (const path of ['/v2/request', '/v2/payer', '/v2/secure-payments']) {
        for (const origin of [undefined, 'https://evil.example.test']) {
          const sent = { cookie, ...(origin !== undefined && { origin }) }
          const refused = await call(sent, 'POST', path, usdcItem)
          expect([refused.status, refused.json.code]).toEqual([403, 'origin_not_allowed'])
        }
        const form = { ...headers, 'content-type': 'text/plain' }
        expect((await call(form, 'POST', path, usdcItem)).status).toBe(415)
      }
    }
  })

  it('a session gets 403 for a request’s calldata, because that GET may store a bank account', async () => {
    for (const { headers } of people) {
      const { json } = await call(headers, 'POST', '/v2/request', usdcItem)
      const refused = await call(
        headers,
        'GET',
        `/v2/request/${json.requestId}/pay?wallet=${PAYER}`,
      )
      expect([refused.status, refused.json.code]).toEqual([403, 'credential_not_accepted'])
    }
  })
})
