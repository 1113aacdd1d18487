import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { NO_LIMITS, PASSWORD, registerAccount, signInWallet } from '../support/signIn.ts'
import {
  API_KEY,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

/** A value that an attacker would like to set. Every extra key has this value, so one search of the database finds the value. */
const CANARY = 'canary-7f3a91'
const FOREIGN_TENANT = '00000000000000000000000000'

let test: TestHost
let session: Record<string, string>
let wallet: Record<string, string>
const apiKey = { 'x-api-key': API_KEY }
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' })
  session = (await registerAccount(test)).headers
  wallet = (await signInWallet(test)).headers
})
afterAll(() => test[Symbol.asyncDispose]())

type Write = {
  method: 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body: Record<string, unknown>
  /** Members that the operation accepts but `body` does not contain. */
  takes?: readonly string[]
  status: number
}

/**
 * Returns the names of columns and of the caller's members, in snake case and camel case, that no operation here accepts. Each
 * has the value `CANARY`.
 */
async function extraKeys(known: readonly string[]): Promise<Record<string, unknown>> {
  const tables = await test.host.context.db.kysely.introspection.getTables()
  const columns = new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)))
  const others = ['owner', 'role', 'isAdmin', 'is_admin', 'admin', 'credential', 'userId', 'scope']
  const names = [...columns].flatMap((name) => [name, toCamel(name)]).concat(others)
  const extra = names.filter((name) => !known.includes(name) && !OPTIONAL_KEYS.has(name))
  return Object.fromEntries(extra.map((name) => [name, CANARY]))
}

/** Keys that only some of the operations accept, and others reject. Other tests cover these keys. */
const OPTIONAL_KEYS = new Set([
  'label',
  'status',
  'events',
  'url',
  'clientId',
  'expiresAt',
  'reference',
  'payerIdentifier',
  'isCryptoToFiatAllowed',
  'isReusable',
  'accessPolicy',
  'customerInfo',
  'allowedDomains',
  'feePercentage',
  'feeAddress',
  'feeBearer',
  'operatorWalletAddress',
  'defaultPreApprovalExpiry',
  'defaultAuthorizationExpiry',
  'payeeDestinationId',
  'allowAnyPayee',
  'signatureHeaderAliases',
  'isActive',
  'chainId',
  'tokenAddress',
  'wallet',
  'email',
  'password',
  'name',
  'address',
])

/** The members of a secure payment that concern its page. */
const PAGE_KEYS = ['redirectUrl', 'redirectLabel']

function toCamel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

async function write({ method, path, headers = {}, body, takes = [], status }: Write) {
  const extra = await extraKeys([...Object.keys(body), ...takes])
  expect(Object.keys(extra).length).toBeGreaterThan(50)
  const answer = await test.call(method, path, {
    anonymous: true,
    headers,
    body: { ...extra, tenantId: FOREIGN_TENANT, tenant_id: FOREIGN_TENANT, ...body },
  })
  expect({ path, status: answer.status, text: answer.status < 400 ? '' : answer.text }).toEqual({
    path,
    status,
    text: '',
  })
  expect(answer.text).not.toContain(CANARY)
  expect(await dumpDatabase(test.host.context.db)).not.toContain(CANARY)
  return answer.json
}

const tenantsOf = async (table: 'api_keys' | 'client_ids' | 'webhook_endpoints' | 'accounts') =>
  (await test.host.context.db.kysely.selectFrom(table).select(['id', 'tenant_id']).execute()).map(
    ({ id, tenant_id }) => [id, tenant_id] as const,
  )

