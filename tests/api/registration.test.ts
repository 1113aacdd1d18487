import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { inviteMember, inviteMerchant } from '../../host/src/auth/registration/inviteFirstMember.ts'
import { createLogger } from '../../host/src/log.ts'
import { PASSWORD, readCookie, type SignedIn, signInWallet } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { ANY_ENGINE } from '../tiers.ts'

const DAY_MS = 24 * 3_600_000
const VERIFY = '/v1/auth/wallet/verify'
const REGISTER = '/v1/auth/register'

type Place = Pick<TestHost, 'host' | 'call'>

let test: TestHost
/** The host under test: `test`, or another host on the same database with other settings. */
let place: Place
beforeEach(() => {
  place = {
    get host() {
      return test.host
    },
    get call() {
      return test.call
    },
  }
})
afterEach(() => test[Symbol.asyncDispose]())

const originOf = () => place.host.context.config.authUrl
const newWallet = () => privateKeyToAccount(generatePrivateKey())
const newEmail = () => `${generatePrivateKey().slice(2, 18)}@example.test`
const tokenOf = (url: string) => new URL(url).hash.replace('#invitation=', '')

/** Signs a wallet in, with or without an invitation token. */
async function verify(account: PrivateKeyAccount, invitation?: string, signer = account) {
  const headers = { origin: originOf() }
  const send = (path: string, body: object) =>
    place.call('POST', path, { anonymous: true, headers, body })
  const { json } = await send('/v1/auth/wallet/challenge', { address: account.address })
  const { challengeId, nonce, message } = json
  const signature = await signer.signMessage({ message })
  return send(VERIFY, {
    challengeId,
    nonce,
    message,
    signature,
    ...(invitation !== undefined && { invitation }),
  })
}

const register = (email: string, invitation?: string) =>
  place.call('POST', REGISTER, {
    anonymous: true,
    headers: { origin: originOf() },
    body: { email, password: PASSWORD, ...(invitation !== undefined && { invitation }) },
  })

const invite = ({ headers }: SignedIn) =>
  place.call('POST', '/v1/invitations', {
    anonymous: true,
    headers: { ...headers, origin: originOf() },
  })

/** Signs a new wallet in with an invitation from the operator. */
async function admit(): Promise<SignedIn> {
  const answer = await verify(newWallet(), tokenOf(await inviteMerchant(test.host.context)))
  const cookie = readCookie(answer) ?? ''
  return { tenantId: answer.json.tenantId, headers: { cookie, origin: originOf() } }
}

const countTenants = async () =>
  (await test.host.context.db.kysely.selectFrom('tenants').select('id').execute()).length

const refusal = (code: string) => ({ status: 403, json: { code } })

describe('Without PAY_REGISTRATION', { tags: [ANY_ENGINE] }, () => {
  it('closed registration opens no tenant for an unknown wallet or e-mail address', async () => {
    test = await startTestHost({ PAY_REGISTRATION: '' })
    const before = await countTenants()
    expect(await verify(newWallet())).toMatchObject(refusal('registration_closed'))
    expect(await register(newEmail())).toMatchObject(refusal('registration_closed'))
    expect(await countTenants()).toBe(before)
  })

  it('a challenge and a wrong signature return the same response for a known and an unknown wallet', async () => {
    test = await startTestHost()
    const { account } = await signInWallet(test)
    await using closed = await test.startNeighbour({ PAY_REGISTRATION: 'closed' })
    place = closed
    const thief = newWallet()
    const [known, unknown] = [
      await verify(account, undefined, thief),
      await verify(newWallet(), undefined, thief),
    ]
    expect(known).toMatchObject({ status: 401, json: { code: 'sign_in_refused' } })
    expect(unknown).toMatchObject({ status: 401, json: { code: 'sign_in_refused' } })
  })

  it('registered and unregistered e-mail addresses get the same error while registration is closed', async () => {
    test = await startTestHost()
    const email = newEmail()
    expect((await register(email)).status).toBe(201)
    await using closed = await test.startNeighbour({ PAY_REGISTRATION: 'closed' })
    place = closed
    const [known, unknown] = [await register(email), await register(newEmail())]
    expect(known).toMatchObject(refusal('registration_closed'))
    expect({ ...known.json, requestId: '' }).toEqual({ ...unknown.json, requestId: '' })
  })

  it('members can still sign in while registration is closed, but cannot invite', async () => {
    test = await startTestHost()
    const member = await signInWallet(test)
    await using closed = await test.startNeighbour({ PAY_REGISTRATION: 'closed' })
    place = closed
    expect(await verify(member.account)).toMatchObject({
      status: 200,
      json: { tenantId: member.tenantId },
    })
    expect(await invite(member)).toMatchObject(refusal('registration_closed'))
  })

  it('an invitation from the operator opens one tenant, and a member’s invitation opens none', async () => {
    test = await startTestHost({ PAY_REGISTRATION: 'invite' })
    const { context } = test.host
    const { json } = await invite(await admit())
    await using closed = await test.startNeighbour({ PAY_REGISTRATION: 'closed' })
    place = closed
    expect(await verify(newWallet(), tokenOf(json.url))).toMatchObject(
      refusal('invitation_refused'),
    )
    expect((await register(newEmail(), tokenOf(await inviteMerchant(context)))).status).toBe(201)
  })
})

