import { afterAll, describe, expect, it } from 'vitest'
import { API_KEY, startTestHost } from '../support/testHost.ts'

const test = await startTestHost()
afterAll(() => test[Symbol.asyncDispose]())

describe('GET /v2/caller', () => {
  it('GET /v2/caller returns the merchant, the rights of the key, and the origins of the service', async () => {
    const { status, json } = await test.call('GET', '/v2/caller')
    const { config, now } = test.host.context
    expect(status).toBe(200)
    expect(json).toEqual({
      merchant: { id: expect.any(String), name: 'Test shop' },
      apiKey: {
        id: expect.any(String),
        label: expect.any(String),
        prefix: API_KEY.slice(0, 10),
        scopes: ['read', 'create', 'payouts', 'refunds', 'manage'],
        expiresAt: null,
      },
      service: {
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        apiUrl: config.baseUrl,
        authUrl: config.authUrl,
        payUrl: config.payUrl,
      },
      time: now().toISOString(),
    })
  })

  it('GET /v2/caller returns another merchant for another merchant’s key', async () => {
    const { tenantId, apiKey } = await test.createTenant()
    const { json } = await test.call('GET', '/v2/caller', { headers: { 'x-api-key': apiKey } })
    expect(json.merchant).toEqual({ id: tenantId, name: 'Other' })
  })

  it('GET /v2/caller rejects every other credential', async () => {
    const wrong = { 'x-api-key': 'sk_wrong' }
    expect((await test.call('GET', '/v2/caller', { headers: wrong })).status).toBe(401)
  })
})