describe('The host drops unknown keys', () => {
  it('the host drops unknown keys when a user registers and signs in', async () => {
    const body = { email: 'mass@example.test', password: PASSWORD }
    const opened = await write({ method: 'POST', path: '/v1/auth/register', body, status: 201 })
    expect(opened.tenantId).not.toBe(FOREIGN_TENANT)
    const signedIn = await write({ method: 'POST', path: '/v1/auth/login', body, status: 200 })
    expect(signedIn.tenantId).toBe(opened.tenantId)
    expect((await tenantsOf('accounts')).map(([, tenant]) => tenant)).not.toContain(FOREIGN_TENANT)
  })

  it('the host drops unknown keys when a tenant is renamed', async () => {
    const { json: me } = await test.call('GET', '/v1/auth/session', {
      anonymous: true,
      headers: session,
    })
    const named = await write({
      method: 'PUT',
      path: '/v1/tenant',
      headers: session,
      body: { name: 'Ana’s shop', id: FOREIGN_TENANT },
      takes: ['sendsReceipts', 'sendsUserEvents', 'webhookCompatibility'],
      status: 200,
    })
    expect(named).toEqual({
      id: me.tenantId,
      name: 'Ana’s shop',
      sendsUserEvents: false,
      sendsReceipts: false,
      webhookCompatibility: null,
    })
  })

  it('the host drops unknown keys when the reporting currency is chosen', async () => {
    const chosen = await write({
      method: 'PUT',
      path: '/v1/reporting-currency',
      headers: session,
      body: { reportingCurrency: 'EUR', choices: ['EUR'], tenantId: FOREIGN_TENANT },
      status: 200,
    })
    expect(chosen).toEqual({
      reportingCurrency: 'EUR',
      choices: ['USD', 'EUR', 'CNY', 'GBP', 'JPY'],
    })
    const changed = await test.host.context.db.kysely
      .selectFrom('tenants')
      .select('id')
      .where('reporting_currency', '!=', 'USD')
      .execute()
    expect(changed).toHaveLength(1)
  })

  it('the host drops unknown keys when an API key is created and changed', async () => {
    const path = '/v1/api-keys'
    const headers = session
    const body = { label: 'Server' }
    const takes = ['scopes']
    const { id, status } = await write({ method: 'POST', path, headers, body, takes, status: 201 })
    expect(status).toBe('active')
    await write({ method: 'PUT', path: `${path}/${id}`, headers, body, status: 200 })
    expect(new Map(await tenantsOf('api_keys')).get(id)).not.toBe(FOREIGN_TENANT)
  })

  it.each([
    ['with an API key', '/v2/client-ids', () => apiKey],
    ['with a session', '/v1/client-ids', () => session],
  ])(
    'the host drops unknown keys when a client ID is created and changed %s',
    async (_, path, headersOf) => {
      const headers: Record<string, string> = headersOf()
      const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
      const created = await write({ method: 'POST', path, headers, body, status: 201 })
      expect(created.status).toBe('active')
      await write({ method: 'PUT', path: `${path}/${created.id}`, headers, body, status: 200 })
      const row = await test.host.context.db.kysely
        .selectFrom('client_ids')
        .selectAll()
        .where('id', '=', created.id)
        .executeTakeFirstOrThrow()
      expect(row.is_first_party).toBe(0)
      expect(row.client_id).toMatch(/^cli_/)
      expect(row.tenant_id).not.toBe(FOREIGN_TENANT)
    },
  )

  it('the host drops unknown keys when a backend client ID is created and adds a webhook endpoint', async () => {
    const body = { label: 'Server', allowedDomains: [] }
    const path = '/v1/client-ids'
    const created = await write({ method: 'POST', path, headers: session, body, status: 201 })
    expect(created.isBackend).toBe(true)
    const hook = { url: 'http://127.0.0.1:8998/hook' }
    const headers = { 'x-client-id': created.secretClientId }
    await write({ method: 'POST', path: '/v1/webhook', headers, body: hook, status: 201 })
    const row = await test.host.context.db.kysely
      .selectFrom('webhook_endpoints')
      .select(['tenant_id', 'client_id'])
      .where('url', '=', hook.url)
      .executeTakeFirstOrThrow()
    expect(row.tenant_id).not.toBe(FOREIGN_TENANT)
    expect(created.clientId).toBe(`${row.client_id}.${created.clientId.split('.')[1]}`)
  })

  it('the host drops unknown keys when a webhook endpoint is created and changed', async () => {
    const path = '/v1/webhook'
    const headers = session
    const body = { url: 'http://127.0.0.1:8999/hook' }
    const { id, secret } = await write({ method: 'POST', path, headers, body, status: 201 })
    expect(secret).not.toBe(CANARY)
    await write({ method: 'PUT', path: `${path}/${id}`, headers, body, status: 200 })
    expect(new Map(await tenantsOf('webhook_endpoints')).get(id)).not.toBe(FOREIGN_TENANT)
  })

  it('the host drops unknown keys when a payee destination is created', async () => {
    const record = await write({
      method: 'POST',
      path: '/v1/payee-destination',
      headers: wallet,
      body: { tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', chainId: 8453 },
      status: 201,
    })
    expect(record).toMatchObject({ chainId: 8453 })
  })

  it('the host drops unknown keys when a secure payment is created, including in its items', async () => {
    const item = { ...(await extraKeys(Object.keys(usdcItem))), ...usdcItem }
    for (const key of ['destinationId', 'customer_info']) Reflect.deleteProperty(item, key)
    const { token } = await write({
      method: 'POST',
      path: '/v2/secure-payments',
      headers: apiKey,
      body: { requests: [item] },
      takes: PAGE_KEYS,
      status: 201,
    })
    expect(token).not.toBe(CANARY)
  })

  it('the host drops unknown keys when payouts are created: one, a batch, and a link', async () => {
    const payout = {
      payee: usdcItem.payee,
      amount: '1',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
    }
    const item = { ...(await extraKeys(Object.keys(payout))), ...payout }
    const link = {
      recipient: payout.payee,
      network: 'devnet',
      currency: 'USDC-devnet',
      amount: '1',
    }
    const calls = [
      { path: '/v2/payouts', body: payout, takes: ['payer', 'recurrence'] },
      { path: '/v2/payouts/batch', body: { requests: [item] }, takes: ['payer', 'requestIds'] },
      {
        path: '/v2/secure-payments/payouts',
        body: link,
        takes: ['recipientIdentifier', ...PAGE_KEYS],
      },
    ]
    for (const call of calls) {
      await write({ method: 'POST', headers: apiKey, status: 201, ...call })
    }
    const { kysely } = test.host.context.db
    const rows = await kysely.selectFrom('requests').selectAll().execute()
    expect(rows.filter((row) => row.recurring_payment_id !== null || row.has_been_paid)).toEqual([])
    const links = await kysely
      .selectFrom('secure_payments')
      .select(['flow', 'status'])
      .where('flow', '!=', 'get_paid')
      .execute()
    expect(links).toEqual([{ flow: 'pay', status: 'pending' }])
  })
})
