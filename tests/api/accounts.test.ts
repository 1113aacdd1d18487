import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '../../host/src/api/auth/login.ts'
import { createPasswords } from '../../host/src/auth/passwords.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import {
  logIn,
  NO_LIMITS,
  PASSWORD,
  readCookie,
  registerAccount,
  signInWallet,
} from '../support/signIn.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

let test: TestHost
let origin: string
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  origin = test.host.context.config.authUrl
})
afterAll(() => test[Symbol.asyncDispose]())

let accounts = 0
const newEmail = () => {
  accounts += 1
  return `merchant-${accounts}@example.test`
}
const post = (path: string, body: unknown, headers: Record<string, string> = { origin }) =>
  test.call('POST', `/v1/auth/${path}`, { anonymous: true, headers, body })
const sessionOf = (cookie: string) =>
  test.call('GET', '/v1/auth/session', { anonymous: true, headers: { cookie } })

async function countAccounts(): Promise<{ accounts: number; tenants: number }> {
  const { kysely } = test.host.context.db
  const [opened, tenants] = await Promise.all([
    kysely.selectFrom('accounts').select('id').execute(),
    kysely.selectFrom('tenants').select('id').execute(),
  ])
  return { accounts: opened.length, tenants: tenants.length }
}

describe('Registration', () => {
  it('registration opens an account with a new tenant, and starts a session', async () => {
    const email = newEmail()
    const { status, json, ...answer } = await post('register', { email, password: PASSWORD })
    expect(status).toBe(201)
    const in30Days = test.clock.now().getTime() + 30 * 24 * 3_600_000
    expect(json).toEqual({
      email,
      tenantId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      expiresAt: new Date(in30Days).toISOString(),
    })
    const session = await sessionOf(readCookie({ status, json, ...answer }) ?? '')
    expect(session.json).toMatchObject({ tenantId: json.tenantId, tenantName: '' })
    const second = await registerAccount(test)
    expect(second.tenantId).not.toBe(json.tenantId)
  })

  it('registration stores the e-mail address sealed and the password hashed', async () => {
    const email = newEmail()
    const password = 'canary password 4711'
    await post('register', { email, password })
    const dump = await dumpDatabase(test.host.context.db)
    expect(dump).not.toContain(email)
    expect(dump).not.toContain(password)
    expect(dump).toMatch(/"password_hash":"\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('registration returns 409 for a registered e-mail address in any spelling, and opens no account', async () => {
    const email = newEmail()
    await post('register', { email, password: PASSWORD })
    const before = await countAccounts()
    for (const spelling of [email, email.toUpperCase(), `  ${email}\t`]) {
      const { status, json, headers } = await post('register', {
        email: spelling,
        password: 'another password',
      })
      expect({ status, code: json.code }).toEqual({ status: 409, code: 'email_taken' })
      expect(headers['set-cookie']).toBeUndefined()
    }
    expect(await countAccounts()).toEqual(before)
    expect((await post('login', { email, password: 'another password' })).status).toBe(401)
  })

  it('registration opens one account for many simultaneous calls', async () => {
    const before = await countAccounts()
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post('register', { email, password: PASSWORD })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(11).fill(409)])
    expect(await countAccounts()).toEqual({
      accounts: before.accounts + 1,
      tenants: before.tenants + 1,
    })
  })

  it('registration returns 400 to a signed-in caller', async () => {
    const { headers } = await registerAccount(test)
    const before = await countAccounts()
    const { status, json } = await post(
      'register',
      { email: newEmail(), password: PASSWORD },
      headers,
    )
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'already_signed_in' })
    expect(await countAccounts()).toEqual(before)
  })

  it('registration treats a caller with an ended session as signed out', async () => {
    const { headers } = await registerAccount(test)
    await post('logout', undefined, headers)
    const body = { email: newEmail(), password: PASSWORD }
    expect((await post('register', body, headers)).status).toBe(201)
  })

  it.each([
    ['no e-mail', { password: PASSWORD }, 'email'],
    ['an empty e-mail address', { email: '', password: PASSWORD }, 'email'],
    ['an e-mail address without @', { email: 'ana.example.test', password: PASSWORD }, 'email'],
    ['an e-mail address with two @', { email: 'ana@b@example.test', password: PASSWORD }, 'email'],
    ['an e-mail address with a space', { email: 'an a@example.test', password: PASSWORD }, 'email'],
    [
      'an e-mail address with a line break',
      { email: 'a@example.test\nb', password: PASSWORD },
      'email',
    ],
    [
      'an e-mail address of 255 characters',
      { email: `${'a'.repeat(243)}@example.test`, password: PASSWORD },
      'email',
    ],
    ['a number as the e-mail address', { email: 5, password: PASSWORD }, 'email'],
    ['no password', { email: 'a@example.test' }, 'password'],
    ['a password of 7 characters', { email: 'a@example.test', password: '1234567' }, 'password'],
    [
      'a password of 101 characters',
      { email: 'a@example.test', password: 'x'.repeat(101) },
      'password',
    ],
    ['a password with NUL', { email: 'a@example.test', password: '12345678\0' }, 'password'],
    ['a list as the password', { email: 'a@example.test', password: ['12345678'] }, 'password'],
  ])('registration returns 400 for %s, and opens nothing', async (_, body, field) => {
    const before = await countAccounts()
    const { status, json } = await post('register', body)
    expect(status).toBe(400)
    expect(json.errors.map((issue: { field: string }) => issue.field)).toEqual([field])
    expect(await countAccounts()).toEqual(before)
  })

  it.each([
    ['8 characters', '12345678'],
    ['100 characters of two UTF-16 units each', '🔑'.repeat(100)],
    ['surrounding spaces', '  padded  '],
    ['control characters', 'tab\tand\u0007bell'],
  ])('registration accepts a password with %s, which then signs in', async (_, password) => {
    const email = newEmail()
    expect((await post('register', { email, password })).status).toBe(201)
    expect((await post('login', { email, password })).status).toBe(200)
    const other = `${[...password].slice(0, -1).join('')}x`
    expect((await post('login', { email, password: other })).status).toBe(401)
  })
})

