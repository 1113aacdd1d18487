import { parseSignInMessage } from '@secure-payment/core'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CHALLENGES_AN_ADDRESS } from '../../host/src/auth/wallet/storeChallenge.ts'
import { NO_LIMITS, readCookie } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { SIGNERS, type Signer } from '../support/walletSigners.ts'
import { askForChallenge, getChallenge, verify } from '../support/walletSignIn.ts'

/** The number of sign-ins per kind of wallet; 1,000 take 5 to 20 s per kind. */
const SIGN_INS = Number(process.env['TEST_SIGN_INS'] ?? 60)
const AT_ONCE = 20
/** The number of races for one challenge; 50 take 25 to 90 s per kind. */
const RACES = Number(process.env['TEST_SIGN_IN_RACES'] ?? 3)
const RACERS = 200
const FIVE_MINUTES_MS = 5 * 60_000
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const REFUSED = { status: 401, json: { code: 'sign_in_refused' } }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test?.[Symbol.asyncDispose]())

async function signIn(signer: Signer, headers: Record<string, string> = {}) {
  const challenge = await getChallenge(test, { address: signer.address })
  return verify(test, challenge, await signer.sign(challenge.message), headers)
}

const readSession = (cookie: string) =>
  test.call('GET', '/v1/auth/session', { anonymous: true, headers: { cookie } })
const count = async (table: 'sessions' | 'tenants' | 'wallets' | 'challenges') =>
  (await test.host.context.db.kysely.selectFrom(table).selectAll().execute()).length

