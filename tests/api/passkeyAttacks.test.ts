import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_SIGN_IN_CHALLENGES } from '../../host/src/auth/passkeys/createPasskeyChallenge.ts'
import { createId } from '../../host/src/id.ts'
import { type Document, listOperations } from '../support/operations.ts'
import {
  addPasskey,
  callAs,
  confirmBy,
  openGuardedAccount,
  passPassword,
  proveBy,
  sessionOf,
  signInBy,
} from '../support/passkeyMember.ts'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { type Forgery, SoftPasskey } from '../support/softPasskey.ts'
import { type Neighbour, startTestHost, type TestHost } from '../support/testHost.ts'
import { ANY_ENGINE } from '../tiers.ts'

/** Attacks on passkeys and on the second factor, by an authenticator that can falsify every part of its responses. */
const MINUTE_MS = 60_000
const REFUSED = { status: 403, json: { code: 'passkey_refused' } }
const SIGN_IN = '/v1/auth/passkey-sign-in'
const VERIFY = '/v1/auth/second-factor/verify'

let test: TestHost
let neighbour: Neighbour
beforeAll(async () => {
  // Both hosts have one address, as behind a load balancer.
  test = await startTestHost({ ...NO_LIMITS, PAY_AUTH_URL: 'https://auth.example.test' })
  neighbour = await test.startNeighbour()
})
afterAll(async () => {
  await neighbour[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
})

const call = (by: Partial<SignedIn> | null, method: string, path: string, body?: object) =>
  callAs(test, by, method, path, body)

/** Forged responses with one false part each, by the name of that part. */
const LIES: readonly (readonly [string, Forgery])[] = [
  ['another origin', { origin: 'https://evil.example.test' }],
  ['the origin with another port', { origin: 'http://localhost:1' }],
  ['another site’s relying party', { rpId: 'evil.example.test' }],
  ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['a person who was not verified', { flags: 0x01 }],
  ['a person who was not present', { flags: 0x04 }],
  ['a frame in a page from another origin', { crossOrigin: true }],
]

describe('A new passkey', { tags: [ANY_ENGINE] }, () => {
  it.each([...LIES, ['the other ceremony', { type: 'webauthn.get' }] as const])(
    'a new passkey is rejected with %s',
    async (_, forgery) => {
      const account = await registerAccount(test)
      const { answer } = await addPasskey(test, account, { forgery })
      expect(answer).toMatchObject(REFUSED)
      expect((await call(account, 'GET', '/v1/auth/passkeys')).json.passkeys).toEqual([])
    },
  )

  it('a new passkey is rejected with an attestation statement that contains certificates', async () => {
    const account = await registerAccount(test)
    // CBOR: {"x5c": []}
    const bytes = Buffer.concat([
      Buffer.from([0xa1, 0x63]),
      Buffer.from('x5c'),
      Buffer.from([0x80]),
    ])
    for (const format of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'invented']) {
      const { answer } = await addPasskey(test, account, {
        forgery: { statement: { format, bytes } },
      })
      expect(answer).toMatchObject(REFUSED)
    }
  })

  it('a new passkey is rejected with another session’s challenge, even the same member’s', async () => {
    const account = await registerAccount(test)
    const other = await registerAccount(test)
    const { authUrl } = test.host.context.config
    const passkey = new SoftPasskey(authUrl)
    const { json } = await call(account, 'POST', '/v1/auth/passkeys/options')
    const body = {
      challengeId: json.challengeId,
      name: 'Phone',
      credential: passkey.create(json.options),
    }
    expect(await call(other, 'POST', '/v1/auth/passkeys', body)).toMatchObject(REFUSED)
    expect((await call(account, 'POST', '/v1/auth/passkeys', body)).status).toBe(201)
    expect(await call(account, 'POST', '/v1/auth/passkeys', body)).toMatchObject(REFUSED)
  })

  it('a new passkey is rejected with an expired challenge, or with a sign-in challenge', async () => {
    const account = await registerAccount(test)
    const passkey = new SoftPasskey(test.host.context.config.authUrl)
    const late = (await call(account, 'POST', '/v1/auth/passkeys/options')).json
    const anonymous = (await call(null, 'POST', `${SIGN_IN}/options`)).json
    const send = ({ challengeId }: { challengeId: string }, challenge: string) =>
      call(account, 'POST', '/v1/auth/passkeys', {
        challengeId,
        name: 'Phone',
        credential: passkey.create({ ...late.options, challenge }),
      })
    expect(await send(anonymous, anonymous.options.challenge)).toMatchObject(REFUSED)
    test.clock.advance(5 * MINUTE_MS)
    expect(await send(late, late.options.challenge)).toMatchObject(REFUSED)
  })
})