describe('Sign-in', () => {
  it('sign-in opens the same tenant each time, for any spelling of the e-mail address', async () => {
    const { email, tenantId } = await registerAccount(test)
    for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
      const { status, json } = await post('login', { email: spelling, password: PASSWORD })
      expect({ status, json }).toMatchObject({ status: 200, json: { email, tenantId } })
    }
  })

  it('sign-in returns the same error for an unknown e-mail address and for a wrong password', async () => {
    const { email } = await registerAccount(test)
    const answers = [
      await post('login', { email, password: 'a wrong password' }),
      await post('login', { email: 'nobody@example.test', password: 'a wrong password' }),
    ]
    const [known, unknown] = answers.map(({ status, json: { requestId, ...body }, headers }) => {
      expect(requestId).toMatch(/^req_/)
      const { 'x-request-id': id, date, ...rest } = headers
      return { status, body, headers: { ...rest, 'content-length': '' } }
    })
    expect(known).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    expect(unknown).toEqual(known)
  })

  it('sign-in computes one hash for a known and for an unknown e-mail address, so the duration reveals nothing', async () => {
    const { email } = await registerAccount(test)
    const real = createPasswords()
    let hashes = 0
    const context = {
      ...test.host.context,
      rateLimit: { takeAccount: () => ({}) },
      passwords: {
        ...real,
        verify: (password: string, stored: string | null) => {
          hashes += 1
          return real.verify(password, stored)
        },
      },
    }
    const cookies = { session: null, setSession: () => undefined, clearSession: () => undefined }
    const password = 'a wrong password'
    const counts: number[] = []
    for (const tried of [email, 'nobody@example.test']) {
      await expect(login(context, { body: { email: tried, password }, cookies })).rejects.toThrow()
      counts.push(hashes)
    }
    expect(counts).toEqual([1, 2])
  })

  describe('with a limit of 5 attempts per minute', () => {
    const env = { ...NO_LIMITS, PAY_RATE_LIMIT_SIGN_IN: '5', PAY_TRUSTED_PROXIES: '1' }
    const trier =
      ({ call }: Pick<TestHost, 'call'>) =>
      (address: string, email: string, password = 'a wrong password') =>
        call('POST', '/v1/auth/login', {
          anonymous: true,
          headers: { 'x-forwarded-for': address },
          body: { email, password },
        })

    it('sign-in does not let callers from one address lock out an account’s owner', async () => {
      await using limited = await startTestHost(env)
      const tryOnce = trier(limited)
      const { email } = await registerAccount(limited)
      const statuses: number[] = []
      for (let turn = 0; turn < 7; turn += 1) {
        statuses.push((await tryOnce('192.0.2.1', email)).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
      expect((await tryOnce('192.0.2.2', email, PASSWORD)).status).toBe(200)
    })

    it('sign-in limits attempts on one account from all addresses to 25, whether or not the account exists', async () => {
      await using limited = await startTestHost(env)
      const tryOnce = trier(limited)
      const statuses: number[] = []
      for (let turn = 0; turn < 27; turn += 1) {
        statuses.push((await tryOnce(`192.0.2.${turn}`, 'nobody@example.test')).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 25 }, () => 401), 429, 429])
      const { json, headers } = await tryOnce('198.51.100.1', 'nobody@example.test')
      expect(json.code).toBe('rate_limited')
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    })

    it('sign-in counts a signed-in user’s password changes separately from strangers’ attempts', async () => {
      await using limited = await startTestHost(env)
      const tryOnce = trier(limited)
      const { email, headers } = await registerAccount(limited)
      for (let turn = 0; turn < 26; turn += 1) await tryOnce(`192.0.2.${turn}`, email)
      const change = (currentPassword: string) =>
        limited.call('POST', '/v1/auth/password', {
          anonymous: true,
          headers,
          body: { currentPassword, newPassword: PASSWORD },
        })
      expect((await change(PASSWORD)).status).toBe(200)
      const statuses: number[] = []
      for (let turn = 0; turn < 5; turn += 1) statuses.push((await change('a wrong guess')).status)
      expect(statuses).toEqual([401, 401, 401, 401, 429])
    })
  })
})

