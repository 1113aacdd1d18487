import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, type SignedIn, signInWallet } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

/** Every other host applies a change within a second; this limit leaves a margin for a slow machine. */
const BOUND_MS = 20_000
const STEP_MS = 10
const PAYMENTS = '/v2/secure-payments'
const DEVNET = 31_337
const USDC = '0x5ecc000000000000000000000000000000000101'
const DAI = '0x5ECc000000000000000000000000000000000103'

/**
 * Two hosts on one database. A member manages credentials on the first, while servers and pages call the second.
 */
let first: TestHost
let second: TestHost
let person: SignedIn
beforeAll(async () => {
  first = await startTestHost(NO_LIMITS)
  const database = { PAY_DATABASE_URL: first.host.context.config.databaseUrl }
  second = await startTestHost({ ...NO_LIMITS, ...database })
  person = await signInWallet(first)
})
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

const manage = async (method: string, path: string, body?: object) => {
  const options = { anonymous: true, headers: person.headers, ...(body && { body }) }
  const { status, json, text } = await first.call(method, path, options)
  if (status > 201) throw new Error(text)
  return json
}

type Headers = Record<string, string>

/** Creates a secure payment on the second host with a credential, and returns `created` or the error code. */
async function use(headers: Headers, item: object = {}): Promise<string> {
  const body = { requests: [{ amount: '1', ...item }] }
  const { status, json } = await second.call('POST', PAYMENTS, { anonymous: true, headers, body })
  return status === 201 ? 'created' : json.code
}

/**
 * Makes a change on the first host right after calls to the second, so that the second host's cache is fresh. Returns how long
 * the second host still applies the old state, in milliseconds.
 */
async function measureLag(
  call: () => Promise<string>,
  facts: { before: string; after: string; change(): Promise<unknown> },
): Promise<number> {
  for (let warm = 0; warm < 5; warm += 1) expect(await call()).toBe(facts.before)
  await facts.change()
  const changedAt = performance.now()
  for (;;) {
    const code = await call()
    const lagMs = performance.now() - changedAt
    if (code === facts.after) return lagMs
    expect({ code, isLate: lagMs > BOUND_MS }).toEqual({ code: facts.before, isLate: false })
    await delay(STEP_MS)
  }
}

const payee = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const item = { payee, invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }

describe('Within one second on every other host', () => {
  it.each([
    ['revoked', (id: string) => manage('DELETE', `/v1/api-keys/${id}`)],
    ['off', (id: string) => manage('PUT', `/v1/api-keys/${id}`, { status: 'inactive' })],
  ])('an API key is %s', async (_, change) => {
    const { id, key } = await manage('POST', '/v1/api-keys', { label: 'Server' })
    const call = () => use({ 'x-api-key': key }, item)
    const facts = { before: 'created', after: 'invalid_api_key', change: () => change(id) }
    expect(await measureLag(call, facts)).toBeLessThan(BOUND_MS)
    for (let again = 0; again < 5; again += 1) expect(await call()).toBe('invalid_api_key')
  })

  it.each<[string, (path: string) => Promise<unknown>, string]>([
    ['revoked', (path) => manage('DELETE', path), 'client_id_revoked'],
    ['off', (path) => manage('PUT', path, { status: 'inactive' }), 'client_id_inactive'],
    [
      'closed to an origin',
      (path) => manage('PUT', path, { allowedDomains: ['https://other.example.test'] }),
      'origin_not_allowed',
    ],
  ])('a client ID is %s', async (_, change, after) => {
    const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const { id, clientId } = await manage('POST', '/v1/client-ids', body)
    const call = () => use(pageHeaders(clientId), item)
    const facts = { before: 'created', after, change: () => change(`/v1/client-ids/${id}`) }
    expect(await measureLag(call, facts)).toBeLessThan(BOUND_MS)
    for (let again = 0; again < 5; again += 1) expect(await call()).toBe(after)
  })

  it('a disabled credential is enabled again', async () => {
    const { id, key } = await manage('POST', '/v1/api-keys', { label: 'Server' })
    const path = `/v1/api-keys/${id}`
    await manage('PUT', path, { status: 'inactive' })
    const lagMs = await measureLag(() => use({ 'x-api-key': key }, item), {
      before: 'invalid_api_key',
      after: 'created',
      change: () => manage('PUT', path, { status: 'active' }),
    })
    expect(lagMs).toBeLessThan(BOUND_MS)
  })

  it('a bound client ID uses its changed destination, and stops working when the destination is deactivated', async () => {
    const route = '/v1/payee-destination'
    const record = await manage('POST', route, { tokenAddress: USDC, chainId: DEVNET })
    const body = {
      label: 'Bound',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: record.id,
    }
    const { clientId } = await manage('POST', '/v1/client-ids', body)
    const headers = pageHeaders(clientId)
    const named = { destinationId: record.destinationId }
    const moved = await measureLag(() => use(headers, named), {
      before: 'created',
      after: 'destination_not_allowed',
      change: () => manage('PUT', route, { tokenAddress: DAI, chainId: DEVNET }),
    })
    const { destinationId } = await manage('GET', route)
    const stopped = await measureLag(() => use(headers), {
      before: 'created',
      after: 'destination_inactive',
      change: () => manage('PATCH', `${route}/deactivate`, { destinationId }),
    })
    expect(Math.max(moved, stopped)).toBeLessThan(BOUND_MS)
  })
})

describe('A destination', () => {
  it('a destination is the only active one of its wallet, even when two hosts create destinations at once', async () => {
    const { headers } = await signInWallet(first)
    const origins = [first, second]
    const routes = [USDC, DAI]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const host = origins[index % 2] ?? first
        const tokenAddress = routes[Math.floor(index / 2) % 2]
        return host.call('POST', '/v1/payee-destination', {
          anonymous: true,
          headers: { ...headers, origin: host.host.context.config.authUrl },
          body: { tokenAddress, chainId: DEVNET },
        })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const [wallet] = new Set(answers.map(({ json }) => json.walletAddress))
    const rows = await first.host.context.db.kysely
      .selectFrom('payee_destinations')
      .select('is_active')
      .where('wallet_address', '=', wallet)
      .execute()
    expect(rows.map(({ is_active }) => is_active).toSorted()).toEqual([0, 1])
  })
})
