import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const pathOf = (token: string, rest = '') => `/v2/secure-payments/${token}${rest}`
const begin = (token: string) =>
  test.call('POST', pathOf(token, '/attempts'), {
    body: {
      attemptId: randomUUID(),
      wallet: PAYER,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })

/** Reads twice, so that the second response may come from the cache, and returns that response's ETag. */
async function knownTag(token: string): Promise<string> {
  await test.call('GET', pathOf(token))
  const { headers } = await test.call('GET', pathOf(token))
  return headers['etag'] ?? ''
}

/** Reads like a client that already has the ETag's version. */
const readAgain = (token: string, etag: string, query = '') =>
  test.call('GET', pathOf(token, query), { headers: { 'if-none-match': etag } })

describe('The host does not return 304', () => {
  it('the host does not return 304 once a lease has expired, although that changes no row', async () => {
    const { token } = await test.createPayment()
    await begin(token)
    const etag = await knownTag(token)
    expect((await readAgain(token, etag)).status).toBe(304)
    test.clock.advance(10 * 60_000)
    const { status, json } = await readAgain(token, etag)
    expect([status, json.lastAttempt.isLive]).toEqual([200, false])
  })

  it('the host does not return 304 to an earlier ETag while the payment waits for a Safe, or afterwards', async () => {
    const { token } = await test.createPayment()
    const etag = await knownTag(token)
    const body = { safeTxHash: `0x${'3f'.repeat(32)}`, chain: 'devnet', token: 'USDC' }
    await test.call('POST', pathOf(token, '/intent'), { body })
    expect((await readAgain(token, etag)).status).toBe(423)
    test.clock.advance(61 * 60_000)
    expect((await readAgain(token, etag)).status).toBe(200)
  })

  it('the host does not return 304 when the link has expired', async () => {
    const { token } = await test.createPayment()
    const etag = await knownTag(token)
    test.clock.advance(7 * 24 * 3_600_000)
    expect((await readAgain(token, etag)).status).toBe(403)
  })

  it('the host does not return 304 after the merchant’s name or branding has changed', async () => {
    const { token } = await test.createPayment()
    let etag = await knownTag(token)
    await test.call('PUT', '/v1/branding', { body: { primaryActionColor: '#0f6b4f' } })
    const branded = await readAgain(token, etag)
    expect([branded.status, branded.json.branding.primaryActionColor]).toEqual([200, '#0f6b4f'])
    etag = await knownTag(token)
    await test.host.context.db.kysely.updateTable('tenants').set({ name: 'Renamed' }).execute()
    const renamed = await readAgain(token, etag)
    expect([renamed.status, renamed.json.merchant.name]).toEqual([200, 'Renamed'])
  })

  it('the host does not return 304 to a page that sends the server’s ETag, nor to a wallet that sends another wallet’s ETag', async () => {
    const { token } = await test.createPayment({
      requests: [usdcItem],
      accessPolicy: { hidePayeeAddress: true, allowedPayerAddresses: [PAYER] },
    })
    const { clientId } = await test.createClientId()
    const page = pageHeaders(clientId)
    const asPage = (etag: string, query = '') =>
      test.call('GET', pathOf(token, query), {
        anonymous: true,
        headers: { ...page, 'if-none-match': etag },
      })
    const masked = await asPage(await knownTag(token))
    expect([masked.status, masked.json.isPayeeAddressMasked]).toEqual([200, true])
    const allowed = await asPage('', `?wallet=${PAYER}`)
    expect(allowed.json.isPayeeAddressMasked).toBe(false)
    const stranger = await asPage(allowed.headers['etag'] ?? '', `?wallet=${SECOND_PAYEE}`)
    expect([stranger.status, stranger.json.isPayeeAddressMasked]).toEqual([200, true])
    expect((await readAgain(token, allowed.headers['etag'] ?? '')).status).toBe(200)
  })
})