describe('A passkey sign-in', () => {
  it.each([
    ...LIES,
    ['the other ceremony', { type: 'webauthn.create' }] as const,
    ['another member’s handle', { userHandle: 'q8ZtV3nL0xYc5RbK' }] as const,
    ['no handle', { userHandle: null }] as const,
  ])('a passkey sign-in is rejected with %s', async (_, forgery) => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const answer = await signInBy(test, passkey, forgery)
    expect(answer).toMatchObject(REFUSED)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await signInBy(test, passkey)).status).toBe(200)
  })

  it('a passkey sign-in is rejected with a replayed or an expired challenge', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const proof = await proveBy(test, passkey, `${SIGN_IN}/options`)
    expect((await call(null, 'POST', SIGN_IN, proof)).status).toBe(200)
    expect(await call(null, 'POST', SIGN_IN, proof)).toMatchObject(REFUSED)
    const late = await proveBy(test, passkey, `${SIGN_IN}/options`)
    test.clock.advance(5 * MINUTE_MS)
    expect(await call(null, 'POST', SIGN_IN, late)).toMatchObject(REFUSED)
  })

  it('a passkey sign-in consumes its challenge even when it fails', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const { json } = await call(null, 'POST', `${SIGN_IN}/options`)
    const { challengeId } = json
    const wrong = passkey.prove(json.options, { flags: 0x01 })
    const right = passkey.prove(json.options)
    const send = (credential: object) => call(null, 'POST', SIGN_IN, { challengeId, credential })
    expect(await send(wrong)).toMatchObject(REFUSED)
    expect(await send(right)).toMatchObject(REFUSED)
  })

  it('a passkey sign-in with an unknown passkey gets the same response as one with a wrong signature', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const stranger = new SoftPasskey(test.host.context.config.authUrl)
    stranger.userHandle = passkey.userHandle
    const unknown = await signInBy(test, stranger)
    const proof = await proveBy(test, stranger, `${SIGN_IN}/options`)
    const credential = { ...proof.credential, id: passkey.id }
    const wrong = await call(null, 'POST', SIGN_IN, { ...proof, credential })
    const facts = ({ status, json: { requestId, ...json } }: typeof wrong) => ({ status, json })
    expect(unknown).toMatchObject(REFUSED)
    expect(facts(wrong)).toEqual(facts(unknown))
  })

  it('a passkey sign-in with a counter that does not increase is rejected, unlike a sign-in without a counter', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    passkey.signCount = 10
    expect((await signInBy(test, passkey)).status).toBe(200)
    for (const signCount of [11, 5, 0]) {
      expect(await signInBy(test, passkey, { signCount })).toMatchObject(REFUSED)
    }
    passkey.signCount = 20
    expect((await signInBy(test, passkey)).status).toBe(200)
    const { passkey: other } = await addPasskey(test, account)
    other.isCounting = false
    expect((await signInBy(test, other)).status).toBe(200)
    expect((await signInBy(test, other)).status).toBe(200)
  })

  it('a passkey sign-in starts one session when two hosts receive the same challenge at once', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const proof = await proveBy(test, passkey, `${SIGN_IN}/options`)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        callAs(n % 2 === 0 ? test : neighbour, null, 'POST', SIGN_IN, proof),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'passkey_refused')).toHaveLength(7)
  })

  it('a passkey sign-in from a page on another site is rejected before its challenge is used', async () => {
    const account = await registerAccount(test)
    const { passkey } = await addPasskey(test, account)
    const proof = await proveBy(test, passkey, `${SIGN_IN}/options`)
    const foreign = { headers: { cookie: '', origin: 'https://evil.example.test' } }
    expect(await call(foreign, 'POST', SIGN_IN, proof)).toMatchObject({
      status: 403,
      json: { code: 'origin_not_allowed' },
    })
    expect((await call(null, 'POST', SIGN_IN, proof)).status).toBe(200)
  })
})

