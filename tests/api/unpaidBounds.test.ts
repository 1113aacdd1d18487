import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardUnpaid } from '../../host/src/requests/guardUnpaid.ts'
import { pageHeaders, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const DAY_MS = 86_400_000
/** After this time, the host counts again the unpaid requests of an address, client ID or merchant that is at its limit. */
const LATER_MS = 3_000

let test: TestHost
let clientId: string
beforeAll(async () => {
  test = await startTestHost({
    PAY_UNPAID_ADDRESS: '4',
    PAY_UNPAID_CLIENT_ID: '6',
    PAY_UNPAID_MERCHANT: '9',
    PAY_TRUSTED_PROXIES: '1',
  })
})
afterAll(() => test?.[Symbol.asyncDispose]())
beforeEach(async () => {
  test.clock.advance(2 * DAY_MS)
  clientId = (await test.createClientId()).clientId
})

/** Creates requests as a page in the browser at `address` does. */
const fromPage = (address: string, requests: object[] = [usdcItem], id = clientId) =>
  test.call('POST', '/v2/secure-payments', {
    anonymous: true,
    headers: { ...pageHeaders(id), 'x-forwarded-for': address },
    body: { requests },
  })
const byKey = () => test.call('POST', '/v2/request', { body: usdcItem })

async function createMany(count: number, create: () => ReturnType<typeof byKey>): Promise<number> {
  let created = 0
  for (let tried = 0; tried < count; tried += 1) {
    if ((await create()).status === 201) created += 1
  }
  return created
}

function pay(requestIds: readonly string[]) {
  return test.host.context.db.kysely
    .updateTable('requests')
    .set({ status: 'paid', has_been_paid: 1 })
    .where('id', 'in', requestIds)
    .execute()
}

describe('Unpaid requests', () => {
  it('unpaid requests from one address beyond its limit are rejected with 429, a hint and Retry-After, and nothing is stored', async () => {
    expect(await createMany(5, () => fromPage('203.0.113.1'))).toBe(4)
    const before = await test.countRows()
    const { status, json, headers } = await fromPage('203.0.113.1')
    expect([status, json.code]).toEqual([429, 'too_many_unpaid_requests'])
    expect(json.message).toContain('PAY_UNPAID_ADDRESS')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await test.countRows()).toEqual(before)
    // The limit also applies to another page with another client ID at the same address, but not to another address.
    const other = (await test.createClientId()).clientId
    expect((await fromPage('203.0.113.1', [usdcItem], other)).status).toBe(429)
    expect((await fromPage('203.0.113.2')).status).toBe(201)
  })

  it('unpaid requests are limited for simultaneous calls too', async () => {
    const calls = Array.from({ length: 12 }, () => fromPage('203.0.113.1', [usdcItem, usdcItem]))
    const answers = await Promise.all(calls)
    const stored = 2 * answers.filter(({ status }) => status === 201).length
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThanOrEqual(4)
  })

  it('unpaid requests count per item, so a batch counts more than once', async () => {
    expect((await fromPage('203.0.113.1', Array(5).fill(usdcItem))).status).toBe(429)
    expect((await fromPage('203.0.113.1', Array(4).fill(usdcItem))).status).toBe(201)
    expect((await fromPage('203.0.113.1')).status).toBe(429)
  })

  it('unpaid requests with one client ID are limited in total for addresses that have more than a few', async () => {
    expect(await createMany(5, () => fromPage('203.0.113.1'))).toBe(4)
    expect(await createMany(2, () => fromPage('203.0.113.2'))).toBe(2)
    const { status, json } = await fromPage('203.0.113.2')
    expect([status, json.code]).toEqual([429, 'too_many_unpaid_requests'])
    expect(json.message).toContain('PAY_UNPAID_CLIENT_ID')
  })

  it('unpaid requests from one subscriber’s IPv6 networks count as one address’s once the client ID is at its limit', async () => {
    await createMany(4, () => fromPage('203.0.113.1'))
    await createMany(2, () => fromPage('203.0.113.2'))
    expect((await fromPage('[2001:db8:1:1::1]:443')).status).toBe(201)
    expect((await fromPage('2001:db8:1:2::1')).status).toBe(429)
    expect((await fromPage('2001:db8:2:1::1')).status).toBe(201)
  })

  it('unpaid requests are counted with one query for all simultaneous calls', async () => {
    const { context } = test.host
    const statements = countStatements()
    const kysely = context.db.kysely.withPlugin(statements.plugin)
    const { tenantId } = await test.createTenant()
    const owner = { tenantId, clientId: null, addressDigest: null }
    const unpaid = { address: null, clientId: null, tenant: 100_000 }
    const counted = {
      ...context,
      config: { ...context.config, unpaid },
      db: { ...context.db, kysely },
    }
    await Promise.all(Array.from({ length: 50 }, () => guardUnpaid(counted, owner, 1)))
    expect(statements.count).toBe(1)
  })

  it('unpaid requests of strangers do not lock other visitors out of a shop whose client ID is at its limit', async () => {
    await createMany(4, () => fromPage('203.0.113.1'))
    await createMany(2, () => fromPage('203.0.113.2'))
    // Each further address may still create a hundredth of an address's limit, but at least one request.
    expect((await fromPage('203.0.113.3')).status).toBe(201)
    expect((await fromPage('203.0.113.3')).status).toBe(429)
    expect((await fromPage('203.0.113.4', [usdcItem, usdcItem])).status).toBe(429)
    expect((await fromPage('203.0.113.4')).status).toBe(201)
  })

  it('unpaid requests for one merchant are limited across all keys, and other merchants are unaffected', async () => {
    expect(await createMany(12, byKey)).toBe(9)
    expect((await byKey()).json.message).toContain('PAY_UNPAID_MERCHANT')
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const other = await test.call('POST', '/v2/request', { headers, body: usdcItem })
    expect(other.status).toBe(201)
  })

  it('unpaid requests for one merchant’s pages are limited across all client IDs, separately from its server’s limit', async () => {
    const ids = [clientId, (await test.createClientId()).clientId]
    let last = 0
    const create = () => {
      last += 1
      return fromPage(`198.51.100.${last}`, [usdcItem], ids[last % 2])
    }
    expect(await createMany(12, create)).toBe(9)
    expect((await create()).json.message).toContain('PAY_UNPAID_MERCHANT')
    expect(await createMany(3, byKey)).toBe(3)
  })

  it('unpaid requests stop counting towards the limit when they are paid', async () => {
    const { json } = await fromPage('203.0.113.1', Array(4).fill(usdcItem))
    expect((await fromPage('203.0.113.1')).status).toBe(429)
    await pay(json.requestIds.slice(0, 2))
    test.clock.advance(LATER_MS)
    expect(await createMany(3, () => fromPage('203.0.113.1'))).toBe(2)
  })

  it('unpaid requests stop counting towards the limit after a day', async () => {
    await fromPage('203.0.113.1', Array(4).fill(usdcItem))
    test.clock.advance(DAY_MS - 1_000)
    expect((await fromPage('203.0.113.1')).status).toBe(429)
    test.clock.advance(1_001 + LATER_MS)
    expect((await fromPage('203.0.113.1')).status).toBe(201)
  })

  it('unpaid requests are stored with a digest of the address, never with the address itself', async () => {
    const { json } = await fromPage('203.0.113.77')
    const row = await test.host.context.db.kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', json.requestIds[0])
      .executeTakeFirstOrThrow()
    expect(row.address_digest).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.values(row).map(String).join()).not.toContain('203.0.113.77')
    const { json: own } = await byKey()
    const ofServer = await test.host.context.db.kysely
      .selectFrom('requests')
      .select('address_digest')
      .where('id', '=', own.requestId)
      .executeTakeFirstOrThrow()
    expect(ofServer.address_digest).toBeNull()
  })
})

it('Two hosts share the limits of one database', async () => {
  await using neighbour = await test.startNeighbour()
  expect(await createMany(9, byKey)).toBe(9)
  const { status } = await neighbour.call('POST', '/v2/request', { body: usdcItem })
  expect(status).toBe(429)
})

function countStatements() {
  const statements = {
    count: 0,
    plugin: {
      transformQuery: ({ node }: PluginTransformQueryArgs) => {
        statements.count += 1
        return node
      },
      transformResult: async ({ result }: PluginTransformResultArgs) => result,
    },
  }
  return statements
}
