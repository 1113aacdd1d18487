import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHost, type TestHost } from '../support/testHost.ts'

/** The slots of a host, shared by all merchants. */
const SLOTS = 256

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test?.[Symbol.asyncDispose]())

it('A host releases the slot of each call, successful or rejected', async () => {
  for (const [path, status] of [
    ['/v2/client-ids', 200],
    ['/v2/client-ids/01KB4Z3F6V3M2N5P7R9T0W1X2Y', 404],
  ] as const) {
    for (let made = 0; made < SLOTS; made += 32) {
      const calls = Array.from({ length: 32 }, () => test.call('GET', path))
      for (const answer of await Promise.all(calls)) expect(answer.status).toBe(status)
    }
  }
})