describe('A flood of challenges', () => {
  it('a flood of challenges leaves five per session valid, and invalidates the oldest', async () => {
    const account = await registerAccount(test)
    const passkey = new SoftPasskey(test.host.context.config.authUrl)
    const first = (await call(account, 'POST', '/v1/auth/passkeys/options')).json
    for (let n = 0; n < 8; n += 1) {
      test.clock.advance(1)
      await call(account, 'POST', '/v1/auth/passkeys/options')
    }
    const rows = await test.host.context.db.kysely
      .selectFrom('passkey_challenges')
      .select('id')
      .where('holder', 'like', 'register %')
      .where('expires_at', '>', test.clock.now().toISOString())
      .execute()
    expect(rows.length).toBeLessThanOrEqual(5)
    const body = {
      challengeId: first.challengeId,
      name: 'Phone',
      credential: passkey.create(first.options),
    }
    expect(await call(account, 'POST', '/v1/auth/passkeys', body)).toMatchObject(REFUSED)
  })

  it('a flood of sign-in challenges leaves at most ten thousand rows in the database', async () => {
    const { context } = test.host
    const at = context.now().toISOString()
    const expires_at = new Date(context.now().getTime() + MINUTE_MS).toISOString()
    const row = () => ({
      id: createId(context),
      holder: 'sign-in',
      challenge: 'x',
      created_at: at,
      expires_at,
    })
    for (let n = 0; n < MAX_SIGN_IN_CHALLENGES; n += 500) {
      const rows = Array.from({ length: 500 }, row)
      await context.db.kysely.insertInto('passkey_challenges').values(rows).execute()
    }
    for (let n = 0; n < 3; n += 1) await call(null, 'POST', `${SIGN_IN}/options`)
    const { count } = await context.db.kysely
      .selectFrom('passkey_challenges')
      .select((eb) => eb.fn.countAll<number | bigint | string>().as('count'))
      .where('holder', '=', 'sign-in')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(MAX_SIGN_IN_CHALLENGES)
  })
})

describe('A sign-in that waits for the second factor', () => {
  it('a sign-in that waits for the second factor allows only the operations that complete or cancel it', async () => {
    const account = await openGuardedAccount(test)
    const pending = await passPassword(test, account.email)
    const document: Document = (await test.call('GET', '/openapi.json')).json
    const operations = listOperations(document).filter(({ accepts }) => accepts.length > 0)
    expect(operations.length).toBeGreaterThan(80)
    for (const operation of operations) {
      const path = operation.path.replaceAll(/\{\w+\}/g, createId(test.host.context))
      const { status } = await call(
        pending,
        operation.method,
        path,
        operation.body ? {} : undefined,
      )
      const expected = operation.accepts.includes('session') ? [401] : [401, 403]
      expect(expected, operation.id).toContain(status)
    }
    const [recoveryCode] = account.recoveryCodes
    expect((await call(pending, 'POST', VERIFY, { recoveryCode })).status).toBe(200)
  })

  it('a sign-in that waits for the second factor ends after five attempts, even if they arrive simultaneously on two hosts', async () => {
    const account = await openGuardedAccount(test)
    const pending = await passPassword(test, account.email)
    const codes: string[] = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        callAs(n % 2 === 0 ? test : neighbour, pending, 'POST', VERIFY, {
          recoveryCode: `0000-0000-0000-00${String(n).padStart(2, '0')}`,
        }).then(({ json }) => json.code),
      ),
    )
    expect(codes.filter((code) => code === 'recovery_code_refused')).toHaveLength(5)
    expect(codes.filter((code) => code === 'sign_in_ended')).toHaveLength(7)
    const [recoveryCode] = account.recoveryCodes
    const ended = await call(pending, 'POST', VERIFY, { recoveryCode })
    expect(ended).toMatchObject({ status: 401, json: { code: 'sign_in_ended' } })
    const next = await passPassword(test, account.email)
    expect((await call(next, 'POST', VERIFY, { recoveryCode })).status).toBe(200)
  })

  it('a sign-in that waits for the second factor ends after five minutes, when it is cancelled, and when it is completed', async () => {
    const account = await openGuardedAccount(test)
    const ended = { status: 401, json: { code: 'sign_in_ended' } }
    const [first, second] = account.recoveryCodes
    const late = await passPassword(test, account.email)
    test.clock.advance(5 * MINUTE_MS)
    expect(await call(late, 'POST', VERIFY, { recoveryCode: first })).toMatchObject(ended)
    expect(await call(late, 'POST', '/v1/auth/second-factor/options')).toMatchObject(ended)
    const dropped = await passPassword(test, account.email)
    const drop = await call(dropped, 'POST', '/v1/auth/second-factor/cancel')
    expect(drop.status).toBe(200)
    expect(drop.headers['set-cookie']).toContain('Max-Age=0')
    expect(await call(dropped, 'POST', VERIFY, { recoveryCode: first })).toMatchObject(ended)
    const done = await passPassword(test, account.email)
    expect((await call(done, 'POST', VERIFY, { recoveryCode: first })).status).toBe(200)
    expect(await call(done, 'POST', VERIFY, { recoveryCode: second })).toMatchObject(ended)
  })

  it('a sign-in that waits for the second factor is completed only by the same member’s passkey or code', async () => {
    const account = await openGuardedAccount(test)
    const other = await openGuardedAccount(test)
    const pending = await passPassword(test, account.email)
    const path = '/v1/auth/second-factor/options'
    const foreign = await proveBy(test, other.passkey, path, { by: pending })
    expect(await call(pending, 'POST', VERIFY, foreign)).toMatchObject(REFUSED)
    const [recoveryCode] = other.recoveryCodes
    expect((await call(pending, 'POST', VERIFY, { recoveryCode })).status).toBe(403)
    const otherPending = await passPassword(test, other.email)
    const proof = await proveBy(test, account.passkey, path, { by: otherPending })
    expect(await call(pending, 'POST', VERIFY, proof)).toMatchObject(REFUSED)
    const confirming = await proveBy(test, account.passkey, '/v1/auth/confirmation/options', {
      by: account,
    })
    expect(await call(pending, 'POST', VERIFY, confirming)).toMatchObject(REFUSED)
    const right = await proveBy(test, account.passkey, path, { by: pending })
    const session = sessionOf(test, await call(pending, 'POST', VERIFY, right))
    expect((await call(session, 'GET', '/v1/auth/session')).json.email).toBe(account.email)
  })

  it('a sign-in that waits for the second factor survives a failed login with its cookie', async () => {
    const account = await openGuardedAccount(test)
    const pending = await passPassword(test, account.email)
    const again = await call(pending, 'POST', '/v1/auth/login', {
      email: account.email,
      password: 'wrong password',
    })
    expect(again.status).toBe(401)
    const [recoveryCode] = account.recoveryCodes
    expect((await call(pending, 'POST', VERIFY, { recoveryCode })).status).toBe(200)
  })
})

