import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const create = (options: object, headers?: Record<string, string>) =>
  test.call('POST', '/v2/secure-payments', {
    body: { requests: [usdcItem], ...options },
    ...(headers === undefined ? {} : { anonymous: true, headers }),
  })

describe('redirectUrl and redirectLabel', () => {
  it('redirectUrl and redirectLabel are returned with the payment, and are null by default', async () => {
    const options = {
      redirectUrl: 'https://shop.example.test/thank-you?order=7781#top',
      redirectLabel: 'Zurück zu Anas Tee – 茶',
    }
    const { json } = await create(options)
    expect((await test.call('GET', `/v2/secure-payments/${json.token}`)).json).toMatchObject(
      options,
    )
    const { token } = await test.createPayment()
    const plain = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(plain.json).toMatchObject({ redirectUrl: null, redirectLabel: null })
  })

  it('redirectUrl and redirectLabel are returned for a payout link too', async () => {
    const body = {
      recipient: usdcItem.payee,
      network: 'devnet',
      currency: 'USDC-devnet',
      amount: '1',
      redirectUrl: 'http://localhost:3000/done',
    }
    const { json } = await test.call('POST', '/v2/secure-payments/payouts', { body })
    const read = await test.call('GET', `/v2/secure-payments/${json.token}`)
    expect(read.json.redirectUrl).toBe(body.redirectUrl)
  })

  it('redirectUrl must be on one of the client ID’s domains, because a client ID is public', async () => {
    const { clientId } = await test.createClientId({
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN, 'https://www.shop.example.test'],
    })
    const headers = pageHeaders(clientId)
    for (const redirectUrl of [`${SHOP_ORIGIN}/done`, 'https://www.shop.example.test/']) {
      expect((await create({ redirectUrl }, headers)).status).toBe(201)
    }
    for (const redirectUrl of [
      'https://evil.example.test/',
      `${SHOP_ORIGIN}.evil.example.test/`,
      SHOP_ORIGIN.replace('https', 'http'),
    ]) {
      const { status, json } = await create({ redirectUrl }, headers)
      expect(status).toBe(400)
      expect(json.errors[0]).toMatchObject({ field: 'redirectUrl', code: 'redirect_not_allowed' })
    }
  })

  it.each([
    'javascript:alert(document.domain)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '/thank-you',
    '//evil.example.test',
    'https://shop.example.test@evil.example.test/',
    'https://shop.example.test\\@evil.example.test/',
    'https://shop.example.test/\nSet-Cookie: x',
    'https://shop.example.test/"><script>alert(1)</script>',
    'https://',
    'https://shop..example:99999',
    `https://shop.example.test/${'x'.repeat(2_100)}`,
  ])('POST /v2/secure-payments rejects the address %j', async (redirectUrl) => {
    const { status, json } = await create({ redirectUrl })
    expect(status).toBe(400)
    expect(json.errors[0].field).toBe('redirectUrl')
  })

  it.each([
    '<b>Back</b>',
    '"><img src=x onerror=alert(1)>',
    'a`b',
    "a'b",
    'a&b',
    '',
    'a\u0000b',
    'x'.repeat(256),
  ])('POST /v2/secure-payments rejects the label %j', async (redirectLabel) => {
    const { status, json } = await create({
      redirectUrl: 'https://shop.example.test',
      redirectLabel,
    })
    expect(status).toBe(400)
    expect(json.errors[0].field).toBe('redirectLabel')
  })

  it('redirectLabel requires a redirectUrl', async () => {
    const { status, json } = await create({ redirectLabel: 'Back' })
    expect(status).toBe(400)
    expect(json.errors[0]).toMatchObject({ field: 'redirectUrl', code: 'required' })
  })
})
