import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { forgetCredentials } from '../../host/src/auth/credentials.ts'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const ALL = ['read', 'create', 'payouts', 'refunds', 'manage']
const MINUTE_MS = 60_000

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_REGISTRATION: 'open' })
})
afterAll(() => test[Symbol.asyncDispose]())

const call = ({ headers }: SignedIn, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers, ...(body && { body }) })
const create = (by: SignedIn, scopes?: unknown) =>
  call(by, 'POST', '/v1/api-keys', { label: 'Server', ...(scopes !== undefined && { scopes }) })
const setRole = ({ tenantId }: SignedIn, role: 'admin' | 'developer') =>
  test.host.context.db.kysely
    .updateTable('accounts')
    .set({ role })
    .where('tenant_id', '=', tenantId)
    .execute()
const useKey = (key: string, method: string, path: string, body?: object) =>
  test.call(method, path, {
    anonymous: true,
    headers: { 'x-api-key': key },
    ...(body && { body }),
  })

describe('POST /v1/api-keys', () => {
  it('POST /v1/api-keys creates a key with the named scopes, and by default with all of the member’s scopes', async () => {
    const owner = await registerAccount(test)
    const { json: narrow } = await create(owner, ['manage', 'read'])
    expect(narrow.scopes).toEqual(['read', 'manage'])
    const { json: wide } = await create(owner)
    expect(wide.scopes).toEqual(ALL)
    const { json: listed } = await call(owner, 'GET', '/v1/api-keys')
    const scopesOf = new Map(
      listed.map(({ id, scopes }: { id: string; scopes: string[] }) => [id, scopes]),
    )
    expect(scopesOf).toEqual(
      new Map([
        [narrow.id, ['read', 'manage']],
        [wide.id, ALL],
      ]),
    )
  })

  it('POST /v1/api-keys gives a developer’s key no right that the developer lacks', async () => {
    const developer = await registerAccount(test)
    await setRole(developer, 'developer')
    expect(await create(developer, ['read', 'payouts'])).toMatchObject({
      status: 403,
      json: { code: 'scope_missing', scope: 'payouts' },
    })
    expect((await create(developer)).json.scopes).toEqual(['read', 'create', 'manage'])
  })

  it('POST /v1/api-keys returns 400 for scopes that a key cannot have', async () => {
    const owner = await registerAccount(test)
    const invalid = [[], ['team'], ['READ'], ['read', 'read'], 'read', null, [null], [['read']], {}]
    for (const scopes of [...invalid, [...ALL, 'read']]) {
      expect(await create(owner, scopes)).toMatchObject({
        status: 400,
        json: { code: 'validation_failed' },
      })
    }
    expect((await call(owner, 'GET', '/v1/api-keys')).json).toEqual([])
  })
})