describe('With PAY_REGISTRATION=invite', () => {
  const startWithMember = async (): Promise<SignedIn> => {
    test = await startTestHost({ PAY_REGISTRATION: 'invite' })
    return admit()
  }

  it('a visitor without an invitation gets an error that asks for an invitation', async () => {
    test = await startTestHost({ PAY_REGISTRATION: 'invite' })
    expect(await verify(newWallet())).toMatchObject(refusal('invitation_required'))
    expect(await register(newEmail())).toMatchObject(refusal('invitation_required'))
  })

  it('a member’s link opens one tenant for a wallet or an e-mail address', async () => {
    const member = await startWithMember()
    const byWallet = await invite(member)
    expect(byWallet.status).toBe(201)
    const guest = await verify(newWallet(), tokenOf(byWallet.json.url))
    expect(guest.status).toBe(200)
    expect(guest.json.tenantId).not.toBe(member.tenantId)
    const again = await verify(newWallet(), tokenOf(byWallet.json.url))
    expect(again).toMatchObject(refusal('invitation_refused'))

    const byEmail = tokenOf((await invite(member)).json.url)
    const opened = await register(newEmail(), byEmail)
    expect(opened.status).toBe(201)
    expect(opened.json.tenantId).not.toBe(member.tenantId)
    expect(await register(newEmail(), byEmail)).toMatchObject(refusal('invitation_refused'))
  })

  it('only one of ten simultaneous guests with one link signs in', async () => {
    const member = await startWithMember()
    const token = tokenOf((await invite(member)).json.url)
    const before = await countTenants()
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(newWallet(), token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)])
    expect(await countTenants()).toBe(before + 1)
  })

  it('a registered e-mail address or a known wallet does not use up a link', async () => {
    const member = await startWithMember()
    const token = tokenOf((await invite(member)).json.url)
    const email = newEmail()
    await register(email, tokenOf((await invite(member)).json.url))
    expect((await register(email, token)).status).toBe(409)
    expect((await register(newEmail(), token)).status).toBe(201)
  })

  it('a link expires after three days', async () => {
    const member = await startWithMember()
    const { json } = await invite(member)
    expect(Date.parse(json.expiresAt) - Date.parse(json.createdAt)).toBe(3 * DAY_MS)
    test.clock.advance(3 * DAY_MS)
    expect(await verify(newWallet(), tokenOf(json.url))).toMatchObject(
      refusal('invitation_refused'),
    )
  })

  it('a tenant creates at most 20 links per day, including used links', async () => {
    const member = await startWithMember()
    for (let time = 0; time < 20; time += 1) expect((await invite(member)).status).toBe(201)
    const { kysely } = test.host.context.db
    const used_at = test.clock.now().toISOString()
    await kysely.updateTable('invitations').set({ used_at }).execute()
    const refused = await invite(member)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_invitations' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // A day later, the first day's links no longer count.
    await kysely
      .updateTable('invitations')
      .set({ created_at: new Date(test.clock.now().getTime() - 86_400_000).toISOString() })
      .execute()
    expect((await invite(member)).status).toBe(201)
  })

  it('a tenant has at most 20 open links', async () => {
    const member = await startWithMember()
    for (let made = 0; made < 20; made += 1) expect((await invite(member)).status).toBe(201)
    expect(await invite(member)).toMatchObject({ status: 409, json: { code: 'too_many_records' } })
  })

  it('a member lists its merchant account’s open links, and revokes one', async () => {
    const member = await startWithMember()
    const other = await admit()
    const { json: kept } = await invite(member)
    test.clock.advance(1)
    const { json: revoked } = await invite(member)
    const { json: foreign } = await invite(other)
    const send = (method: string, path: string, { headers }: SignedIn) =>
      test.call(method, path, { anonymous: true, headers: { ...headers, origin: originOf() } })
    const listed = await send('GET', '/v1/invitations', member)
    expect(listed.json).toEqual(
      [revoked, kept].map(({ id, createdAt, expiresAt }) => ({
        id,
        createdAt,
        expiresAt,
        invitedBy: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        opens: 'merchant',
        role: null,
        wallet: null,
        email: null,
      })),
    )
    const path = `/v1/invitations/${revoked.id}`
    expect(await send('DELETE', path, other)).toMatchObject({
      status: 404,
      json: { code: 'invitation_not_found' },
    })
    expect(await send('DELETE', path, member)).toMatchObject({
      status: 200,
      json: { success: true },
    })
    expect((await send('DELETE', path, member)).status).toBe(404)
    expect(await register(newEmail(), tokenOf(revoked.url))).toMatchObject({
      status: 403,
      json: { code: 'invitation_refused' },
    })
    expect((await register(newEmail(), tokenOf(kept.url))).status).toBe(201)
    expect((await send('GET', '/v1/invitations', member)).json).toEqual([])
    expect((await send('GET', '/v1/invitations', other)).json).toMatchObject([{ id: foreign.id }])
  })

  it('the host stores only a link’s digest', async () => {
    const member = await startWithMember()
    const token = tokenOf((await invite(member)).json.url)
    const rows = await test.host.context.db.kysely.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('The first member of the PAY_BOOTSTRAP_API_KEY tenant', () => {
  /** Returns a host whose log the test reads. */
  async function startLogged() {
    const lines: string[] = []
    const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
    test = await startTestHost({ PAY_REGISTRATION: 'closed' }, { log })
    return lines.flatMap((line) => /https?:[^"]*#invitation=[\w-]+/.exec(line)?.[0] ?? [])
  }

  it('the first member of the bootstrap tenant registers with the link that the first start logs, and reads the tenant’s records', async () => {
    const [url = '', ...more] = await startLogged()
    expect(more).toEqual([])
    expect(url).toContain(`${test.host.context.config.authUrl}/console/#invitation=`)
    const { json: made } = await test.call('POST', '/v2/client-ids', {
      body: { label: 'Made with the key', allowedDomains: ['https://shop.example.test'] },
    })
    const answer = await verify(newWallet(), tokenOf(url))
    expect(answer).toMatchObject({ status: 200, json: { tenantId: BOOTSTRAP_TENANT_ID } })
    const cookie = readCookie(answer) ?? ''
    const { json } = await test.call('GET', '/v1/client-ids', {
      anonymous: true,
      headers: { cookie },
    })
    expect(json).toMatchObject([{ clientId: made.clientId }])
  })

  it('the first member of the bootstrap tenant may register with an e-mail address, and the link works once', async () => {
    const [url = ''] = await startLogged()
    expect(await register(newEmail(), tokenOf(url))).toMatchObject({
      status: 201,
      json: { tenantId: BOOTSTRAP_TENANT_ID },
    })
    expect(await register(newEmail(), tokenOf(url))).toMatchObject(refusal('invitation_refused'))
    expect(await verify(newWallet(), tokenOf(url))).toMatchObject(refusal('invitation_refused'))
  })

  it('the first member of the bootstrap tenant is only one of ten simultaneous callers with the link', async () => {
    const [url = ''] = await startLogged()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => verify(newWallet(), tokenOf(url))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)])
  })

  it('the first member gets one link across all hosts and starts, and a second link from the operator, which invalidates the first link', async () => {
    const [url = ''] = await startLogged()
    await using neighbour = await test.startNeighbour()
    const { kysely } = neighbour.host.context.db
    expect(await kysely.selectFrom('invitations').select('id').execute()).toHaveLength(1)
    const other = await inviteMember(test.host.context)
    expect(await verify(newWallet(), tokenOf(url))).toMatchObject(refusal('invitation_refused'))
    expect(await verify(newWallet(), tokenOf(other))).toMatchObject({
      status: 200,
      json: { tenantId: BOOTSTRAP_TENANT_ID },
    })
  })

  it('the first member of the bootstrap tenant cannot be another tenant’s wallet: 409, and the link stays valid', async () => {
    test = await startTestHost()
    const { account } = await signInWallet(test)
    const token = tokenOf(await inviteMember(test.host.context))
    expect(await verify(account, token)).toMatchObject({
      status: 409,
      json: { code: 'wallet_taken' },
    })
    expect((await verify(newWallet(), token)).json.tenantId).toBe(BOOTSTRAP_TENANT_ID)
  })

  it('the first member of the bootstrap tenant may rename the tenant, and a start keeps the name while PAY_MERCHANT_NAME is unset', async () => {
    test = await startTestHost({ PAY_MERCHANT_NAME: '' })
    const { kysely } = test.host.context.db
    const tenant = () =>
      kysely
        .selectFrom('tenants')
        .select('name')
        .where('id', '=', BOOTSTRAP_TENANT_ID)
        .executeTakeFirst()
    await kysely
      .updateTable('tenants')
      .set({ name: 'Ana’s shop' })
      .where('id', '=', BOOTSTRAP_TENANT_ID)
      .execute()
    await using _again = await test.startNeighbour()
    expect(await tenant()).toEqual({ name: 'Ana’s shop' })
  })
})
