import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_LIMITS, signInWallet } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const ROUTE = '/v1/payee-destination'
const USDC = '0x5ecc000000000000000000000000000000000101'
const DAI = '0x5ECc000000000000000000000000000000000103'
const CHAIN_ID = 31_337
const CONTACT = 'https://shop.example.test/help'

let test: TestHost
let merchant: Awaited<ReturnType<typeof signInWallet>>
let record: { id: string; destinationId: string }
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(async () => {
  merchant = await signInWallet(test)
  record = await activate(USDC)
})

const manage = (method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: merchant.headers, ...(body && { body }) })
const show = (method: string, token: string) =>
  test.call(method, `/?token=${token}`, { anonymous: true, unchecked: true })

async function activate(tokenAddress: string) {
  const { json } = await manage('POST', ROUTE, { tokenAddress, chainId: CHAIN_ID })
  return json as { id: string; destinationId: string }
}

const deactivate = () =>
  manage('PATCH', `${ROUTE}/deactivate`, { destinationId: record.destinationId })

async function createLink(more: object = {}): Promise<string> {
  const requests = [{ amount: '10', destinationId: record.destinationId }]
  const { json } = await manage('POST', LINKS, { requests, isReusable: true, ...more })
  return json.token
}

describe('A reusable link whose payee destination was deactivated', () => {
  it('a reusable link to an inactive destination opens no further payments until the destination is active again', async () => {
    const token = await createLink()
    const { json: opened } = await manage('POST', `${LINKS}/${token}/open`)
    await deactivate()
    const before = await test.countRows()
    const { status, json } = await manage('POST', `${LINKS}/${token}/open`)
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'destination_inactive' })
    expect(json).toMatchObject({ supportUrl: null })
    expect(await test.countRows()).toEqual(before)
    // A payment that a payer opened earlier can still be paid.
    const { json: earlier } = await manage('GET', `${LINKS}/${opened.token}`)
    expect(earlier.status).toBe('pending')
    await activate(USDC)
    expect((await manage('POST', `${LINKS}/${token}/open`)).status).toBe(201)
  })

  it('a reusable link to an inactive destination opens payments if another of the wallet’s destinations has replaced it', async () => {
    const token = await createLink()
    await activate(DAI)
    expect((await manage('POST', `${LINKS}/${token}/open`)).status).toBe(201)
  })

  it('a reusable link to an inactive destination opens no further payments for a client ID that is bound to it', async () => {
    const client = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], payeeDestinationId: record.id }
    const { json } = await manage('POST', '/v1/client-ids', client)
    const options = { anonymous: true, headers: pageHeaders(json.clientId) }
    const body = { requests: [{ amount: '10' }], isReusable: true }
    const { json: link } = await test.call('POST', LINKS, { ...options, body })
    expect((await test.call('POST', `${LINKS}/${link.token}/open`, options)).status).toBe(201)
    await deactivate()
    const refused = await test.call('POST', `${LINKS}/${link.token}/open`, options)
    expect(refused).toMatchObject({ status: 403, json: { code: 'destination_inactive' } })
  })

  it('a reusable link to an inactive destination shows the merchant’s contact in place of the button, and opens nothing', async () => {
    await manage('PUT', '/v1/branding', { supportUrl: CONTACT })
    const token = await createLink()
    expect((await show('GET', token)).text).toContain('Continue to payment</button>')
    await deactivate()
    const before = await test.countRows()
    const { status, text } = await show('GET', token)
    expect(status).toBe(200)
    expect(text).toContain('This link accepts no new payments.')
    expect(text).toContain(
      `<a href="${CONTACT}" target="_blank" rel="noopener noreferrer">Contact the merchant<`,
    )
    expect(text).not.toContain('<button>')
    const sent = await show('POST', token)
    expect([sent.status, sent.headers['location']]).toEqual([303, `/?token=${token}`])
    expect(await test.countRows()).toEqual(before)
  })

  it('a single-use link to an inactive destination still pays that destination', async () => {
    const token = await createLink({ isReusable: false })
    await deactivate()
    const { json } = await manage('GET', `${LINKS}/${token}`)
    expect(json.status).toBe('pending')
    expect((await show('GET', token)).text).toContain('<secure-payment')
  })
})

