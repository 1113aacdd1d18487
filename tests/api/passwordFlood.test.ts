import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_HASHING, MAX_WAITING_TO_HASH } from '../../host/src/auth/passwords.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const LOGINS = 500
/** A person does not notice; without a bound the line of 500 hashes would take tens of seconds. */
const MAX_P99_MS = 1_000

let test: TestHost
let email: string
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  email = (await registerAccount(test)).email
})
afterAll(() => test[Symbol.asyncDispose]())

const logIn = (password: string) =>
  test.call('POST', '/v1/auth/login', { anonymous: true, body: { email, password } })

describe('500 logins at once', () => {
  it('leave the rest of the API alone, and are answered 401 or, in time, 503', async () => {
    const { token } = await test.createPayment()
    let isOver = false
    const flood = Promise.all(Array.from({ length: LOGINS }, (_, at) => logIn(`a guess ${at}`)))
    const ended = flood.finally(() => {
      isOver = true
    })
    const timesMs: number[] = []
    while (!isOver) {
      const start = performance.now()
      const { status } = await test.call('GET', `/v2/secure-payments/${token}`)
      timesMs.push(performance.now() - start)
      expect(status).toBe(200)
    }
    const answers = await flood
    await ended

    const counts = new Map<number, number>()
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([401, 503])
    // The line never holds more than this, and each place in it was worked off at least once.
    expect(counts.get(401)).toBeGreaterThanOrEqual(MAX_HASHING + MAX_WAITING_TO_HASH)
    for (const { status, json, headers } of answers) {
      if (status !== 503) continue
      expect(json.code).toBe('sign_in_busy')
      expect(headers['retry-after']).toBe('1')
    }
    const p99 = timesMs.sort((left, right) => left - right)[Math.ceil(timesMs.length * 0.99) - 1]
    expect(p99).toBeLessThan(MAX_P99_MS)
    console.info(
      `Beside ${LOGINS} logins: ${timesMs.length} reads, p99 ${p99?.toFixed(1)} ms; ${counts.get(401)} hashed, ${counts.get(503)} turned away`,
    )
  })

  it('keep nobody out afterwards', async () => {
    const { status } = await logIn('correct horse battery staple')
    expect(status).toBe(200)
  })
})
