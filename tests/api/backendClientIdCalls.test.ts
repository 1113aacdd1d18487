import { api, type EndpointDefinition } from '@secure-payment/core/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, type SignedIn, signInWallet } from '../support/signIn.ts'
import {
  API_KEY,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

/**
 * The calls of a backend that was written for Request Network. It creates a client ID with an empty list of domains, and sends the value of
 * `clientId` as `x-client-id`, without `Origin`.
 */
const USDC = '0x5ecc000000000000000000000000000000000101'
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const DEVNET = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }

let test: TestHost
let merchant: SignedIn & { address: string }
let destination: { id: string; destinationId: string }
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  const { account, ...signedIn } = await signInWallet(test)
  merchant = { ...signedIn, address: account.address }
  const route = { tokenAddress: USDC, chainId: 31_337 }
  destination = (await manage('POST', '/v1/payee-destination', route)).json
})
afterAll(() => test[Symbol.asyncDispose]())

function manage(method: string, path: string, body?: object) {
  return test.call(method, path, {
    anonymous: true,
    headers: merchant.headers,
    ...(body && { body }),
  })
}

async function createBackend(body: object = {}) {
  const { status, json, text } = await manage('POST', '/v1/client-ids', {
    label: 'Server',
    allowedDomains: [],
    ...body,
  })
  if (status !== 201) throw new Error(text)
  const headers: Record<string, string> = { 'x-client-id': json.clientId }
  const call = (method: string, path: string, sent?: object) =>
    test.call(method, path, { anonymous: true, headers, ...(sent && { body: sent }) })
  const [name = ''] = String(json.clientId).split('.')
  return { id: json.id as string, name, headers, json, call }
}

