import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMails } from '../support/readMails.ts'
import { NO_LIMITS, PASSWORD, registerAccount, type SignedIn } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const FOR_ANOTHER = { status: 403, json: { code: 'invitation_for_another' } }
const REFUSED = { status: 403, json: { code: 'invitation_refused' } }
const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({
    ...NO_LIMITS,
    PAY_REGISTRATION: 'open',
    PAY_SMTP_URL: 'file:///nowhere',
    PAY_MAIL_FROM: 'shop@example.test',
  })
})
afterAll(() => test[Symbol.asyncDispose]())

const originOf = () => test.host.context.config.authUrl
const newWallet = () => privateKeyToAccount(generatePrivateKey())
const newEmail = () => `${generatePrivateKey().slice(2, 18)}@example.test`
const tokenOf = (url: string) => new URL(url).hash.replace('#invitation=', '')
const call = (by: SignedIn, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
const send = (path: string, body: object) =>
  test.call('POST', path, { anonymous: true, headers: { origin: originOf() }, body })
const register = (email: string, invitation: string) =>
  send('/v1/auth/register', { email, password: PASSWORD, invitation })

async function verify(account: PrivateKeyAccount, invitation: string) {
  const { json } = await send('/v1/auth/wallet/challenge', { address: account.address })
  const { challengeId, nonce, message } = json
  const signature = await account.signMessage({ message })
  return send('/v1/auth/wallet/verify', { challengeId, nonce, message, signature, invitation })
}

/** Creates an invitation and returns its token. */
async function invite(owner: SignedIn, address: { wallet: string } | { email: string }) {
  const created = await call(owner, 'POST', '/v1/invitations', { role: 'finance', ...address })
  expect(created.status).toBe(201)
  return { ...created.json, token: tokenOf(created.json.url) }
}

/** Stores a verified domain of a merchant, without its proof. */
async function addDomain({ tenantId }: SignedIn, domain: string): Promise<void> {
  const { status, json } = await test.call('POST', '/v1/domains', { body: { domain } })
  expect(status).toBe(201)
  await test.host.context.db.kysely
    .updateTable('merchant_domains')
    .set({ tenant_id: tenantId, status: 'verified', verified_at: json.createdAt })
    .where('domain', '=', domain)
    .execute()
}

/** Stores a member's verified e-mail address, without its link. */
async function verifyContact({ tenantId }: SignedIn, email: string): Promise<void> {
  const { db, sealer, now } = test.host.context
  const at = now().toISOString()
  const account = await db.kysely
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('member_contacts')
    .values({
      member_id: account.id,
      tenant_id: tenantId,
      sealed_email: sealer.seal('email', email),
      verified_at: at,
      notices: '[]',
      updated_at: at,
    })
    .execute()
}

const rolesOf = async (owner: SignedIn) => {
  const { json } = await call(owner, 'GET', '/v1/members')
  return json.map(({ role, email, address }: Record<string, string | null>) => [
    email ?? address,
    role,
  ])
}

describe('An invitation for one address', () => {
  it('an invitation for a wallet is accepted only by this wallet, and only once', async () => {
    const owner = await registerAccount(test)
    const guest = newWallet()
    // The invitation may name the wallet in any letter case.
    const { token, isSent } = await invite(owner, { wallet: guest.address.toLowerCase() })
    expect(token).toMatch(/^inv_[\w-]{43}$/)
    expect(isSent).toBe(false)
    expect(await verify(newWallet(), token)).toMatchObject(FOR_ANOTHER)
    expect(await register(newEmail(), token)).toMatchObject(FOR_ANOTHER)
    const joined = await verify(guest, token)
    expect(joined).toMatchObject({ status: 200, json: { tenantId: owner.tenantId } })
    expect(await rolesOf(owner)).toContainEqual([guest.address, 'finance'])
    expect(await verify(newWallet(), token)).toMatchObject(REFUSED)
  })

  it('an invitation for an e-mail address is sent to this address, and accepted only by it', async () => {
    const owner = await registerAccount(test)
    const email = newEmail()
    const { token, url, isSent } = await invite(owner, { email: ` ${email.toUpperCase()} ` })
    expect(token).toMatch(/^inv_[\w-]{43}$/)
    expect(isSent).toBe(true)
    const mails = await readMails(test, email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Invitation to a merchant account without a name',
    ])
    expect(mails[0]?.text).toContain(url)
    expect(await register(newEmail(), token)).toMatchObject(FOR_ANOTHER)
    expect(await verify(newWallet(), token)).toMatchObject(FOR_ANOTHER)
    const joined = await register(email, token)
    expect(joined).toMatchObject({ status: 201, json: { email, tenantId: owner.tenantId } })
    expect(await rolesOf(owner)).toContainEqual([email, 'finance'])
    expect(await register(newEmail(), token)).toMatchObject(REFUSED)
  })

  it('the e-mail names the merchant, its verified domain, the inviting member, the role and the expiry', async () => {
    const owner = await registerAccount(test)
    await call(owner, 'PUT', '/v1/tenant', { name: 'Ana’s shop' })
    await addDomain(owner, 'shop.example.test')
    const email = newEmail()
    const before = await invite(owner, { email })
    await verifyContact(owner, 'ana@example.test')
    test.clock.advance(1)
    const after = await invite(owner, { email })
    const [unverified, verified] = await readMails(test, email)
    expect(unverified?.text).toContain('Invited by: a member without a verified e-mail address')
    expect(verified?.subject).toBe('Invitation to the merchant account “Ana’s shop”')
    expect(verified?.text.split('\n')).toEqual(
      expect.arrayContaining([
        'A member of the merchant account “Ana’s shop” invites you to join it, with this e-mail address.',
        'Verified domain of the merchant: “shop[.]example[.]test”',
        'Invited by: “ana[at]example[.]test”',
        'Your role: Finance, for payments, links, payouts and refunds.',
        `Valid until: ${after.expiresAt.slice(0, 16).replace('T', ' ')} UTC`,
      ]),
    )
    expect(unverified?.html).toContain(`<a href="${before.url}">${before.url}</a>`)
  })

  it('a merchant’s name adds no link, markup, header or closing quotation mark to the e-mail', async () => {
    const owner = await registerAccount(test)
    const name = 'Bank” (verified) https://evil.test <a href="//evil.test">a@evil.test</a>'
    expect((await call(owner, 'PUT', '/v1/tenant', { name })).status).toBe(200)
    const email = newEmail()
    const { url } = await invite(owner, { email })
    const [mail] = await readMails(test, email)
    expect(mail?.html.match(/<a\b[^>]*>/g)).toEqual([`<a href="${url}">`])
    expect(mail?.subject).toContain(
      '“Bank" (verified) https[:]//evil[.]test <a href="//evil[.]test">',
    )
    expect(JSON.stringify(mail)).not.toMatch(/evil\.test|a@evil/)
  })

  it('the rejection creates no account, and does not reveal the address', async () => {
    const owner = await registerAccount(test)
    const email = newEmail()
    const { token } = await invite(owner, { email })
    const stranger = newEmail()
    const rejected = await register(stranger, token)
    expect(rejected.text).not.toContain(email)
    const { kysely } = test.host.context.db
    const digest = test.host.context.sealer.digest('email', stranger)
    const accounts = await kysely
      .selectFrom('accounts')
      .select('id')
      .where('email_digest', '=', digest)
      .execute()
    expect(accounts).toEqual([])
  })

  it('simultaneous attempts by strangers never use up the invitation', async () => {
    const owner = await registerAccount(test)
    const guest = newWallet()
    const { token } = await invite(owner, { wallet: guest.address })
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => verify(newWallet(), token)),
      verify(guest, token),
      ...Array.from({ length: 4 }, () => verify(newWallet(), token)),
    ])
    const codes = answers.map(({ status, json }) => (status === 200 ? 'joined' : json.code))
    expect(codes.filter((code) => code === 'joined')).toHaveLength(1)
    expect(codes[4]).toBe('joined')
    for (const code of codes) {
      expect(['joined', 'invitation_for_another', 'invitation_refused']).toContain(code)
    }
  })

  it('the list of open invitations names the address, which the database stores sealed', async () => {
    const owner = await registerAccount(test)
    const email = newEmail()
    const wallet = newWallet().address
    test.clock.advance(1)
    await invite(owner, { email })
    test.clock.advance(1)
    await invite(owner, { wallet })
    const { json } = await call(owner, 'GET', '/v1/invitations')
    expect(json).toMatchObject([
      { wallet, email: null, role: 'finance' },
      { wallet: null, email, role: 'finance' },
    ])
    const rows = await test.host.context.db.kysely.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(email)
  })

  it('an invitation can name a Tron wallet', async () => {
    const owner = await registerAccount(test)
    await invite(owner, { wallet: TRON_ADDRESS })
    const { json } = await call(owner, 'GET', '/v1/invitations')
    expect(json).toMatchObject([{ wallet: TRON_ADDRESS }])
  })

  it.each([
    ['both', { role: 'finance', wallet: TRON_ADDRESS, email: 'a@b.test' }, 'email'],
    ['a wallet without a role', { wallet: TRON_ADDRESS }, 'role'],
    ['an e-mail address without a role', { email: 'a@b.test' }, 'role'],
    ['no address', { role: 'finance', email: 'nobody' }, 'email'],
    ['an address that no mail reaches', { role: 'finance', email: 'a,b@c.test' }, 'email'],
    ['no wallet', { role: 'finance', wallet: '0x12' }, 'wallet'],
    [
      'a wallet with a wrong checksum',
      { role: 'finance', wallet: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266' },
      'wallet',
    ],
  ])('an invitation for %s is rejected', async (_, body, field) => {
    const owner = await registerAccount(test)
    const answer = await call(owner, 'POST', '/v1/invitations', body)
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field }] } })
    expect((await call(owner, 'GET', '/v1/invitations')).json).toEqual([])
  })

  it('a service without a mail server returns only the link', async () => {
    const owner = await registerAccount(test)
    await using silent = await test.startNeighbour({ PAY_SMTP_URL: '', PAY_MAIL_FROM: '' })
    const email = newEmail()
    const { status, json } = await silent.call('POST', '/v1/invitations', {
      anonymous: true,
      headers: { ...owner.headers, origin: silent.host.context.config.authUrl },
      body: { role: 'finance', email },
    })
    expect([status, json.isSent]).toEqual([201, false])
    expect(await readMails(test, email)).toEqual([])
    expect((await register(email, tokenOf(json.url))).status).toBe(201)
  })

  it('an address receives at most ten links in 24 hours from all merchants', async () => {
    const email = newEmail()
    const owners = await Promise.all([registerAccount(test), registerAccount(test)])
    const sent: boolean[] = []
    for (let made = 0; made < 11; made += 1) {
      const owner = owners[made % 2]
      if (owner !== undefined) sent.push((await invite(owner, { email })).isSent)
    }
    expect(sent).toEqual([...Array(10).fill(true), false])
    expect(await readMails(test, email)).toHaveLength(10)
    test.clock.advance(24 * 3_600_000)
    const [owner] = owners
    expect(owner && (await invite(owner, { email })).isSent).toBe(true)
  })

  it('an invitation for one address is rejected and not sent beyond the merchant’s limit', async () => {
    const owner = await registerAccount(test)
    const emails = Array.from({ length: 21 }, newEmail)
    const statuses: number[] = []
    for (const email of emails) {
      const body = { role: 'read-only', email }
      statuses.push((await call(owner, 'POST', '/v1/invitations', body)).status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(201))
    expect(statuses[20]).toBe(409)
    expect(await readMails(test, emails[20] ?? '')).toEqual([])
  })
})
