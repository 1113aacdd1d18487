import { afterAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, signInWallet } from '../support/signIn.ts'
import { startTestHost } from '../support/testHost.ts'

const test = await startTestHost({ ...NO_LIMITS, PAY_WEBHOOK_COMPATIBILITY: 'full' })
afterAll(() => test[Symbol.asyncDispose]())

const { headers } = await signInWallet(test)
const call = (method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers, ...(body && { body }) })

/** Stores a test event of this type, and returns its body. */
async function bodyOf(eventType: string) {
  test.clock.advance(1_000)
  const fromDate = test.clock.now().toISOString()
  await call('POST', '/v1/webhook/test', { eventType, allowsNoEndpoint: true })
  const { json } = await call('GET', `/v1/webhook/events?fromDate=${fromDate}`)
  return JSON.parse(json.events[0].body)
}

describe('A merchant’s compatibility level', () => {
  it('a merchant’s compatibility level is the host’s until the merchant chooses one, and null restores the host’s', async () => {
    const read = async () => (await call('GET', '/v1/tenant')).json.webhookCompatibility
    expect(await read()).toBe(null)
    for (const level of ['headers', null, 'none', 'full']) {
      const body = { name: 'Shop', webhookCompatibility: level }
      expect((await call('PUT', '/v1/tenant', body)).json.webhookCompatibility).toBe(level)
      expect(await read()).toBe(level)
    }
    await call('PUT', '/v1/tenant', { name: 'Shop' })
    expect(await read()).toBe('full')
    const wrong = await call('PUT', '/v1/tenant', { name: 'Shop', webhookCompatibility: 'some' })
    expect(wrong.status).toBe(400)
  })

  it('a merchant’s compatibility level “full” omits requestId from events about payers, while other levels send null', async () => {
    await call('PUT', '/v1/tenant', { name: 'Shop', webhookCompatibility: null })
    for (const type of ['compliance.updated', 'payment_detail.updated']) {
      expect(await bodyOf(type)).not.toHaveProperty('requestId')
    }
    expect(await bodyOf('payment.confirmed')).toHaveProperty('requestId')
    await call('PUT', '/v1/tenant', { name: 'Shop', webhookCompatibility: 'headers' })
    expect(await bodyOf('compliance.updated')).toHaveProperty('requestId', null)
  })
})