describe('A challenge', () => {
  it('a challenge for an EVM wallet is the EIP-4361 message, line by line', async () => {
    const { challengeId, nonce, message, expiresAt } = await getChallenge(test, { address: EVM })
    const issuedAt = test.clock.now().toISOString()
    expect(message.split('\n')).toEqual([
      `localhost:${test.host.port} wants you to sign in with your Ethereum account:`,
      EVM,
      '',
      'Sign in to manage your payments.',
      '',
      `URI: http://localhost:${test.host.port}`,
      'Version: 1',
      'Chain ID: 1',
      `Nonce: ${nonce}`,
      `Issued At: ${issuedAt}`,
      `Expiration Time: ${expiresAt}`,
    ])
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(FIVE_MINUTES_MS)
    expect(challengeId).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(parseSiweMessage(message)).toMatchObject({ address: EVM, chainId: 1, nonce })
  })

  it('a challenge names the Tron account and Tron’s chain for a Tron wallet', async () => {
    const { message } = await getChallenge(test, { address: TRON })
    const lines = message.split('\n')
    expect(lines[0]).toMatch(/^localhost:\d+ wants you to sign in with your Tron account:$/)
    expect(lines[1]).toBe(TRON)
    expect(lines[7]).toBe('Chain ID: 728126428')
    expect(parseSignInMessage(message)).toMatchObject({ walletType: 'tron', address: TRON })
  })

  it('a challenge has at least 96 new random bits in its nonce each time', async () => {
    const challenges = await Promise.all(
      Array.from({ length: 100 }, () => getChallenge(test, { address: EVM })),
    )
    const nonces = challenges.map(({ nonce }) => nonce)
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(22 * Math.log2(62)).toBeGreaterThan(96)
    expect(new Set(nonces).size).toBe(100)
  })

  it('a challenge names the service from the settings, regardless of the call’s Host header', async () => {
    const spoofed = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    const here = await askForChallenge(test, { address: EVM }, spoofed)
    expect(here.json.message).not.toContain('evil.example')
    await using other = await startTestHost({
      ...NO_LIMITS,
      PAY_AUTH_URL: 'https://auth.example.test',
    })
    const { json } = await askForChallenge(other, { address: EVM }, spoofed)
    const lines = json.message.split('\n')
    expect(lines[0]).toBe('auth.example.test wants you to sign in with your Ethereum account:')
    expect(lines[5]).toBe('URI: https://auth.example.test')
  })

  it.each([
    ['1', EVM, 1],
    ['a served chain', EVM, 8453],
    ['an unknown chain', EVM, 123_456_789],
    ['the largest exact number', EVM, Number.MAX_SAFE_INTEGER],
    ['Tron', TRON, 728_126_428],
    ['a Tron test network', TRON, 3_448_148_188],
  ])('a challenge names the requested chain: %s', async (_, address, chainId) => {
    const { message } = await getChallenge(test, { address, chainId })
    expect(message).toContain(`\nChain ID: ${chainId}\n`)
  })

  it.each([
    ['Ethereum for a Tron address', { address: TRON, chainId: 1 }, 'chainId'],
    ['Tron for an EVM address', { address: EVM, chainId: 728_126_428 }, 'chainId'],
    ['zero', { address: EVM, chainId: 0 }, 'chainId'],
    ['a fraction', { address: EVM, chainId: 1.5 }, 'chainId'],
    ['below zero', { address: EVM, chainId: -1 }, 'chainId'],
    ['too large for a number', { address: EVM, chainId: 2 ** 53 }, 'chainId'],
    ['a text', { address: EVM, chainId: '1' }, 'chainId'],
    ['an EVM address with a wrong checksum', { address: EVM.replace('A', 'a') }, 'address'],
    ['an EVM address without 0x', { address: EVM.slice(2) }, 'address'],
    ['an EVM address with 0X', { address: EVM.replace('0x', '0X') }, 'address'],
    ['an EVM address of 19 bytes', { address: EVM.slice(0, -2) }, 'address'],
    ['an EVM address of 21 bytes', { address: `${EVM}00` }, 'address'],
    ['an EVM address and a line feed', { address: `${EVM}\n` }, 'address'],
    ['an EVM address with a Cyrillic letter', { address: EVM.replace('A', 'А') }, 'address'],
    ['an EVM address with fullwidth digits', { address: EVM.replace('5', '５') }, 'address'],
    ['a Tron address with a wrong checksum', { address: `${TRON.slice(0, -1)}u` }, 'address'],
    ['a Tron address in lower case', { address: TRON.toLowerCase() }, 'address'],
    ['a Tron address with a foreign letter', { address: TRON.replace('R', 'I') }, 'address'],
    ['a Tron address in hex', { address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c' }, 'address'],
    ['Tron’s hex with 0x', { address: '0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c' }, 'address'],
    ['a Bitcoin address', { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }, 'address'],
    ['a name', { address: 'vitalik.eth' }, 'address'],
    ['no address', {}, 'address'],
    ['a list', { address: [EVM] }, 'address'],
    ['a number', { address: 1 }, 'address'],
  ])('a challenge is rejected for %s, and nothing is stored', async (_, body, field) => {
    const before = await count('challenges')
    const { status, json } = await askForChallenge(test, body)
    expect({ status, field: json.errors?.[0]?.field }).toEqual({ status: 400, field })
    expect(await count('challenges')).toBe(before)
  })

  it.each([
    ['lower case', EVM.toLowerCase()],
    ['upper case', `0x${EVM.slice(2).toUpperCase()}`],
  ])('a challenge returns the checksummed form of an EVM address in %s', async (_, address) => {
    expect((await getChallenge(test, { address })).message.split('\n')[1]).toBe(EVM)
  })

  it('a challenge replaces only the oldest challenge of its address, after very many newer challenges', async () => {
    const [owner, other] = [SIGNERS[0].create(), SIGNERS[0].create()]
    const others = await getChallenge(test, { address: other.address })
    const first = await getChallenge(test, { address: owner.address })
    test.clock.advance(1)
    const second = await getChallenge(test, { address: owner.address })
    test.clock.advance(1)
    for (let made = 2; made < MAX_CHALLENGES_AN_ADDRESS; made += 1) {
      await getChallenge(test, { address: owner.address })
    }
    const before = await count('challenges')
    await getChallenge(test, { address: owner.address })
    expect(await count('challenges')).toBe(before)
    expect(await verify(test, first, await owner.sign(first.message))).toMatchObject(REFUSED)
    expect((await verify(test, second, await owner.sign(second.message))).status).toBe(200)
    expect((await verify(test, others, await other.sign(others.message))).status).toBe(200)
    // By default, a network address may create 10 challenges per minute, so within a challenge's 5 minutes it cannot reach this maximum.
    expect(MAX_CHALLENGES_AN_ADDRESS).toBeGreaterThan(10 * 5)
  })
})

describe.each(SIGNERS)('A wallet of kind $walletType', ({ walletType, create }) => {
  it(`a wallet signs in ${SIGN_INS} times out of ${SIGN_INS}`, { timeout: 300_000 }, async () => {
    const tenants = new Set<string>()
    for (let done = 0; done < SIGN_INS; done += AT_ONCE) {
      const signers = Array.from({ length: Math.min(AT_ONCE, SIGN_INS - done) }, create)
      const answers = await Promise.all(signers.map((signer) => signIn(signer)))
      for (const [index, { status, json }] of answers.entries()) {
        const address = signers[index]?.address
        expect({ status, address: json.address, walletType: json.walletType }).toEqual({
          status: 200,
          address,
          walletType,
        })
        tenants.add(json.tenantId)
      }
    }
    expect(tenants.size).toBe(SIGN_INS)
  })

  it('a wallet gets a session for its own tenant', async () => {
    const signer = create()
    const answer = await signIn(signer)
    const cookie = readCookie(answer) ?? ''
    expect(answer.headers['set-cookie']).toBe(`${cookie}; Path=/; HttpOnly; Secure; SameSite=Lax`)
    const inMs = Date.parse(answer.json.expiresAt) - test.clock.now().getTime()
    expect(inMs).toBe(15 * 60_000)
    expect(await readSession(cookie)).toMatchObject({
      status: 200,
      json: {
        kind: 'wallet',
        address: signer.address,
        walletType,
        email: null,
        tenantId: answer.json.tenantId,
      },
    })
  })

  it('a wallet opens one tenant at its first sign-in, and returns to it', async () => {
    const signer = create()
    const [tenants, wallets] = [await count('tenants'), await count('wallets')]
    const first = await signIn(signer)
    const second = await signIn(signer)
    expect(second.json.tenantId).toBe(first.json.tenantId)
    expect(readCookie(second)).not.toBe(readCookie(first))
    expect(await count('tenants')).toBe(tenants + 1)
    expect(await count('wallets')).toBe(wallets + 1)
  })

  it('a wallet opens one tenant at 20 simultaneous first sign-ins', async () => {
    const signer = create()
    const tenants = await count('tenants')
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(signer)))
    expect(new Set(answers.map(({ json }) => json.tenantId)).size).toBe(1)
    expect(await count('tenants')).toBe(tenants + 1)
  })

  it('a wallet has exactly five minutes to sign', async () => {
    const signer = create()
    const inTime = await getChallenge(test, { address: signer.address })
    test.clock.advance(FIVE_MINUTES_MS - 1)
    expect((await verify(test, inTime, await signer.sign(inTime.message))).status).toBe(200)
    const late = await getChallenge(test, { address: signer.address })
    test.clock.advance(FIVE_MINUTES_MS)
    expect(await verify(test, late, await signer.sign(late.message))).toMatchObject(REFUSED)
  })

  it('a wallet may sign again after another account has signed the same challenge', async () => {
    const [signer, other] = [create(), create()]
    const challenge = await getChallenge(test, { address: signer.address })
    const wrong = await other.sign(challenge.message)
    expect(await verify(test, challenge, wrong)).toMatchObject(REFUSED)
    const right = await signer.sign(challenge.message)
    expect((await verify(test, challenge, right)).status).toBe(200)
    expect(await verify(test, challenge, right)).toMatchObject(REFUSED)
  })

  it('a wallet never adopts a planted session, and ends the session that it replaces', async () => {
    const planted = `session=${'A'.repeat(43)}`
    const first = readCookie(await signIn(create(), { cookie: planted }))
    expect(first).not.toBe(planted)
    expect((await readSession(planted)).status).toBe(401)
    const second = readCookie(await signIn(create(), { cookie: first ?? '' }))
    expect((await readSession(first ?? '')).status).toBe(401)
    expect((await readSession(second ?? '')).status).toBe(200)
  })

  it('a wallet cannot be signed in by a page on another site', async () => {
    const signer = create()
    const challenge = await getChallenge(test, { address: signer.address })
    const signature = await signer.sign(challenge.message)
    const origin = 'https://evil.example'
    const foreign = await verify(test, challenge, signature, { origin })
    expect(foreign).toMatchObject({ status: 403, json: { code: 'origin_not_allowed' } })
    expect(readCookie(foreign)).toBeNull()
    const own = await verify(test, challenge, signature, { origin: test.host.url })
    expect(own.status).toBe(200)
  })

  it('a wallet starts one session even if two calls read the challenge as unused before either wrote', async () => {
    const signer = create()
    const challenge = await getChallenge(test, { address: signer.address })
    const signature = await signer.sign(challenge.message)
    const before = await count('sessions')
    const { db } = test.host.context
    const { transaction } = db
    const both = Promise.withResolvers<void>()
    let arrived = 0
    db.transaction = async (fn) => {
      arrived += 1
      if (arrived === 2) both.resolve()
      await both.promise
      return transaction(fn)
    }
    try {
      const answers = await Promise.all([
        verify(test, challenge, signature),
        verify(test, challenge, signature),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    } finally {
      db.transaction = transaction
    }
    expect(await count('sessions')).toBe(before + 1)
  })

  it(`a wallet starts one session for simultaneous calls with its signature: ${RACERS} x ${RACES}`, {
    timeout: 300_000,
  }, async () => {
    for (let race = 0; race < RACES; race += 1) {
      const signer = create()
      const before = await count('sessions')
      const challenge = await getChallenge(test, { address: signer.address })
      const signature = await signer.sign(challenge.message)
      const answers = await Promise.all(
        Array.from({ length: RACERS }, () => verify(test, challenge, signature)),
      )
      const [winner, ...rest] = answers.map(({ status }) => status).sort()
      expect(winner).toBe(200)
      // A host returns 503 to a call for which no database connection becomes free within two seconds.
      expect(rest.filter((status) => status !== 401 && status !== 503)).toEqual([])
      expect(answers.filter((answer) => readCookie(answer) !== null)).toHaveLength(1)
      expect(await count('sessions')).toBe(before + 1)
    }
  })
})
