import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const CALLS = Number(process.env['TEST_CALLS'] ?? 40)
const ENDPOINTS = Number(process.env['TEST_ENDPOINTS'] ?? 24)
/**
 * One merchant's test deliveries in progress on one host, as in docs/guides/receive-webhooks.md.
 */
const MAX_AT_A_TIME = 100
/** The limit for another merchant's call during these deliveries. */
const MAX_CREATE_MS = 2_000
const CREATES = 10

let host: TestHost
let stack: AsyncDisposableStack

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  host = stack.use(
    await startTestHost({ PAY_ROLE: 'api,worker', PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' }),
  )
})
afterEach(() => stack.disposeAsync())

/** Starts a receiver that sends no response until it is closed, and that counts its calls. */
async function startSilentReceiver() {
  const seen = { requests: 0 }
  const server = createServer((request) => {
    request.resume()
    seen.requests += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  stack.defer(close)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, seen, close }
}

describe(`${CALLS} test events for a merchant with ${ENDPOINTS} endpoints that do not respond`, () => {
  test('test events are sent to at most a hundred endpoints at a time, are rejected beyond this limit, and do not delay other merchants', async () => {
    const receiver = await startSilentReceiver()
    const { apiKey } = await host.createTenant()
    const headers = { 'x-api-key': apiKey }
    for (let index = 0; index < ENDPOINTS; index += 1) {
      const body = { url: `${receiver.url}/${index}` }
      expect((await host.call('POST', '/v1/webhook', { headers, body })).status).toBe(201)
    }
    const rssBefore = process.memoryUsage.rss()
    let rejections = 0
    const calls = Array.from({ length: CALLS }, async () => {
      const body = { eventType: 'payment.confirmed' }
      const answer = await host.call('POST', '/v1/webhook/test', { headers, body })
      if (answer.status === 429) rejections += 1
      return answer
    })
    const accepted = Math.floor(MAX_AT_A_TIME / ENDPOINTS)
    await waitUntil(() => receiver.seen.requests >= ENDPOINTS)
    const createMs: number[] = []
    for (let index = 0; index < CREATES; index += 1) {
      const startedAt = performance.now()
      const body = { requests: [usdcItem] }
      expect((await host.call('POST', '/v2/secure-payments', { body })).status).toBe(201)
      createMs.push(performance.now() - startedAt)
    }
    const grownMb = (process.memoryUsage.rss() - rssBefore) / 2 ** 20
    // A call that arrived after the receiver has closed would be accepted, so all calls must arrive before.
    await waitUntil(() => rejections === CALLS - accepted)
    receiver.close()
    const answers = await Promise.all(calls)
    if (process.env['FAIR_REPORT'] !== undefined) {
      const slowest = Math.max(...createMs).toFixed(0)
      const { requests } = receiver.seen
      console.error(
        `${process.env['TEST_DATABASE']}: ${requests} requests, create ${slowest} ms, ${grownMb.toFixed(0)} MB`,
      )
    }
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(CALLS - accepted)
    for (const { json, headers: answered } of refused) {
      expect(json.code).toBe('too_many_tests')
      expect(Number(answered['retry-after'])).toBeGreaterThan(0)
    }
    const sent = answers.filter(({ status }) => status === 201)
    expect(sent.map(({ json }) => json)).toEqual(
      Array.from({ length: accepted }, () => ({ sent: 0, failed: ENDPOINTS })),
    )
    expect(receiver.seen.requests).toBeLessThanOrEqual(MAX_AT_A_TIME)
    expect(Math.max(...createMs)).toBeLessThan(MAX_CREATE_MS)
  })
})