describe('A new payment to an inactive payee destination', () => {
  const create = (destinationId: string, headers?: Record<string, string>) =>
    test.call('POST', LINKS, {
      body: { requests: [{ amount: '10', destinationId }] },
      ...(headers !== undefined && { headers, anonymous: true }),
    })

  it('a new payment to an inactive destination is rejected with every kind of credential, and stores nothing', async () => {
    const { json: key } = await manage('POST', '/v1/api-keys', { label: 'Server' })
    const open = { label: 'Open', allowedDomains: [SHOP_ORIGIN], allowAnyPayee: true }
    const { json: client } = await manage('POST', '/v1/client-ids', open)
    await deactivate()
    const before = await test.countRows()
    const credentials = [
      merchant.headers,
      { 'x-api-key': key.key },
      pageHeaders(client.clientId),
      // Without these headers, the call sends another merchant's API key.
      undefined,
    ]
    for (const headers of credentials) {
      const { status, json } = await create(record.destinationId.toLowerCase(), headers)
      expect({ status, code: json.code, detail: json.detail }).toEqual({
        status: 403,
        code: 'destination_inactive',
        detail: expect.stringContaining('requests[0].destinationId'),
      })
    }
    expect(await test.countRows()).toEqual(before)
    await activate(USDC)
    for (const headers of credentials) {
      expect((await create(record.destinationId, headers)).status).toBe(201)
    }
  })

  it('a new payment is rejected for a client ID that is bound to the composite id of an inactive destination, in any form', async () => {
    const fixed = {
      label: 'Fixed',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: record.destinationId,
    }
    const { json: client } = await manage('POST', '/v1/client-ids', fixed)
    const headers = pageHeaders(client.clientId)
    const link = { requests: [{ amount: '10' }], isReusable: true }
    const options = { anonymous: true, headers }
    const { json: reusable } = await test.call('POST', LINKS, { ...options, body: link })
    await deactivate()
    const named = { payee: merchant.account.address, invoiceCurrency: 'USDC-devnet' }
    const items = [{}, { ...named, paymentCurrency: 'USDC-devnet' }]
    for (const item of items) {
      const body = { requests: [{ amount: '10', ...item }] }
      const { status, json } = await test.call('POST', LINKS, { ...options, body })
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'destination_inactive' })
    }
    const opened = await test.call('POST', `${LINKS}/${reusable.token}/open`, options)
    expect(opened).toMatchObject({ status: 403, json: { code: 'destination_inactive' } })
    await activate(USDC)
    const body = { requests: [{ amount: '10' }] }
    expect((await test.call('POST', LINKS, { ...options, body })).status).toBe(201)
  })

  it('a new payment to a replaced destination is created, whether the call names the destination or the client ID is bound to it', async () => {
    const fixed = { allowedDomains: [SHOP_ORIGIN], payeeDestinationId: record.destinationId }
    const { json: client } = await manage('POST', '/v1/client-ids', { label: 'Fixed', ...fixed })
    await activate(DAI)
    expect((await create(record.destinationId)).status).toBe(201)
    const body = { requests: [{ amount: '10' }] }
    const headers = pageHeaders(client.clientId)
    expect((await test.call('POST', LINKS, { anonymous: true, headers, body })).status).toBe(201)
  })

  it('a new payment can still name the wallet and the token instead of the inactive destination', async () => {
    await deactivate()
    const item = {
      amount: '10',
      payee: merchant.account.address,
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
    }
    expect((await manage('POST', LINKS, { requests: [item] })).status).toBe(201)
  })
})