describe('A password change', () => {
  const change = (headers: Record<string, string>, currentPassword: string, newPassword: string) =>
    post('password', { currentPassword, newPassword }, headers)

  it('a password change ends every other session of the account, and admits only the new password', async () => {
    const { email, headers } = await registerAccount(test)
    const others = [await logIn(test, email), await logIn(test, email)]
    const stranger = await registerAccount(test)
    const { status, json } = await change(headers, PASSWORD, 'a new password')
    expect({ status, json }).toEqual({ status: 200, json: { success: true } })
    expect((await sessionOf(headers.cookie)).status).toBe(200)
    expect((await sessionOf(stranger.headers.cookie)).status).toBe(200)
    for (const other of others) expect((await sessionOf(other.headers.cookie)).status).toBe(401)
    expect((await post('login', { email, password: PASSWORD })).status).toBe(401)
    expect((await post('login', { email, password: 'a new password' })).status).toBe(200)
  })

  it('a password change returns 401 without the current password, and changes nothing', async () => {
    const { email, headers } = await registerAccount(test)
    const other = await logIn(test, email)
    const { status, json } = await change(headers, 'a wrong password', 'a new password')
    expect({ status, code: json.code }).toEqual({ status: 401, code: 'wrong_credentials' })
    expect((await sessionOf(other.headers.cookie)).status).toBe(200)
    expect((await post('login', { email, password: PASSWORD })).status).toBe(200)
  })

  it('a password change returns 400 for a new password that is too short', async () => {
    const { headers } = await registerAccount(test)
    const { status, json } = await change(headers, PASSWORD, 'short')
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'newPassword', code: 'too_short' }])
  })

  it('a password change returns 403 to a wallet, which has no password', async () => {
    const { headers } = await signInWallet(test)
    const { status, json } = await change(headers, PASSWORD, 'a new password')
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'credential_not_accepted' })
  })

  it('only one of two concurrent password changes succeeds', async () => {
    const { email, headers } = await registerAccount(test)
    const answers = await Promise.all([
      change(headers, PASSWORD, 'the first password'),
      change(headers, PASSWORD, 'the second password'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const logins = await Promise.all([
      post('login', { email, password: 'the first password' }),
      post('login', { email, password: 'the second password' }),
    ])
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

describe("A tenant's name", () => {
  it('a tenant’s name appears to payers from the next read of a payment', async () => {
    const { headers } = await registerAccount(test)
    const put = (name: unknown) =>
      test.call('PUT', '/v1/tenant', { anonymous: true, headers, body: { name } })
    const { json: me } = await sessionOf(headers.cookie)
    expect(await put('Ana’s shop')).toMatchObject({
      status: 200,
      json: { id: me.tenantId, name: 'Ana’s shop' },
    })
    expect((await sessionOf(headers.cookie)).json.tenantName).toBe('Ana’s shop')
    const key = await test.call('POST', '/v1/api-keys', {
      anonymous: true,
      headers,
      body: { label: 'Server' },
    })
    const { token } = await test.createPayment()
    const own = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers: { 'x-api-key': key.json.key },
      body: { requests: [usdcItem] },
    })
    const seen = await test.call('GET', `/v2/secure-payments/${own.json.token}`, {
      anonymous: true,
      headers: { 'x-api-key': key.json.key },
    })
    expect(seen.json.merchant).toMatchObject({ name: 'Ana’s shop' })
    // Other tenants keep their names.
    const foreign = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(foreign.json.merchant).toMatchObject({ name: 'Test shop' })
  })

  it.each([
    ['101 characters', 'x'.repeat(101)],
    ['a line break', 'a\nb'],
    ['a number', 5],
    ['nothing', undefined],
  ])("a tenant's name is rejected with 400 when it is %s", async (_, name) => {
    const { headers } = await registerAccount(test)
    const { status, json } = await test.call('PUT', '/v1/tenant', {
      anonymous: true,
      headers,
      body: { name },
    })
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'name' }])
  })
})