describe('An API key', () => {
  it('a call with an API key that lacks the scope returns 403 with the scope’s name', async () => {
    const owner = await registerAccount(test)
    const { key } = (await create(owner, ['read'])).json
    expect((await useKey(key, 'GET', '/v2/payments')).status).toBe(200)
    const answer = await useKey(key, 'POST', '/v2/secure-payments', { requests: [usdcItem] })
    expect(answer).toMatchObject({
      status: 403,
      json: {
        code: 'scope_missing',
        scope: 'create',
        detail: expect.stringContaining('"create"'),
        type: expect.stringContaining('/errors/scope_missing'),
      },
    })
  })

  it('an API key from before scopes existed has every scope', async () => {
    const owner = await registerAccount(test)
    const { key, id } = (await create(owner, ['read'])).json
    await test.host.context.db.kysely
      .updateTable('api_keys')
      .set({ scopes: null })
      .where('id', '=', id)
      .execute()
    expect((await call(owner, 'GET', '/v1/api-keys')).json).toMatchObject([{ id, scopes: ALL }])
    const body = { requests: [usdcItem] }
    expect((await useKey(key, 'POST', '/v2/secure-payments', body)).status).toBe(201)
  })

  it('an API key shows its last use, which is written at most once per minute', async () => {
    const owner = await registerAccount(test)
    const { key } = (await create(owner, ['read'])).json
    const lastUse = async (): Promise<string | null> =>
      (await call(owner, 'GET', '/v1/api-keys')).json[0].lastUsedAt
    /** Uses the key again after clearing the cache, because the host writes the last use only for a key outside its cache. */
    const useAgain = () => {
      forgetCredentials(test.host.context)
      return useKey(key, 'GET', '/v2/payments')
    }
    expect(await lastUse()).toBeNull()
    const first = test.clock.now().toISOString()
    await useKey(key, 'GET', '/v2/payments')
    await waitUntil(async () => (await lastUse()) !== null)
    expect(await lastUse()).toBe(first)
    test.clock.advance(MINUTE_MS - 1)
    await useAgain()
    test.clock.advance(1)
    const second = test.clock.now().toISOString()
    await useAgain()
    await waitUntil(async () => (await lastUse()) !== first)
    expect(await lastUse()).toBe(second)
  })

  it('an API key with `manage` alone cannot change the destination of a client ID’s payments', async () => {
    const owner = await registerAccount(test)
    const body = { label: 'Shop', allowedDomains: ['https://shop.example.test'] }
    const { id } = (await call(owner, 'POST', '/v1/client-ids', body)).json
    const { key } = (await create(owner, ['read', 'manage'])).json
    const refused = { status: 403, json: { code: 'scope_missing', scope: 'payouts' } }
    const money = [
      { payeeDestinationId: null },
      { allowAnyPayee: true },
      { feePercentage: '5', feeAddress: usdcItem.payee },
    ]
    for (const members of money) {
      expect(await useKey(key, 'PUT', `/v2/client-ids/${id}`, members)).toMatchObject(refused)
      const created = await useKey(key, 'POST', '/v2/client-ids', { ...body, ...members })
      expect(created).toMatchObject(refused)
      expect((await call(owner, 'PUT', `/v1/client-ids/${id}`, members)).status).toBe(200)
    }
    expect((await useKey(key, 'PUT', `/v2/client-ids/${id}`, { label: 'New' })).status).toBe(200)
    expect((await useKey(key, 'POST', '/v2/client-ids', body)).status).toBe(201)
  })

  it('an API key with `create` alone cannot cancel a payout link, either directly or through its request', async () => {
    const owner = await registerAccount(test)
    const recipient = usdcItem.payee
    const payout = { recipient, network: 'devnet', currency: 'USDC-devnet', amount: '1' }
    const { json } = await call(owner, 'POST', '/v2/secure-payments/payouts', payout)
    const { key } = (await create(owner, ['create'])).json
    const paths = [
      `/v2/secure-payments/${json.token}/cancel`,
      `/v2/request/${json.requestIds[0]}/cancel`,
    ]
    for (const path of paths) {
      expect(await useKey(key, 'POST', path)).toMatchObject({
        status: 403,
        json: { code: 'scope_missing', scope: 'payouts' },
      })
    }
    const { key: wide } = (await create(owner, ['create', 'payouts'])).json
    expect((await useKey(wide, 'POST', paths[0] ?? '')).status).toBe(200)
  })

  it('an API key can be switched on again only by a member who has all of its scopes', async () => {
    const owner = await registerAccount(test)
    const { id } = (await create(owner)).json
    const turn = (status: string) => call(owner, 'PUT', `/v1/api-keys/${id}`, { status })
    expect((await turn('inactive')).status).toBe(200)
    await setRole(owner, 'developer')
    expect(await turn('active')).toMatchObject({
      status: 403,
      json: { code: 'scope_missing', scope: 'payouts' },
    })
    expect((await call(owner, 'GET', '/v1/api-keys')).json).toMatchObject([{ status: 'inactive' }])
    await setRole(owner, 'admin')
    expect((await turn('active')).status).toBe(200)
  })

  it('the operator’s API key needs every scope for the operations that concern all merchants', async () => {
    const { context } = test.host
    const { createApiKey } = await import('../../host/src/auth/apiKey.ts')
    const scopes = ['read', 'create', 'refunds', 'manage'] as const
    const facts = {
      tenantId: BOOTSTRAP_TENANT_ID,
      label: 'Desk',
      scopes,
      expiresAt: null,
      createdBy: null,
    }
    const { key, row } = createApiKey(context, facts)
    await context.db.kysely.insertInto('api_keys').values(row).execute()
    expect(await useKey(key, 'GET', '/v1/operator/unmatched-payments')).toMatchObject({
      status: 403,
      json: { code: 'scope_missing', scope: 'payouts' },
    })
    expect((await test.call('GET', '/v1/operator/unmatched-payments')).status).toBe(200)
  })
})