describe('A client ID with an empty list of domains', () => {
  it('a client ID with an empty list of domains is a secret that only the creation returns', async () => {
    const { id, name, json } = await createBackend()
    expect(json).toMatchObject({ isBackend: true, allowedDomains: [], payeeDestinationId: null })
    // 32 bytes in base64url.
    expect(json.clientId).toMatch(/^cli_[0-9A-Za-z]{30}\.[\w-]{43}$/)
    expect(json.secretClientId).toBe(json.clientId)
    const read = await manage('GET', `/v1/client-ids/${id}`)
    expect(read.json.clientId).toBe(name)
    expect((await manage('GET', '/v1/client-ids')).text).not.toContain(json.clientId)
  })

  it('POST /v2/client-ids rejects an empty list of domains, as the specification requires, and accepts isBackend, which the error names', async () => {
    const call = (body: object) =>
      test.call('POST', '/v2/client-ids', { headers: { 'x-api-key': API_KEY }, body })
    const empty = await call({ label: 'Server', allowedDomains: [] })
    expect(empty.status).toBe(400)
    expect(empty.json.errors[0]).toMatchObject({ field: 'allowedDomains', code: 'too_few_items' })
    expect(empty.json.errors[0].message).toContain('isBackend to true')
    const { status, json } = await call({ label: 'Server', isBackend: true })
    expect(status).toBe(201)
    expect(json.secretClientId).toContain(`${json.clientId}.`)
  })

  it('PUT accepts the unchanged record of a backend client ID', async () => {
    const { id } = await createBackend()
    const { label, allowedDomains } = (await manage('GET', `/v1/client-ids/${id}`)).json
    const { status } = await manage('PUT', `/v1/client-ids/${id}`, { label, allowedDomains })
    expect(status).toBe(200)
  })

  it('a bound backend creates a payment without naming its destination, reads it and pays it', async () => {
    const { call } = await createBackend({ payeeDestinationId: destination.id })
    const created = await call('POST', '/v2/secure-payments', { requests: [{ amount: '10' }] })
    expect(created.status).toBe(201)
    const { token, requestIds } = created.json
    const read = await call('GET', `/v2/secure-payments/${token}`)
    expect(read.json).toMatchObject({ payee: merchant.address, paymentCurrency: 'USDC-devnet' })
    expect((await call('GET', `/v2/secure-payments/${token}/pay`)).json.transactions).toHaveLength(
      2,
    )
    expect((await call('GET', `/v2/request/${requestIds[0]}`)).status).toBe(200)
    expect((await call('GET', '/v2/payments')).status).toBe(200)
  })

  it('a bound backend cannot name another destination, and its payouts go only there', async () => {
    const { call } = await createBackend({ payeeDestinationId: destination.id })
    const payout = { payee: STRANGER, amount: '5', ...DEVNET }
    expect((await call('POST', '/v2/payouts', payout)).json.code).toBe('destination_not_allowed')
    const own = await call('POST', '/v2/payouts', { ...payout, payee: merchant.address })
    expect(own.status).toBe(201)
  })

  it('an unbound backend pays only its own merchant, unless it may pay any payee', async () => {
    const payout = { payee: STRANGER, amount: '5', ...DEVNET }
    const { call } = await createBackend({ allowAnyPayee: false })
    expect((await call('POST', '/v2/payouts', payout)).json.code).toBe('payee_not_allowed')
    const own = await call('POST', '/v2/payouts', { ...payout, payee: merchant.address })
    expect(own.status).toBe(201)
    const free = await createBackend({ allowAnyPayee: true })
    const paid = await free.call('POST', '/v2/payouts', payout)
    expect(paid.status).toBe(201)
    expect(paid.json.transactions.length).toBeGreaterThan(0)
    const batch = { requests: [{ ...payout }, { ...payout, amount: '6' }] }
    expect((await free.call('POST', '/v2/payouts/batch', batch)).status).toBe(201)
  })

  const ofTokens = Object.values(api)
    .flatMap((group) => Object.values<EndpointDefinition>(group))
    .filter(({ auth, path }) => auth.includes('clientId') && path.includes('{token}'))
  it.each(ofTokens.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'a backend gets 404 for another credential’s payment from %s',
    async (_, { method, path, bodyExample }) => {
      const { call } = await createBackend({ allowAnyPayee: true })
      const item = { payee: merchant.address, amount: '5', ...DEVNET }
      const { json } = await manage('POST', '/v2/secure-payments', { requests: [item] })
      const ids = path
        .replace('{token}', json.token)
        .replace('{attemptId}', crypto.randomUUID())
        .replace('{signedPaymentId}', '01KB4W3F6V3M2N5P7R9T0W1X2Y')
      const isRead = method === 'GET' || method === 'DELETE'
      const query = method === 'GET' ? `?wallet=${STRANGER}` : ''
      const body = isRead ? undefined : Object(bodyExample)
      const answer = await call(method, `${ids}${query}`, body)
      expect([answer.status, answer.json.code]).toEqual([404, 'secure_payment_not_found'])
    },
  )

  it('a backend client ID cannot use a record that another credential created, even by its id', async () => {
    const { call } = await createBackend({ allowAnyPayee: true })
    const other = await createBackend({ allowAnyPayee: true })
    const item = { payee: merchant.address, amount: '5', ...DEVNET }
    const create = (path: string, body: object) => [
      manage('POST', path, body),
      other.call('POST', path, body),
    ]
    const payments = await Promise.all(create('/v2/secure-payments', { requests: [item] }))
    for (const { json } of payments) {
      const [requestId] = json.requestIds
      const paths = [
        `/v2/secure-payments/${json.token}`,
        `/v2/secure-payments/${json.token}/pay`,
        `/v2/secure-payments/${json.token}/options?wallet=${STRANGER}`,
        `/v2/request/${requestId}`,
        `/v2/request/${requestId}/status`,
        `/v2/request/${requestId}/pay`,
        `/v2/request/${requestId}/routes?wallet=${STRANGER}`,
      ]
      for (const path of paths) {
        expect([path, (await call('GET', path)).status]).toEqual([path, 404])
        expect([path, (await manage('GET', path.replace('/pay', ''))).status]).toEqual([path, 200])
      }
      const batch = { requestIds: [requestId], payer: STRANGER }
      expect((await call('POST', '/v2/payouts/batch', batch)).status).toBe(404)
    }
    const [, own] = payments
    expect((await other.call('GET', `/v2/secure-payments/${own?.json.token}`)).status).toBe(200)
  })

  it('the audit log names the backend that created a payout', async () => {
    const { call, name } = await createBackend({ allowAnyPayee: true })
    // The log orders entries by time.
    test.clock.advance(1)
    await call('POST', '/v2/payouts', { payee: STRANGER, amount: '5', ...DEVNET })
    const { json } = await manage('GET', '/v2/audit-log?limit=1')
    expect(json.entries[0]).toMatchObject({
      action: 'payout.created',
      actor: { kind: 'client_id', id: name },
    })
  })
})

