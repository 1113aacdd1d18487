import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../host/src/jobs/cleanUp.ts'
import {
  NO_LIMITS,
  PASSWORD,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const DAY_MS = 86_400_000

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_REGISTRATION: 'open' })
})
afterAll(() => test[Symbol.asyncDispose]())

const call = (by: Pick<SignedIn, 'headers'>, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
type Entry = {
  id: string
  action: string
  actor: { kind: string; id: string | null }
  objectId: string | null
}

async function list(
  by: Pick<SignedIn, 'headers'>,
  query = '',
): Promise<{ entries: Entry[]; nextCursor: string | null }> {
  const { status, json } = await call(by, 'GET', `/v2/audit-log${query}`)
  expect(status).toBe(200)
  return json
}
const actionsOf = async (by: Pick<SignedIn, 'headers'>, query = '') =>
  (await list(by, query)).entries.map(({ action }) => action)

async function createKey(by: SignedIn, body: object = { label: 'x' }) {
  const { json } = await call(by, 'POST', '/v1/api-keys', body)
  return { id: json.id as string, headers: { 'x-api-key': json.key as string } as never }
}

describe('The audit log', () => {
  it('the audit log names the change, its author and its object, newest first', async () => {
    const wallet = await signInWallet(test)
    const key = await createKey(wallet)
    const webhook = await call(key, 'POST', '/v1/webhook', { url: 'https://a.example.test/x' })
    await call(wallet, 'DELETE', `/v1/api-keys/${key.id}`)
    const { address } = wallet.account
    const author = { kind: 'wallet', id: address }
    const { entries } = await list(wallet)
    test.clock.advance(1)
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'api_key.revoked', actor: author, objectId: key.id }),
        expect.objectContaining({
          action: 'webhook.created',
          actor: { kind: 'api_key', id: key.id },
          objectId: webhook.json.id,
        }),
        expect.objectContaining({ action: 'api_key.created', actor: author, objectId: key.id }),
        expect.objectContaining({ action: 'member.joined', actor: author, objectId: address }),
      ]),
    )
    expect(entries).toHaveLength(4)
    const ids = entries.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().reverse())
  })

  it('the audit log filters by action, author and time, and returns pages without gaps', async () => {
    const owner = await registerAccount(test)
    const key = await createKey(owner)
    for (let n = 0; n < 6; n += 1) {
      test.clock.advance(1_000)
      await call(n % 2 === 0 ? owner : key, 'PUT', '/v1/branding', {})
    }
    expect(await actionsOf(owner, '?action=branding.updated')).toHaveLength(6)
    expect(await actionsOf(owner, `?member=${key.id}`)).toEqual(
      Array.from({ length: 3 }, () => 'branding.updated'),
    )
    const whole = (await list(owner)).entries.map(({ id }) => id)
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(owner, `?limit=3${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(whole)
    const fromDate = test.clock.now().toISOString()
    expect(await actionsOf(owner, `?fromDate=${fromDate}`)).toHaveLength(1)
    expect(await actionsOf(owner, `?toDate=${fromDate}`)).toHaveLength(whole.length)
    for (const query of [
      '?cursor=abc',
      '?action=invented',
      `?fromDate=${fromDate}&toDate=${fromDate}`,
    ]) {
      expect((await call(owner, 'GET', `/v2/audit-log${query}`)).status).toBe(400)
    }
  })

  it('the audit log contains nothing about another merchant, and needs the `manage` scope', async () => {
    const one = await registerAccount(test)
    const other = await registerAccount(test)
    await createKey(one, { label: 'planted label' })
    expect(JSON.stringify(await list(other))).not.toContain(one.tenantId)
    expect(await actionsOf(other)).toEqual(['member.joined'])
    const weak = await createKey(one, { label: 'x', scopes: ['read', 'create', 'payouts'] })
    expect(await call(weak, 'GET', '/v2/audit-log')).toMatchObject({
      status: 403,
      json: { code: 'scope_missing', scope: 'manage' },
    })
    expect(JSON.stringify(await list(one))).not.toContain('planted')
  })

  it('the audit log has no entry for a call that failed, was repeated or changed nothing', async () => {
    const owner = await registerAccount(test)
    const key = await createKey(owner)
    await call(owner, 'DELETE', `/v1/api-keys/${key.id}`)
    const before = await actionsOf(owner)
    const failed = [
      await call(owner, 'PUT', `/v1/api-keys/${key.id}`, { label: 'y' }),
      await call(owner, 'POST', '/v1/webhook', { url: 'nonsense' }),
      await call(owner, 'POST', '/v1/auth/password', {
        currentPassword: 'a wrong password',
        newPassword: PASSWORD,
      }),
      await call(owner, 'DELETE', `/v1/members/${'0'.repeat(26)}`),
    ]
    expect(failed.every(({ status }) => status >= 400)).toBe(true)
    expect(await actionsOf(owner)).toEqual(before)
    const headers = { ...owner.headers, 'idempotency-key': 'once' }
    const payout = { ...usdcItem, payer: usdcItem.payee }
    for (let n = 0; n < 3; n += 1) {
      await call({ headers }, 'POST', '/v2/payouts/batch', { requests: [payout] })
    }
    expect(await actionsOf(owner, '?action=payout.created')).toHaveLength(1)
    await call(owner, 'PUT', '/v1/branding', {})
    for (let n = 0; n < 2; n += 1) await call(owner, 'DELETE', '/v1/branding')
    expect(await actionsOf(owner, '?action=branding.removed')).toHaveLength(1)
  })

  it('the audit log contains version 1 payouts', async () => {
    const owner = await registerAccount(test)
    const key = await createKey(owner)
    const { status, json } = await call(key, 'POST', '/v1/pay', usdcItem)
    expect(status).toBe(201)
    const { entries } = await list(owner, '?action=payout.created')
    expect(entries).toMatchObject([
      { actor: { kind: 'api_key', id: key.id }, objectId: json.requestId },
    ])
  })

  it('the audit log has one entry per change when many calls are concurrent', async () => {
    const owner = await registerAccount(test)
    const { json } = await call(owner, 'POST', '/v1/invitations', { role: 'admin' })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(owner, 'DELETE', `/v1/invitations/${json.id}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await actionsOf(owner, '?action=invitation.revoked')).toHaveLength(1)
  })

  it('the audit log keeps entries for 400 days', async () => {
    const owner = await registerAccount(test)
    const stored = async () =>
      test.host.context.db.kysely
        .selectFrom('audit_log')
        .select('id')
        .where('tenant_id', '=', owner.tenantId)
        .execute()
    test.clock.advance(399 * DAY_MS)
    await cleanUp(test.host.context)
    expect(await stored()).toHaveLength(1)
    test.clock.advance(2 * DAY_MS)
    await cleanUp(test.host.context)
    expect(await stored()).toEqual([])
  })
})