describe('A recovery code', () => {
  it('a recovery code that two sign-ins use at once on two hosts starts one session', async () => {
    const account = await openGuardedAccount(test)
    for (const recoveryCode of account.recoveryCodes.slice(0, 4)) {
      const sides = [
        { place: test, pending: await passPassword(test, account.email) },
        { place: neighbour, pending: await passPassword(test, account.email) },
      ]
      const answers = await Promise.all(
        sides.map(({ place, pending }) => callAs(place, pending, 'POST', VERIFY, { recoveryCode })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ json }) => json.code === 'recovery_code_refused')).toHaveLength(1)
    }
    const { json } = await call(account, 'GET', '/v1/auth/passkeys')
    expect(json.recoveryCodesLeft).toBe(6)
  })
})

describe('A session confirmation', { tags: [ANY_ENGINE] }, () => {
  it('a session confirmation needs a challenge from the same session and a passkey from the same member', async () => {
    const account = await openGuardedAccount(test)
    const other = await openGuardedAccount(test)
    const path = '/v1/auth/confirmation'
    const proof = await proveBy(test, account.passkey, `${path}/options`, { by: other })
    expect(await call(account, 'POST', path, proof)).toMatchObject(REFUSED)
    expect(await confirmBy(test, other, account.passkey)).toMatchObject(REFUSED)
    expect(await confirmBy(test, account, account.passkey, { flags: 0x01 })).toMatchObject(REFUSED)
    const [recoveryCode] = other.recoveryCodes
    expect((await call(account, 'POST', path, { recoveryCode })).status).toBe(403)
    expect((await confirmBy(test, account, account.passkey)).status).toBe(200)
  })
})

describe('Attempts', () => {
  it('attempts to pass the second factor or a confirmation are limited', async () => {
    await using limited = await startTestHost({ ...NO_LIMITS, PAY_RATE_LIMIT_SIGN_IN: '3' })
    const account = await registerAccount(limited)
    const statuses: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const body = { recoveryCode: `0000-0000-0000-000${n}` }
      const answer = await callAs(limited, account, 'POST', '/v1/auth/confirmation', body)
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([403, 403, 403, 429, 429])
    const anonymous: number[] = []
    for (let n = 0; n < 5; n += 1) {
      anonymous.push((await callAs(limited, null, 'POST', `${SIGN_IN}/options`)).status)
    }
    expect(anonymous).toEqual([201, 201, 201, 429, 429])
  })
})
