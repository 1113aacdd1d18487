import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, type SignedIn, signInWallet } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const DEVNET = 31_337
const USDC = '0x5ecc000000000000000000000000000000000101'
const PAYMENTS = '/v2/secure-payments'
const CLIENT_IDS = '/v1/client-ids'
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let test: TestHost
let merchant: SignedIn & { address: string }
let destination: { id: string; destinationId: string }
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  const { account, ...signedIn } = await signInWallet(test)
  merchant = { ...signedIn, address: account.address }
  const route = { tokenAddress: USDC, chainId: DEVNET }
  destination = (await manage('POST', '/v1/payee-destination', route)).json
})
afterAll(() => test[Symbol.asyncDispose]())

function manage(method: string, path: string, body?: object, headers: object = {}) {
  return test.call(method, path, {
    anonymous: true,
    headers: { ...merchant.headers, ...headers },
    ...(body && { body }),
  })
}

type Created = { id: string; clientId: string; secretClientId: string }

async function create(body: object = {}): Promise<Created> {
  const { status, json, text } = await manage('POST', CLIENT_IDS, {
    label: 'Shop server',
    isBackend: true,
    payeeDestinationId: destination.id,
    ...body,
  })
  if (status !== 201) throw new Error(text)
  return json
}

/** Creates a payment with this value of the header `x-client-id`. */
const pay = (
  value: string,
  { headers = {}, body = {} }: { headers?: object; body?: object } = {},
) =>
  test.call('POST', PAYMENTS, {
    anonymous: true,
    headers: { 'x-client-id': value, ...headers },
    body: { requests: [{ amount: '10' }], ...body },
  })

const codeOf = async (answer: Promise<{ status: number; json: { code: string } }>) => {
  const { status, json } = await answer
  return [status, json.code]
}

describe('A backend client ID', () => {
  it('a backend client ID can read a payment without recording that a payer opened it', async () => {
    const { secretClientId } = await create()
    const { json } = await pay(secretClientId)
    const body = { label: 'Page', allowedDomains: [SHOP_ORIGIN] }
    const page = (await manage('POST', CLIENT_IDS, body)).json.clientId
    const read = (headers: Record<string, string>) =>
      test.call('GET', `${PAYMENTS}/${json.token}`, { anonymous: true, headers })
    const activity = async () =>
      (await manage('GET', `/v2/request/${json.requestIds[0]}`)).json.activity
    expect((await read({ 'x-client-id': secretClientId })).status).toBe(200)
    // An earlier read that had been recorded would keep its own time.
    test.clock.advance(1_000)
    const at = test.clock.now().toISOString()
    expect((await read(pageHeaders(page))).status).toBe(200)
    await waitUntil(async () => (await activity()).length > 0)
    expect(await activity()).toEqual([{ kind: 'opened', at }])
  })

  it('a backend client ID shows its secret once, and the host stores only a hash', async () => {
    const created = await create()
    const { id, clientId, secretClientId } = created
    expect(created).toMatchObject({ isBackend: true, allowedDomains: [] })
    expect(secretClientId).toMatch(new RegExp(`^${clientId}\\.[\\w-]{43}$`))
    const { secretClientId: _, ...record } = created
    expect((await manage('GET', `${CLIENT_IDS}/${id}`)).json).toEqual(record)
    expect((await manage('GET', CLIENT_IDS)).json).toContainEqual(record)
    const secret = secretClientId.slice(clientId.length + 1)
    const row = await test.host.context.db.kysely
      .selectFrom('client_ids')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  it('a backend client ID creates payments to its destination without Origin, and reads them', async () => {
    const { clientId, secretClientId } = await create()
    const { status, json } = await pay(secretClientId)
    expect(status).toBe(201)
    const shown = await test.call('GET', `${PAYMENTS}/${json.token}`, {
      anonymous: true,
      headers: { 'x-client-id': secretClientId },
    })
    expect(shown.json).toMatchObject({ payee: merchant.address, paymentCurrency: 'USDC-devnet' })
    expect(shown.headers['access-control-allow-origin']).toBeUndefined()
    const stored = await test.host.context.db.kysely
      .selectFrom('requests')
      .select(['client_id', 'origin', 'address_digest'])
      .where('id', '=', json.requestIds[0])
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ client_id: clientId, origin: null, address_digest: null })
  })

  it('a backend client ID may redirect a payer to any page, as an API key may', async () => {
    const { secretClientId } = await create()
    const body = { redirectUrl: 'https://elsewhere.example.test/thanks' }
    expect((await pay(secretClientId, { body })).status).toBe(201)
  })

  it('a backend client ID cannot create a payment to another destination', async () => {
    const { secretClientId } = await create()
    const item = { amount: '10', payee: STRANGER, invoiceCurrency: 'USDC-devnet' }
    const body = { requests: [{ ...item, paymentCurrency: 'USDC-devnet' }] }
    expect(await codeOf(pay(secretClientId, { body }))).toEqual([403, 'destination_not_allowed'])
  })

  it('a backend client ID is rate-limited like a server, not per address', async () => {
    await using limited = await startTestHost({ ...NO_LIMITS, PAY_RATE_LIMIT_CLIENT_ID: '1' })
    const { headers } = await signInWallet(limited)
    const call = (path: string, body: object) =>
      limited.call('POST', path, { anonymous: true, headers, body })
    const { json } = await call('/v1/payee-destination', { tokenAddress: USDC, chainId: DEVNET })
    const body = { label: 'Server', isBackend: true, payeeDestinationId: json.id }
    const { secretClientId } = (await call(CLIENT_IDS, body)).json
    for (let count = 0; count < 5; count += 1) {
      const { status } = await limited.call('POST', PAYMENTS, {
        anonymous: true,
        headers: { 'x-client-id': secretClientId },
        body: { requests: [{ amount: '10' }] },
      })
      expect(status).toBe(201)
    }
  })

  it('a backend client ID is revoked and switched off like any other client ID', async () => {
    const { id, secretClientId } = await create()
    await manage('PUT', `${CLIENT_IDS}/${id}`, { status: 'inactive' })
    expect(await codeOf(pay(secretClientId))).toEqual([403, 'client_id_inactive'])
    await manage('DELETE', `${CLIENT_IDS}/${id}`)
    expect(await codeOf(pay(secretClientId))).toEqual([403, 'client_id_revoked'])
  })

  it('a backend client ID returns no secret to a repeated call with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { label: 'Server', isBackend: true, payeeDestinationId: destination.id }
    const first = await manage('POST', CLIENT_IDS, body, headers)
    const second = await manage('POST', CLIENT_IDS, body, headers)
    expect(first.json.secretClientId).toEqual(expect.any(String))
    const { secretClientId: _, ...record } = first.json
    expect(second.json).toEqual(record)
  })
})

