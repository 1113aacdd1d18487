import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendResets } from '../../host/src/contacts/sendResets.ts'
import { cleanUp } from '../../host/src/jobs/cleanUp.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { readMails } from '../support/readMails.ts'
import {
  logIn,
  NO_LIMITS,
  PASSWORD,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const NEW_PASSWORD = 'another horse battery staple'
const HOUR_MS = 3_600_000
const refused = { status: 403, json: { code: 'code_refused' } }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({
    ...NO_LIMITS,
    PAY_SMTP_URL: 'file:///nowhere',
    PAY_MAIL_FROM: 'shop@example.test',
  })
})
afterAll(() => test[Symbol.asyncDispose]())

const call = (by: SignedIn, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
const send = (path: string, body: object) =>
  test.call('POST', path, {
    anonymous: true,
    headers: { origin: test.host.context.config.authUrl },
    body,
  })
const contactOf = async (by: SignedIn) => (await call(by, 'GET', '/v1/auth/contact')).json
const confirm = (by: SignedIn, code: string) => call(by, 'POST', '/v1/auth/email/confirm', { code })
const reset = (code: string, newPassword = NEW_PASSWORD) =>
  send('/v1/auth/password-reset/confirm', { code, newPassword })
const statusOfLogin = async (email: string, password: string) =>
  (await send('/v1/auth/login', { email, password })).status

/** Returns the codes in the queued e-mails to an address, oldest first. */
async function codesTo(email: string): Promise<string[]> {
  const mails = await readMails(test, email)
  return mails.flatMap(
    ({ text }) => /#(?:confirm-email|reset-password)=(\S+)/.exec(text)?.[1] ?? [],
  )
}

const subjectsTo = async (email: string) =>
  (await readMails(test, email)).map(({ subject }) => subject)

async function lastCodeTo(email: string): Promise<string> {
  const code = (await codesTo(email)).at(-1)
  if (code === undefined) throw new Error(`No link waits for ${email}.`)
  return code
}

async function requestReset(email: string): Promise<void> {
  expect(await send('/v1/auth/password-reset', { email })).toMatchObject({ status: 200 })
  while ((await sendResets(test.host.context)).more);
}

let count = 0
function freshEmail(): string {
  count += 1
  return `member${count}@contact.example.test`
}

describe('A member’s e-mail address', () => {
  it('a member’s e-mail address is verified by the link sent to it, which works only once', async () => {
    const account = await registerAccount(test)
    expect(await contactOf(account)).toEqual({
      email: account.email,
      isVerified: false,
      pendingEmail: null,
      notices: [],
      sendsMail: true,
    })
    const { email } = account
    expect((await call(account, 'POST', '/v1/auth/email', { email })).status).toBe(200)
    expect(await contactOf(account)).toMatchObject({ isVerified: false, pendingEmail: email })
    const code = await lastCodeTo(email)
    expect(await confirm(account, code)).toMatchObject({
      status: 200,
      json: { email, isVerified: true, pendingEmail: null },
    })
    expect(await confirm(account, code)).toMatchObject(refused)
  })

  it('a member’s e-mail address receives no password reset if the member signs in with a wallet', async () => {
    const wallet = await signInWallet(test)
    const email = freshEmail()
    expect((await call(wallet, 'POST', '/v1/auth/email', { email })).status).toBe(200)
    expect(await contactOf(wallet)).toMatchObject({ email: null, pendingEmail: email })
    expect((await confirm(wallet, await lastCodeTo(email))).status).toBe(200)
    expect(await contactOf(wallet)).toMatchObject({ email, isVerified: true })
    await requestReset(email)
    expect(await codesTo(email)).toHaveLength(1)
  })

  it('a member’s e-mail address is notified when another address replaces it, even if the member signs in with a wallet', async () => {
    const wallet = await signInWallet(test)
    const [earlier, email] = [freshEmail(), freshEmail()]
    for (const address of [earlier, email]) {
      await call(wallet, 'POST', '/v1/auth/email', { email: address })
      expect((await confirm(wallet, await lastCodeTo(address))).status).toBe(200)
    }
    const changes = (subjects: string[]) => subjects.filter((one) => one.includes('changed'))
    expect(changes(await subjectsTo(earlier))).toEqual(['Your e-mail address was changed'])
    expect(changes(await subjectsTo(email))).toEqual([])
  })

  it('a member’s e-mail address is not verified by an expired link, a guessed link or another member’s link', async () => {
    const owner = await registerAccount(test)
    const other = await registerAccount(test)
    await call(owner, 'POST', '/v1/auth/email', { email: owner.email })
    const code = await lastCodeTo(owner.email)
    expect(await confirm(other, code)).toMatchObject(refused)
    expect(await confirm(owner, `${code.slice(0, -1)}!`)).toMatchObject(refused)
    expect(await reset(code)).toMatchObject(refused)
    test.clock.advance(24 * HOUR_MS)
    expect(await confirm(owner, code)).toMatchObject(refused)
    expect(await contactOf(owner)).toMatchObject({ isVerified: false, pendingEmail: null })
  })

  it('an account’s e-mail address changes only with the password, and the earlier address is notified', async () => {
    const account = await registerAccount(test)
    const email = freshEmail()
    for (const body of [{ email }, { email, currentPassword: 'a wrong password' }]) {
      expect(await call(account, 'POST', '/v1/auth/email', body)).toMatchObject({
        status: 401,
        json: { code: 'wrong_credentials' },
      })
    }
    await requestReset(account.email)
    const earlier = await lastCodeTo(account.email)
    await call(account, 'POST', '/v1/auth/email', { email, currentPassword: PASSWORD })
    expect(await statusOfLogin(email, PASSWORD)).toBe(401)
    expect((await confirm(account, await lastCodeTo(email))).status).toBe(200)
    expect(await contactOf(account)).toMatchObject({ email, isVerified: true })
    expect(await statusOfLogin(email, PASSWORD)).toBe(200)
    expect(await statusOfLogin(account.email, PASSWORD)).toBe(401)
    expect(await subjectsTo(account.email)).toContain('Your e-mail address was changed')
    // A link that was sent to the earlier address has no effect.
    expect(await reset(earlier)).toMatchObject(refused)
  })

  it('a member’s e-mail address cannot be another account’s address', async () => {
    const account = await registerAccount(test)
    const other = await registerAccount(test)
    const body = { email: other.email, currentPassword: PASSWORD }
    expect((await call(account, 'POST', '/v1/auth/email', body)).status).toBe(200)
    const code = await lastCodeTo(other.email)
    expect(await confirm(account, code)).toMatchObject({
      status: 409,
      json: { code: 'email_taken' },
    })
    expect(await contactOf(account)).toMatchObject({ email: account.email, isVerified: false })
    expect(await statusOfLogin(other.email, PASSWORD)).toBe(200)
  })

  it('a member’s e-mail address receives a limited number of links, both per member and in total', async () => {
    const email = freshEmail()
    const ask = (by: SignedIn) => call(by, 'POST', '/v1/auth/email', { email })
    const wallets: SignedIn[] = []
    for (let n = 0; n < 4; n += 1) wallets.push(await signInWallet(test))
    const statuses: number[] = []
    for (const wallet of wallets) {
      for (let n = 0; n < 4; n += 1) statuses.push((await ask(wallet)).status)
    }
    const three = [200, 200, 200, 429]
    expect(statuses).toEqual([...three, ...three, ...three, 200, 429, 429, 429])
    expect(await readMails(test, email)).toHaveLength(10)
    const last = await ask(wallets[0] as SignedIn)
    expect(last.json).toMatchObject({ code: 'too_many_mails' })
    expect(last.headers['retry-after']).toBe('3600')
  })

  it('a member’s e-mail address cannot contain a header or a list of addresses', async () => {
    const wallet = await signInWallet(test)
    for (const email of ['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', 'a@b.test\n.test']) {
      const { status } = await call(wallet, 'POST', '/v1/auth/email', { email })
      expect(status).toSatisfy((found) => found === 400)
    }
  })

  it('a member’s e-mail address must be an address to which an e-mail can be sent', async () => {
    const wallet = await signInWallet(test)
    for (const email of ['"a@b.test', 'a,c@b.test', '<a@b.test>', 'a;c@b.test', 'a\u202e@b.test']) {
      const { status, json } = await call(wallet, 'POST', '/v1/auth/email', { email })
      const fault = { field: 'email', code: 'invalid_email' }
      expect([email, status, json.errors]).toEqual([email, 400, [expect.objectContaining(fault)]])
    }
  })

  it('a member’s e-mail address is deleted together with the member', async () => {
    const owner = await registerAccount(test)
    await call(owner, 'POST', '/v1/auth/email', { email: owner.email })
    await confirm(owner, await lastCodeTo(owner.email))
    await call(owner, 'PATCH', '/v1/auth/contact', { notices: ['payment_received'] })
    const { url } = (await call(owner, 'POST', '/v1/invitations', { role: 'owner' })).json
    const invitation = new URL(url).hash.replace('#invitation=', '')
    await send('/v1/auth/register', { email: freshEmail(), password: PASSWORD, invitation })
    const members = (await call(owner, 'GET', '/v1/members')).json
    const { id } = members.find(({ email }: { email: string }) => email === owner.email)
    expect((await call(owner, 'DELETE', `/v1/members/${id}`)).status).toBe(200)
    const { kysely } = test.host.context.db
    for (const table of ['member_contacts', 'mail_codes'] as const) {
      const rows = await kysely
        .selectFrom(table)
        .select('member_id')
        .where('tenant_id', '=', owner.tenantId)
        .execute()
      expect(rows).toEqual([])
    }
  })
})

describe('A member’s notices', () => {
  it('a member’s notices are off by default, and only the member can choose them', async () => {
    const wallet = await signInWallet(test)
    expect((await contactOf(wallet)).notices).toEqual([])
    const notices = ['webhook_failing', 'payment_received']
    expect(await call(wallet, 'PATCH', '/v1/auth/contact', { notices })).toMatchObject({
      status: 200,
      json: { notices: ['payment_received', 'webhook_failing'] },
    })
    expect((await contactOf(await signInWallet(test))).notices).toEqual([])
    await call(wallet, 'PATCH', '/v1/auth/contact', { notices: [] })
    expect((await contactOf(wallet)).notices).toEqual([])
  })

  it('a member’s notices are rejected if they repeat or are unknown', async () => {
    const wallet = await signInWallet(test)
    for (const notices of [['payment_received', 'payment_received'], ['news'], null]) {
      expect((await call(wallet, 'PATCH', '/v1/auth/contact', { notices })).status).toBe(400)
    }
  })
})

describe('A password reset', () => {
  it('a password reset sets a new password once, and ends all sessions and links', async () => {
    const account = await registerAccount(test)
    const second = await logIn(test, account.email)
    await requestReset(account.email)
    await requestReset(account.email)
    const [earlier = '', code = ''] = await codesTo(account.email)
    expect(await reset(code)).toMatchObject({ status: 200 })
    for (const session of [account, second]) {
      expect((await call(session, 'GET', '/v1/auth/session')).status).toBe(401)
    }
    expect(await statusOfLogin(account.email, PASSWORD)).toBe(401)
    expect(await statusOfLogin(account.email, NEW_PASSWORD)).toBe(200)
    expect(await reset(code)).toMatchObject(refused)
    expect(await reset(earlier)).toMatchObject(refused)
    expect(await subjectsTo(account.email)).toContain('Your password was reset')
  })

  it('a password reset returns the same response for unknown addresses, but stores and sends nothing for them', async () => {
    const account = await registerAccount(test)
    const unknown = freshEmail()
    const answers = []
    for (const email of [account.email, unknown]) {
      const { status, text, headers } = await send('/v1/auth/password-reset', { email })
      answers.push({ status, text, names: Object.keys(headers).toSorted() })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(JSON.stringify(await dumpDatabase(test.host.context.db))).not.toContain(unknown)
    await sendResets(test.host.context)
    expect(await readMails(test, unknown)).toEqual([])
    expect(await codesTo(account.email)).toHaveLength(1)
    const left = await test.host.context.db.kysely
      .selectFrom('reset_requests')
      .select('id')
      .execute()
    expect(left).toEqual([])
  })

  it('a password reset is sent to other accounts despite an undecryptable request or an invalid address', async () => {
    const account = await registerAccount(test)
    const odd = await registerAccount(test, 'a,odd@contact.example.test')
    const { db } = test.host.context
    await db.kysely
      .insertInto('reset_requests')
      .values({
        id: '00000000000000000000000000',
        sealed_email: 'sealed under another key',
        created_at: test.clock.now().toISOString(),
      })
      .execute()
    for (const { email } of [odd, account]) await send('/v1/auth/password-reset', { email })
    expect(await sendResets(test.host.context)).toEqual({ more: false })
    expect(await codesTo(account.email)).toHaveLength(1)
    expect(await readMails(test, odd.email)).toEqual([])
    expect(await db.kysely.selectFrom('reset_requests').select('id').execute()).toEqual([])
  })

  it('a password reset expires after 30 minutes', async () => {
    const account = await registerAccount(test)
    await requestReset(account.email)
    const code = await lastCodeTo(account.email)
    test.clock.advance(HOUR_MS / 2)
    expect(await reset(code)).toMatchObject(refused)
    expect(await statusOfLogin(account.email, PASSWORD)).toBe(200)
  })

  it('a password reset sends at most three links per hour to one account', async () => {
    const account = await registerAccount(test)
    for (let n = 0; n < 6; n += 1) await requestReset(account.email)
    expect(await codesTo(account.email)).toHaveLength(3)
    test.clock.advance(HOUR_MS + 1)
    await requestReset(account.email)
    expect(await codesTo(account.email)).toHaveLength(4)
  })

  it('a password reset succeeds for only one of many concurrent calls on two hosts', async () => {
    const account = await registerAccount(test)
    await requestReset(account.email)
    const code = await lastCodeTo(account.email)
    await using neighbour = await test.startNeighbour()
    const headers = { origin: test.host.context.config.authUrl }
    const passwords = Array.from({ length: 8 }, (_, n) => `${NEW_PASSWORD} ${n}`)
    const answers = await Promise.all(
      passwords.map((newPassword, n) =>
        (n % 2 === 0 ? test : neighbour).call('POST', '/v1/auth/password-reset/confirm', {
          anonymous: true,
          headers,
          body: { code, newPassword },
        }),
      ),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await statusOfLogin(account.email, passwords[won] ?? '')).toBe(200)
  })

  it('a password reset becomes invalid when the password changes', async () => {
    const account = await registerAccount(test)
    await requestReset(account.email)
    const code = await lastCodeTo(account.email)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await call(account, 'POST', '/v1/auth/password', body)).status).toBe(200)
    expect(await reset(code, 'a third horse battery')).toMatchObject(refused)
  })

  it('a password reset stores no code or address in plaintext', async () => {
    const account = await registerAccount(test, 'planted-7f3a@example.test')
    await requestReset(account.email)
    const code = await lastCodeTo(account.email)
    const dump = JSON.stringify(await dumpDatabase(test.host.context.db))
    expect(dump).not.toContain(code.slice(3))
    expect(dump).not.toContain('planted-7f3a')
  })

  it('a password reset’s links and requests are deleted once they have expired', async () => {
    const account = await registerAccount(test)
    await requestReset(account.email)
    await send('/v1/auth/password-reset', { email: account.email })
    test.clock.advance(26 * HOUR_MS)
    await cleanUp(test.host.context)
    const { kysely } = test.host.context.db
    const codes = kysely.selectFrom('mail_codes').select('hash')
    expect(await codes.where('tenant_id', '=', account.tenantId).execute()).toEqual([])
    expect(await kysely.selectFrom('reset_requests').select('id').execute()).toEqual([])
  })
})

describe('A service without a mail server', () => {
  it('a service without a mail server rejects calls that need e-mail with the error mail_not_set_up', async () => {
    await using neighbour = await test.startNeighbour({ PAY_SMTP_URL: '', PAY_MAIL_FROM: '' })
    const wallet = await signInWallet(neighbour)
    const options = { anonymous: true, headers: wallet.headers }
    for (const path of ['/v1/auth/email', '/v1/auth/password-reset']) {
      const body = { email: freshEmail() }
      expect(await neighbour.call('POST', path, { ...options, body })).toMatchObject({
        status: 409,
        json: { code: 'mail_not_set_up' },
      })
    }
    const { json } = await neighbour.call('GET', '/v1/auth/contact', options)
    expect(json.sendsMail).toBe(false)
  })
})
