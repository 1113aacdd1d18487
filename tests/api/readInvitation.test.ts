import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { createInvitation } from '../../host/src/auth/registration/createInvitation.ts'
import {
  NO_LIMITS,
  PASSWORD,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const REFUSED = { status: 403, json: { code: 'invitation_refused' } }
const THREE_DAYS_MS = 3 * 24 * 3_600_000

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_REGISTRATION: 'open' })
})
afterAll(() => test[Symbol.asyncDispose]())

const newEmail = () => `${generatePrivateKey().slice(2, 18)}@example.test`
const tokenOf = (url: string) => new URL(url).hash.replace('#invitation=', '')
const call = (by: SignedIn, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
const send = (path: string, body: object, host: Pick<TestHost, 'call' | 'host'> = test) =>
  host.call('POST', path, {
    anonymous: true,
    headers: { origin: host.host.context.config.authUrl },
    body,
  })
const read = (invitation: string, host?: Pick<TestHost, 'call' | 'host'>) =>
  send('/v1/auth/invitation', { invitation }, host)

/** Creates an invitation, and returns it with its token. */
async function invite(owner: SignedIn, body: object = {}) {
  const created = await call(owner, 'POST', '/v1/invitations', body)
  expect(created.status).toBe(201)
  return { ...created.json, token: tokenOf(created.json.url) }
}

/** Stores a merchant's verified domain, and its account's verified e-mail address, without their proofs. */
async function verify(owner: SignedIn, facts: { domain: string; email: string }): Promise<void> {
  const { db, sealer, now } = test.host.context
  const at = now().toISOString()
  const { json } = await test.call('POST', '/v1/domains', { body: { domain: facts.domain } })
  await db.kysely
    .updateTable('merchant_domains')
    .set({ tenant_id: owner.tenantId, status: 'verified', verified_at: json.createdAt })
    .where('domain', '=', facts.domain)
    .execute()
  const { id } = await db.kysely
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', owner.tenantId)
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('member_contacts')
    .values({
      member_id: id,
      tenant_id: owner.tenantId,
      sealed_email: sealer.seal('email', facts.email),
      verified_at: at,
      notices: '[]',
      updated_at: at,
    })
    .execute()
}

describe('POST /v1/auth/invitation', () => {
  it('POST /v1/auth/invitation names the merchant, its domain, the role and the inviting member, and hides the bound address', async () => {
    const owner = await registerAccount(test)
    await call(owner, 'PUT', '/v1/tenant', { name: 'Ana’s shop' })
    await verify(owner, { domain: 'shop.example.test', email: 'ana@example.test' })
    const email = newEmail()
    const { token, expiresAt } = await invite(owner, { role: 'finance', email })
    const { status, json, text } = await read(token)
    expect([status, json]).toEqual([
      200,
      {
        opens: 'member',
        role: 'finance',
        merchantName: 'Ana’s shop',
        merchantDomain: 'shop.example.test',
        invitedBy: 'ana@example.test',
        boundTo: 'email',
        expiresAt,
      },
    ])
    expect(text).not.toContain(email)
  })

  it('POST /v1/auth/invitation hides the only wallet that may accept, and names an inviting wallet', async () => {
    const { account, ...owner } = await signInWallet(test)
    const guest = privateKeyToAccount(generatePrivateKey()).address
    const { token } = await invite(owner, { role: 'read-only', wallet: guest })
    const { json, text } = await read(token)
    expect(json).toMatchObject({
      role: 'read-only',
      merchantName: '',
      merchantDomain: null,
      invitedBy: account.address,
      boundTo: 'wallet',
    })
    expect(text).not.toContain(guest)
  })

  it('POST /v1/auth/invitation names no member without a verified e-mail address', async () => {
    const owner = await registerAccount(test)
    const { token } = await invite(owner, { role: 'admin' })
    expect((await read(token)).json).toMatchObject({ invitedBy: null, boundTo: null })
  })

  it('POST /v1/auth/invitation names the merchant, but no member, to a guest invited to a new account', async () => {
    const { account: _, ...owner } = await signInWallet(test)
    await call(owner, 'PUT', '/v1/tenant', { name: 'North & Bean' })
    const { token } = await invite(owner)
    expect((await read(token)).json).toMatchObject({
      opens: 'merchant',
      role: null,
      merchantName: 'North & Bean',
      invitedBy: null,
    })
  })

  it('POST /v1/auth/invitation names no merchant if the operator invites a new one', async () => {
    const { row, url } = createInvitation(test.host.context, { joins: null, invitedBy: null })
    await test.host.context.db.kysely.insertInto('invitations').values(row).execute()
    expect((await read(tokenOf(url))).json).toMatchObject({
      opens: 'merchant',
      merchantName: null,
      merchantDomain: null,
    })
  })

  it('POST /v1/auth/invitation offers the first member a merchant account to open, and a later one a membership', async () => {
    const { context } = test.host
    const { kysely } = context.db
    const facts = { joins: BOOTSTRAP_TENANT_ID, invitedBy: null }
    const { row, url } = createInvitation(context, facts)
    await kysely.insertInto('invitations').values(row).execute()
    expect((await read(tokenOf(url))).json).toMatchObject({
      opens: 'merchant',
      role: null,
      merchantName: null,
    })
    const { tenantId } = await registerAccount(test)
    const move = (from: string, to: string) =>
      kysely.updateTable('accounts').set({ tenant_id: to }).where('tenant_id', '=', from).execute()
    await move(tenantId, BOOTSTRAP_TENANT_ID)
    expect((await read(tokenOf(url))).json).toMatchObject({ opens: 'member', role: 'owner' })
    await move(BOOTSTRAP_TENANT_ID, tenantId)
  })

  it('POST /v1/auth/invitation leaves the invitation unused, and rejects it after its use', async () => {
    const owner = await registerAccount(test)
    const { token } = await invite(owner, { role: 'finance' })
    expect((await read(token)).status).toBe(200)
    expect((await read(token)).status).toBe(200)
    const joined = { email: newEmail(), password: PASSWORD, invitation: token }
    expect((await send('/v1/auth/register', joined)).status).toBe(201)
    expect(await read(token)).toMatchObject(REFUSED)
  })

  it('POST /v1/auth/invitation rejects unknown, revoked and expired tokens with the same problem', async () => {
    const owner = await registerAccount(test)
    const revoked = await invite(owner, { role: 'finance' })
    await call(owner, 'DELETE', `/v1/invitations/${revoked.id}`)
    const { token } = await invite(owner, { role: 'finance' })
    test.clock.advance(THREE_DAYS_MS)
    const rejected = await Promise.all([read('inv_unknown'), read(revoked.token), read(token)])
    for (const answer of rejected) expect(answer).toMatchObject(REFUSED)
    expect(new Set(rejected.map(({ json }) => json.detail)).size).toBe(1)
  })

  it('POST /v1/auth/invitation rejects a link to a new account while registration is closed', async () => {
    const owner = await registerAccount(test)
    const merchant = await invite(owner)
    const member = await invite(owner, { role: 'finance' })
    await using closed = await test.startNeighbour({ PAY_REGISTRATION: 'closed' })
    expect(await read(merchant.token, closed)).toMatchObject(REFUSED)
    expect(await read(member.token, closed)).toMatchObject({ status: 200 })
  })

  it('POST /v1/auth/invitation returns 429 to an address that sends more than ten calls per minute', async () => {
    await using limited = await test.startNeighbour({ PAY_RATE_LIMIT_SIGN_IN: '10' })
    const statuses: number[] = []
    for (let calls = 0; calls < 11; calls += 1) {
      statuses.push((await read('inv_unknown', limited)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429])
  })
})