describe('Webhook endpoints of a backend', () => {
  const url = () => `https://shop.example.test/${crypto.randomUUID()}`

  it('a backend adds endpoints for its own events, and lists no other endpoint', async () => {
    const { call, name } = await createBackend()
    await manage('POST', '/v1/webhook', { url: url() })
    const other = await createBackend()
    await other.call('POST', '/v1/webhook', { url: url() })
    const { status, json } = await call('POST', '/v1/webhook', { url: url() })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(String),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const listed = (await call('GET', '/v1/webhook')).json
    expect(listed).toEqual([expect.objectContaining({ id: json.id, clientId: name })])
    const all = (await manage('GET', '/v1/webhook')).json
    expect(all.map(({ id }: { id: string }) => id)).toContain(json.id)
  })

  it('a backend may name itself by its whole value, but no other client ID', async () => {
    const { call, headers } = await createBackend()
    const clientId = headers['x-client-id']
    const named = await call('POST', '/v1/webhook', { url: url(), clientId })
    expect(named.status).toBe(201)
    const other = await createBackend()
    const foreign = await call('POST', '/v1/webhook', { url: url(), clientId: other.name })
    expect([foreign.status, foreign.json.code]).toEqual([404, 'client_id_not_found'])
  })

  it('only the merchant changes and removes endpoints, and a page’s client ID can neither add nor list them', async () => {
    const { call } = await createBackend()
    const { id } = (await call('POST', '/v1/webhook', { url: url() })).json
    for (const method of ['PUT', 'DELETE']) {
      const { status, json } = await call(method, `/v1/webhook/${id}`)
      expect([status, json.code]).toEqual([403, 'credential_not_accepted'])
    }
    const page = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const headers = { ...pageHeaders((await manage('POST', '/v1/client-ids', page)).json.clientId) }
    for (const method of ['POST', 'GET']) {
      const body = method === 'POST' ? { body: { url: url() } } : {}
      const answer = await test.call(method, '/v1/webhook', { anonymous: true, headers, ...body })
      expect([answer.status, answer.json.code]).toEqual([403, 'credential_not_accepted'])
    }
  })
})

describe('The error of a call', () => {
  const read = (headers: Record<string, string>) =>
    test.call('GET', '/v2/currencies', { anonymous: true, headers })

  it('the error of a call with a page’s client ID and no Origin names the credentials of servers', async () => {
    const page = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const { clientId } = (await manage('POST', '/v1/client-ids', page)).json
    const { status, json } = await read({ 'x-client-id': clientId })
    expect([status, json.code]).toEqual([401, 'missing_origin'])
    expect(json.detail).toContain('x-api-key')
    expect(json.detail).toContain('backend client ID')
    expect(json.detail).toContain('POST /v2/client-ids with an API key and isBackend true')
  })

  it('the error of a call with only the public name states that the secret is missing', async () => {
    const { name } = await createBackend()
    const { status, json } = await read({ 'x-client-id': name })
    expect([status, json.code]).toEqual([401, 'invalid_client_id'])
    expect(json.detail).toContain('Send the whole value')
  })

  it('the error of a call without a credential lists the backend client ID', async () => {
    const { json } = await read({})
    expect(json.detail).toContain('x-client-id of a backend client ID')
  })
})
