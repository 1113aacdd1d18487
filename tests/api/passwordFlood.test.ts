import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_HASHING, MAX_WAITING_TO_HASH } from '../../host/src/auth/passwords.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const LOGINS = 500
/**
 * The minimum number of sequential reads per hashed login. A read that queued behind the logins would wait until all logins had
 * ended. Unlike a time limit, this ratio also holds on a busy machine.
 */
const MIN_READS_A_LOGIN = 1

let test: TestHost
let email: string
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  email = (await registerAccount(test)).email
})
afterAll(() => test[Symbol.asyncDispose]())

const logIn = (password: string) =>
  test.call('POST', '/v1/auth/login', { anonymous: true, body: { email, password } })

describe('500 simultaneous logins', () => {
  it('500 simultaneous logins leave the rest of the API available, and get 401, or 503 once the queue is full', async () => {
    const { token } = await test.createPayment()
    let ended = 0
    const flood = Promise.all(
      Array.from({ length: LOGINS }, async (_, at) => {
        const answer = await logIn(`a guess ${at}`)
        ended += 1
        return answer
      }),
    )
    let reads = 0
    while (ended < LOGINS) {
      const { status } = await test.call('GET', `/v2/secure-payments/${token}`)
      expect(status).toBe(200)
      reads += 1
    }
    const answers = await flood

    const counts = new Map<number, number>()
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([401, 503])
    // Every login that found a place in the queue was hashed.
    expect(counts.get(401)).toBeGreaterThanOrEqual(MAX_HASHING + MAX_WAITING_TO_HASH)
    for (const { status, json, headers } of answers) {
      if (status !== 503) continue
      expect(json.code).toBe('sign_in_busy')
      expect(headers['retry-after']).toBe('1')
    }
    const hashed = counts.get(401) ?? 0
    expect(reads).toBeGreaterThanOrEqual(hashed * MIN_READS_A_LOGIN)
    console.info(
      `Beside ${LOGINS} logins: ${reads} reads; ${hashed} hashed, ${LOGINS - hashed} turned away`,
    )
  })

  it('500 simultaneous logins lock no user out afterwards', async () => {
    const { status } = await logIn('correct horse battery staple')
    expect(status).toBe(200)
  })
})
