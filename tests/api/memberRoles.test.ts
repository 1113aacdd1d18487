import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setNamedRole } from '../../host/src/auth/members/setNamedRole.ts'
import { NO_LIMITS, PASSWORD, readCookie, type SignedIn } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_REGISTRATION: 'closed' })
})
afterAll(() => test[Symbol.asyncDispose]())

type Member = SignedIn & { id: string }

const call = (by: SignedIn, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
const change = (by: SignedIn, { id }: Pick<Member, 'id'>, role: string) =>
  call(by, 'PATCH', `/v1/members/${id}`, { role })
const remove = (by: SignedIn, { id }: Pick<Member, 'id'>) => call(by, 'DELETE', `/v1/members/${id}`)
const roleOf = async (member: SignedIn) => (await call(member, 'GET', '/v1/auth/session')).json.role
const tokenOf = (url: string) => new URL(url).hash.replace('#invitation=', '')
const refused = { status: 403, json: { code: 'scope_missing', scope: 'team' } }

async function send(path: string, body: object) {
  const headers = { origin: test.host.context.config.authUrl }
  return test.call('POST', path, { anonymous: true, headers, body })
}

async function register(invitation: string) {
  const email = `${generatePrivateKey().slice(2, 18)}@example.test`
  return {
    email,
    answer: await send('/v1/auth/register', { email, password: PASSWORD, invitation }),
  }
}

/** Adds a member through a link that another member creates. */
async function join(by: SignedIn, role: string): Promise<Member> {
  const { status, json } = await call(by, 'POST', '/v1/invitations', { role })
  expect(status).toBe(201)
  const { email, answer } = await register(tokenOf(json.url))
  expect(answer.status).toBe(201)
  const { tenantId } = answer.json
  const headers = { cookie: readCookie(answer) ?? '', origin: test.host.context.config.authUrl }
  const { json: members } = await call(by, 'GET', '/v1/members')
  const { id } = members.find((member: { email: string }) => member.email === email)
  return { tenantId, headers, id }
}

/** Opens a merchant account; its first member is its owner. */
async function openMerchant(): Promise<Member> {
  const { createInvitation } = await import('../../host/src/auth/registration/createInvitation.ts')
  const { context } = test.host
  const { row, url } = createInvitation(context, { joins: null, invitedBy: null })
  await context.db.kysely.insertInto('invitations').values(row).execute()
  const { answer } = await register(tokenOf(url))
  const headers = { cookie: readCookie(answer) ?? '', origin: context.config.authUrl }
  const owner = { tenantId: answer.json.tenantId, headers }
  const [{ id }] = (await call(owner, 'GET', '/v1/members')).json
  return { ...owner, id }
}

describe('An invitation with a role', () => {
  it('an invitation with a role adds a member in this role, even while registration is closed, and works once', async () => {
    const owner = await openMerchant()
    const { json } = await call(owner, 'POST', '/v1/invitations', { role: 'read-only' })
    const { json: open } = await call(owner, 'GET', '/v1/invitations')
    expect(open).toMatchObject([{ id: json.id, opens: 'member', role: 'read-only' }])
    const { answer } = await register(tokenOf(json.url))
    expect(answer).toMatchObject({ status: 201, json: { tenantId: owner.tenantId } })
    const { json: members } = await call(owner, 'GET', '/v1/members')
    const roles = members.map(({ role }: { role: string }) => role)
    expect(roles.toSorted()).toEqual(['owner', 'read-only'])
    expect((await register(tokenOf(json.url))).answer).toMatchObject({
      status: 403,
      json: { code: 'invitation_refused' },
    })
  })

  it('an invitation with a role adds a wallet in this role', async () => {
    const owner = await openMerchant()
    const { json } = await call(owner, 'POST', '/v1/invitations', { role: 'developer' })
    const wallet = privateKeyToAccount(generatePrivateKey())
    const challenge = (await send('/v1/auth/wallet/challenge', { address: wallet.address })).json
    const { challengeId, nonce, message } = challenge
    const signature = await wallet.signMessage({ message })
    const invitation = tokenOf(json.url)
    const proof = { challengeId, nonce, message, signature, invitation }
    expect((await send('/v1/auth/wallet/verify', proof)).status).toBe(200)
    expect((await call(owner, 'GET', '/v1/members')).json).toContainEqual(
      expect.objectContaining({ id: wallet.address, role: 'developer' }),
    )
  })

  it('an invitation with a role is invalid after its creator has lost the right to invite or was removed', async () => {
    const owner = await openMerchant()
    for (const end of [change, remove]) {
      const admin = await join(owner, 'admin')
      const { json } = await call(admin, 'POST', '/v1/invitations', { role: 'admin' })
      expect((await end(owner, admin, 'finance')).status).toBe(200)
      expect((await register(tokenOf(json.url))).answer).toMatchObject({
        status: 403,
        json: { code: 'invitation_refused' },
      })
    }
  })

  it('an invitation with a role is denied to roles that may not invite, and to admins who invite an owner', async () => {
    const owner = await openMerchant()
    const admin = await join(owner, 'admin')
    for (const role of ['finance', 'developer', 'read-only']) {
      const member = await join(owner, role)
      expect(await call(member, 'POST', '/v1/invitations', { role: 'read-only' })).toMatchObject(
        refused,
      )
    }
    expect(await call(admin, 'POST', '/v1/invitations', { role: 'owner' })).toMatchObject({
      status: 403,
      json: { code: 'owner_only' },
    })
    expect((await call(admin, 'POST', '/v1/invitations', { role: 'admin' })).status).toBe(201)
  })

  it('an invitation with a role returns 400 for a role that does not exist', async () => {
    const owner = await openMerchant()
    for (const role of ['root', '', 'OWNER', null, 1, ['owner'], '__proto__']) {
      expect((await call(owner, 'POST', '/v1/invitations', { role })).status).toBe(400)
    }
  })
})

describe('PATCH /v1/members/{id}', () => {
  it('PATCH /v1/members/{id} changes the member’s role in every open session at once', async () => {
    const owner = await openMerchant()
    const member = await join(owner, 'admin')
    const list = () => call(member, 'POST', '/v1/api-keys', { label: 'Server' })
    expect((await list()).status).toBe(201)
    expect(await change(owner, member, 'finance')).toMatchObject({ json: { success: true } })
    expect(await roleOf(member)).toBe('finance')
    expect(await list()).toMatchObject({ status: 403, json: { scope: 'manage' } })
    await change(owner, member, 'developer')
    expect((await list()).status).toBe(201)
  })

  it('PATCH /v1/members/{id} returns 403 to members who may not change the team, and to admins who change an owner', async () => {
    const owner = await openMerchant()
    const admin = await join(owner, 'admin')
    const finance = await join(owner, 'finance')
    expect(await change(finance, finance, 'admin')).toMatchObject(refused)
    expect(await change(finance, owner, 'read-only')).toMatchObject(refused)
    const ownersOnly = { status: 403, json: { code: 'owner_only' } }
    expect(await change(admin, admin, 'owner')).toMatchObject(ownersOnly)
    expect(await change(admin, owner, 'admin')).toMatchObject(ownersOnly)
    expect(await remove(admin, owner)).toMatchObject(ownersOnly)
    expect(await remove(finance, admin)).toMatchObject(refused)
    expect([await roleOf(owner), await roleOf(admin), await roleOf(finance)]).toEqual([
      'owner',
      'admin',
      'finance',
    ])
  })

  it('PATCH /v1/members/{id} returns 409 for the last owner, who cannot leave either', async () => {
    const owner = await openMerchant()
    const admin = await join(owner, 'admin')
    const lastOwner = { status: 409, json: { code: 'last_owner' } }
    expect(await change(owner, owner, 'admin')).toMatchObject(lastOwner)
    expect(await remove(owner, owner)).toMatchObject(lastOwner)
    expect((await change(owner, admin, 'owner')).status).toBe(200)
    expect((await change(owner, owner, 'read-only')).status).toBe(200)
    expect((await remove(owner, owner)).status).toBe(200)
    expect(await remove(admin, admin)).toMatchObject({ status: 409, json: { code: 'last_member' } })
  })

  it('PATCH /v1/members/{id} keeps an owner when two owners demote or remove each other at once', async () => {
    for (const end of [change, remove]) {
      const one = await openMerchant()
      const other = await join(one, 'owner')
      const witness = await join(one, 'read-only')
      await Promise.all([end(one, other, 'finance'), end(other, one, 'finance')])
      const { json } = await call(witness, 'GET', '/v1/members')
      const owners = json.filter(({ role }: { role: string }) => role === 'owner')
      expect(owners).toHaveLength(1)
    }
  })

  it('DELETE /v1/members/{id} lets a member with any role leave', async () => {
    const owner = await openMerchant()
    for (const role of ['admin', 'finance', 'developer', 'read-only']) {
      const member = await join(owner, role)
      expect((await remove(member, member)).status).toBe(200)
      expect((await call(member, 'GET', '/v1/auth/session')).status).toBe(401)
    }
  })

  it('PATCH /v1/members/{id} returns 404 for other merchants’ members and for ids that cannot exist', async () => {
    const [owner, stranger] = [await openMerchant(), await openMerchant()]
    const unknown = { status: 404, json: { code: 'member_not_found' } }
    for (const id of [stranger.id, 'nobody', '%00', 'a'.repeat(65)]) {
      expect(await change(owner, { id }, 'admin')).toMatchObject(unknown)
    }
    expect(await roleOf(stranger)).toBe('owner')
  })

  it('PATCH /v1/members/{id} returns 400 for a role that does not exist', async () => {
    const owner = await openMerchant()
    for (const role of [undefined, 'root', '', 'Owner', null, 1, ['owner']]) {
      expect((await call(owner, 'PATCH', `/v1/members/${owner.id}`, { role })).status).toBe(400)
    }
  })
})

describe('The operator’s command set-role', () => {
  const run = (name: string, role: string) => setNamedRole(test.host.context, { name, role })

  it('the operator’s command set-role gives a member another role at once, which the audit log shows', async () => {
    const owner = await openMerchant()
    const member = await join(owner, 'read-only')
    const members = (await call(owner, 'GET', '/v1/members')).json
    const { email } = members.find(({ id }: { id: string }) => id === member.id)
    expect(await run(` ${email.toUpperCase()}`, 'owner')).toMatchObject({ isDone: true })
    expect(await roleOf(member)).toBe('owner')
    const { json } = await call(owner, 'GET', '/v2/audit-log?action=member.role_changed')
    expect(json.entries).toMatchObject([
      { actor: { kind: 'operator', id: null }, objectId: member.id },
    ])
  })

  it('the operator’s command set-role names an unknown member or role, and keeps the last owner', async () => {
    const owner = await openMerchant()
    expect(await run('nobody@example.test', 'admin')).toMatchObject({ isDone: false })
    const { lines, isDone } = await run(owner.id, 'king')
    expect({ isDone, line: lines[0] }).toEqual({
      isDone: false,
      line: 'There is no role king. The roles are owner, admin, finance, developer, read-only.',
    })
    const members = (await call(owner, 'GET', '/v1/members')).json
    await expect(run(members[0].email, 'finance')).rejects.toThrow('last owner')
    expect(await roleOf(owner)).toBe('owner')
  })
})

describe('An API key', () => {
  it('members see in an API key’s record which member created it', async () => {
    const owner = await openMerchant()
    const developer = await join(owner, 'developer')
    const { json } = await call(developer, 'POST', '/v1/api-keys', { label: 'Server' })
    expect(json.createdBy).toBe(developer.id)
    const keys = (await call(owner, 'GET', '/v1/api-keys')).json
    expect(keys).toMatchObject([{ id: json.id, createdBy: developer.id }])
  })
})
