import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_RECORDS } from '../../host/src/api/guardRecordCount.ts'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

/** The number of simultaneous calls that create a record when only one more is allowed. */
const RIVALS = 8

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' })
})
afterAll(() => test[Symbol.asyncDispose]())

const KINDS = [
  {
    records: 'API keys',
    table: 'api_keys',
    path: '/v1/api-keys',
    body: (at: number) => ({ label: `Server ${at}` }),
  },
  {
    records: 'client IDs',
    table: 'client_ids',
    path: '/v1/client-ids',
    body: (at: number) => ({ label: 'Shop', allowedDomains: [`https://shop-${at}.example.test`] }),
  },
  {
    records: 'webhook endpoints',
    table: 'webhook_endpoints',
    path: '/v1/webhook',
    body: (at: number) => ({ url: `http://127.0.0.1:9000/${at}` }),
  },
] as const

describe.each(KINDS)('The active $records of a tenant', ({ records, table, path, body }) => {
  it('active records of a tenant never exceed the maximum, even after simultaneous calls, and do not count towards other tenants’ maximum', async () => {
    const person = await registerAccount(test)
    const create = (at: number, { headers }: SignedIn = person) =>
      test.call('POST', path, { anonymous: true, headers, body: body(at) })
    const countRows = async () =>
      (await test.host.context.db.kysely.selectFrom(table).select('id').execute()).length
    const others = await countRows()
    const limit = MAX_RECORDS[records]
    let id = ''
    for (let at = 0; at < limit - 1; at += 1) {
      const { status, json } = await create(at)
      expect(status).toBe(201)
      id = json.id
    }

    const rivals = await Promise.all(Array.from({ length: RIVALS }, (_, at) => create(limit + at)))
    const statuses = rivals.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: RIVALS - 1 }, () => 409)])
    expect((await countRows()) - others).toBe(limit)
    const refused = rivals.find(({ status }) => status === 409)
    expect(refused?.json).toMatchObject({
      code: 'too_many_records',
      message: `There are already ${limit} ${records}, the maximum. Remove an unused record.`,
    })

    expect((await create(0, await registerAccount(test))).status).toBe(201)
    const { headers } = person
    const removed = await test.call('DELETE', `${path}/${id}`, { anonymous: true, headers })
    expect(removed.status).toBe(200)
    expect((await create(2 * limit)).status).toBe(201)
    expect((await create(2 * limit + 1)).status).toBe(409)
  })
})

describe('A webhook endpoint’s URL', () => {
  it('a webhook endpoint’s URL that must not be called is rejected with a one-sentence reason', async () => {
    const { status, json } = await test.call('POST', '/v1/webhook', {
      body: { url: 'https://169.254.169.254/latest/meta-data/' },
    })
    expect(status).toBe(400)
    expect(json.message).toBe(
      'Validation failed: url leads to an address that is not public (link-local): it must be an https URL of a public host, without user name or password.',
    )
    expect(json.errors).toMatchObject([{ field: 'url', code: 'forbidden_target' }])
  })
})
