import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedIn, signInWallet } from '../support/signIn.ts'
import { PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

/** These tests send input that only one of the two databases accepts, and require the same responses with both databases. */
const HASH = `0x${'5b'.repeat(32)}`

/** Valid members for every operation in the table. */
const VALID = { phase: 'signing', action: 'cancel', permitSignature: `0x${'5b'.repeat(65)}` }

let test: TestHost
let token: string
let webhookId: string
let member: SignedIn
beforeAll(async () => {
  test = await startTestHost()
  token = (await test.createPayment()).token
  const body = { url: 'https://shop.example.test/odd' }
  webhookId = (await test.call('POST', '/v1/webhook', { body })).json.id
  member = await signInWallet(test)
})
afterAll(() => test[Symbol.asyncDispose]())

/**
 * NUL, a control character, a lone surrogate's bytes, another alphabet, and ids in another form or
 * length.
 */
const ODD_IDS = ['%00', 'a%00b', '%01', '%7f', '%ed%a0%80', '%c3%a9', 'x', '01KB', 'x'.repeat(300)]

describe.each(ODD_IDS)('The id %s in a path', (id) => {
  it.each([
    ['GET', () => `/v2/client-ids/${id}`],
    ['GET', () => `/v1/webhook/${id}/deliveries`],
    ['DELETE', () => `/v1/webhook/${id}`],
    ['GET', () => `/v2/request/${id}`],
    ['GET', () => `/v2/request/${id}/status`],
    ['GET', () => `/v2/request/${id}/pay`],
    ['PATCH', () => `/v1/request/${id}/stop-recurrence`],
    ['GET', () => `/v1/request/${id}`],
    ['GET', () => `/v1/operator/rescans/${id}`],
    ['GET', () => `/v2/payouts/recurring/${id}`],
    ['POST', () => `/v2/payouts/recurring/${id}`],
    ['PATCH', () => `/v2/payouts/recurring/${id}`],
    ['GET', () => `/v2/currencies/${id}/conversion-routes`],
    ['GET', () => `/v2/secure-payments/${id}`],
    ['GET', () => `/v2/secure-payments/${id}/pay`],
    ['PATCH', () => `/v2/secure-payments/${token}/attempts/${id}`],
    ['DELETE', () => `/v2/secure-payments/${token}/attempts/${id}`],
  ])('the call %s %s returns 404', async (method, path) => {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: VALID }
    const { status } = await test.call(method, path(), body)
    // The host returns 400 for a malformed UTF-8 escape, because it cannot decode the path.
    expect(status).toBe(id === '%ed%a0%80' ? 400 : 404)
  })
})

describe.each(ODD_IDS)('The id %s in a session’s path', (id) => {
  it.each([
    ['PUT', `/v1/api-keys/${id}`, { label: 'Odd' }],
    ['DELETE', `/v1/api-keys/${id}`],
    ['POST', `/v1/domains/${id}/check`],
    ['DELETE', `/v1/domains/${id}`],
    ['DELETE', `/v1/invitations/${id}`],
    ['DELETE', `/v1/members/${id}`],
  ])('the call %s %s returns 404', async (method, path, body?: object) => {
    const { headers } = member
    const { status } = await test.call(method, path, {
      anonymous: true,
      headers,
      ...(body && { body }),
    })
    // The host returns 400 for a malformed UTF-8 escape, because it cannot decode the path.
    expect(status).toBe(id === '%ed%a0%80' ? 400 : 404)
  })
})

describe('GET /v2/secure-payments/{token}', () => {
  it.each(['%00', 'a%00b', '%01', '%7f', '%ff', '%c3%a9', 'a%20b', 'x'])(
    'GET /v2/secure-payments/{token} returns 401 for the client ID %s in the query',
    async (clientId) => {
      const path = `/v2/secure-payments/${token}?clientId=${clientId}`
      const { status, json } = await test.call('GET', path, { anonymous: true })
      expect({ status, code: json.code }).toEqual({ status: 401, code: 'invalid_client_id' })
    },
  )
})

describe('GET /v1/webhook/{webhookId}/deliveries', () => {
  it.each(['%00', '%ff', 'x', '01kb54a1b2c3d4e5f6g7h8j9k0'])(
    'GET /v1/webhook/{webhookId}/deliveries returns 400 for before=%s',
    async (before) => {
      const path = `/v1/webhook/${webhookId}/deliveries?before=${before}`
      const { status, json } = await test.call('GET', path)
      expect({ status, issue: json.errors?.[0] }).toMatchObject({
        status: 400,
        issue: { field: 'before', code: 'invalid_ulid' },
      })
    },
  )
})

describe('POST /v1/webhook', () => {
  it.each(['a\u0000', '\u0001', 'caf\u00e9', '\ud800', 'a b', '', 'x'.repeat(201)])(
    'POST /v1/webhook returns 400 for the clientId %j',
    async (clientId) => {
      const body = { url: 'https://shop.example.test/clientId', clientId }
      const { status, json } = await test.call('POST', '/v1/webhook', { body })
      expect({ status, issue: json.errors?.[0] }).toMatchObject({
        status: 400,
        issue: { field: 'clientId', code: 'invalid_client_id' },
      })
    },
  )
})

describe('An attempt’s nonce', () => {
  it.each([2_147_483_647, 2_147_483_648, 3_000_000_000, Number.MAX_SAFE_INTEGER])(
    'an attempt’s nonce may be %i',
    async (nonce) => {
      token = (await test.createPayment()).token
      const body = {
        attemptId: randomUUID(),
        wallet: PAYER,
        chain: 'devnet',
        token: 'USDC',
        calldataHash: HASH,
        nonce,
      }
      const path = `/v2/secure-payments/${token}/attempts`
      expect((await test.call('POST', path, { body })).status).toBe(201)
      expect((await test.call('POST', path, { body })).status).toBe(201)
      const { kysely } = test.host.context.db
      const row = await kysely
        .selectFrom('attempts')
        .select('nonce')
        .where('id', '=', body.attemptId)
        .executeTakeFirstOrThrow()
      expect(row.nonce).toBe(BigInt(nonce))
    },
  )
})