describe('A call is rejected', () => {
  it.each([
    ['only the public part', ({ clientId }: Created) => clientId],
    ['an empty secret', ({ clientId }: Created) => `${clientId}.`],
    ['another secret', ({ clientId }: Created) => `${clientId}.${'A'.repeat(43)}`],
    ['a shorter secret', ({ secretClientId }: Created) => secretClientId.slice(0, -1)],
    ['a longer secret', ({ secretClientId }: Created) => `${secretClientId}A`],
  ])('a call is rejected with %s', async (_, value) => {
    const created = await create()
    expect(await codeOf(pay(value(created)))).toEqual([401, 'invalid_client_id'])
    const fromPage = pay(value(created), { headers: { origin: SHOP_ORIGIN } })
    expect(await codeOf(fromPage)).toEqual([401, 'invalid_client_id'])
  })

  it('a call is rejected with the secret of another client ID', async () => {
    const [one, other] = [await create(), await create()]
    const secret = other.secretClientId.slice(other.clientId.length)
    expect(await codeOf(pay(one.clientId + secret))).toEqual([401, 'invalid_client_id'])
  })

  it('a call is rejected with a page’s client ID and any secret', async () => {
    const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const { json } = await manage('POST', CLIENT_IDS, body)
    expect(json.isBackend).toBe(false)
    expect(json).not.toHaveProperty('secretClientId')
    const { 'x-client-id': value, ...headers } = pageHeaders(json.clientId)
    expect(await codeOf(pay(`${value}.${'A'.repeat(43)}`, { headers }))).toEqual([
      401,
      'invalid_client_id',
    ])
  })

  it.each([
    { origin: SHOP_ORIGIN },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('a call is rejected from a browser, with %j', async (headers) => {
    const { secretClientId } = await create()
    expect(await codeOf(pay(secretClientId, { headers }))).toEqual([403, 'secret_in_page'])
  })

  it('a call is rejected with the secret in the URL', async () => {
    const { secretClientId } = await create()
    const { json } = await pay(secretClientId)
    const path = `${PAYMENTS}/${json.token}?clientId=${encodeURIComponent(secretClientId)}`
    expect(await codeOf(test.call('GET', path, { anonymous: true }))).toEqual([
      401,
      'invalid_client_id',
    ])
  })
})

describe('A record is rejected', () => {
  const domains = { allowedDomains: [SHOP_ORIGIN] }
  it.each([
    ['with domains', domains, 'allowedDomains', 'not_for_backend'],
    ['for pages without domains', { isBackend: false }, 'allowedDomains', 'required'],
    [
      'for pages with an empty list',
      { isBackend: false, allowedDomains: [] },
      'allowedDomains',
      'too_few_items',
    ],
  ])('a new record is rejected %s', async (_, change, field, code) => {
    const body = { label: 'X', isBackend: true, payeeDestinationId: destination.id, ...change }
    const { status, json } = await manage('POST', CLIENT_IDS, body)
    expect(status).toBe(400)
    expect(json.errors).toEqual([expect.objectContaining({ field, code })])
  })

  it('a record is rejected if it would change a backend client ID to one for pages', async () => {
    const { id, secretClientId } = await create()
    const { status, json } = await manage('PUT', `${CLIENT_IDS}/${id}`, domains)
    expect(status).toBe(400)
    const issue = { field: 'allowedDomains', code: 'not_for_backend' }
    expect(json.errors).toEqual([expect.objectContaining(issue)])
    expect((await pay(secretClientId)).status).toBe(201)
  })

  it('a record is rejected if it would change a page’s client ID to one for servers', async () => {
    const { json: page } = await manage('POST', CLIENT_IDS, { label: 'Shop', ...domains })
    const path = `${CLIENT_IDS}/${page.id}`
    const { status, json } = await manage('PUT', path, { allowedDomains: [] })
    expect(status).toBe(400)
    const issue = { field: 'allowedDomains', code: 'too_few_items' }
    expect(json.errors).toEqual([expect.objectContaining(issue)])
    expect((await manage('GET', path)).json).toMatchObject(domains)
  })
})
