import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deriveBrandTheme } from '@secure-payment/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATIC_FOLDER } from '../../host/src/folders.ts'
import { markPaid } from '../support/markRequest.ts'
import {
  PAYEE,
  PAYER,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const LINES = [
  { name: 'Guji, 250 g', quantity: '2', unitPrice: '5', taxAmount: '0.5' },
  { name: 'Filter', quantity: '1', unitPrice: '2' },
]

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const open = (token: string, query = '') =>
  test.call('GET', `/?token=${token}${query}`, { anonymous: true, unchecked: true })

/** Returns a page's text without tags, and with single spaces. */
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

async function create(body: object = {}): Promise<string> {
  const { token } = await test.createPayment({ requests: [usdcItem], ...body })
  return token
}

describe('The hosted page of a payment with an order', () => {
  it('the hosted page of a payment with an order shows the order next to the element, without a script', async () => {
    const order = { title: 'Coffee', description: 'Two bags', lines: LINES }
    const token = await create({ order, reference: 'INV-7' })
    const { status, text } = await open(token)
    expect(status).toBe(200)
    const [summary = '', rest = ''] = text.split('<secure-payment')
    const shown = textOf(summary.replaceAll('&#44;', ','))
    for (const part of ['Test shop', 'Coffee', 'Two bags', 'INV-7', 'Guji, 250 g', '2 × 5 USDC'])
      expect(shown).toContain(part)
    expect(shown).toContain('Subtotal 12 USDC Tax 0.50 USDC Total 12.50 USDC')
    expect(text).not.toMatch(/<style|style=|\son\w+=/)
    // The element leaves out the parts that the summary shows.
    expect(rest).toContain('<span slot="header" hidden></span><span slot="summary" hidden></span>')
  })

  it('the hosted page of a payment with an order has the payer’s language and direction', async () => {
    const token = await create({ order: { lines: LINES } })
    const { text } = await open(token, '&lang=ar')
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(textOf(text)).toContain('المجموع الفرعي')
    expect(text).toContain('<bdi>Filter</bdi>')
  })

  it('the hosted page of a payment without an order shows the merchant, the amount and the reference', async () => {
    const token = await create({ reference: 'INV-8' })
    const [summary = ''] = (await open(token)).text.split('<secure-payment')
    expect(textOf(summary)).toMatch(/Test shop .*To pay 12\.50 USDC on Devnet.*Reference INV-8/)
    expect(summary).not.toContain('class="order"')
  })
})

describe('The hosted page of a reserved payment', () => {
  it('the hosted page of a reserved payment shows a visitor without the reserved wallet no more than the API does', async () => {
    const accessPolicy = { allowedPayerAddresses: [PAYER], hidePayeeAddress: true }
    const requests = [usdcItem, { ...usdcItem, payee: SECOND_PAYEE }]
    const token = await create({ requests, accessPolicy })
    const { text } = await open(token)
    for (const address of [PAYEE, SECOND_PAYEE, PAYER]) {
      expect(text.toLowerCase()).not.toContain(address.toLowerCase())
      expect(text.toLowerCase()).not.toContain(address.slice(2).toLowerCase())
    }
    expect(text).toContain(`${PAYEE.slice(0, 6)}…${PAYEE.slice(-4)}`)
  })
})

describe('A page without the element', () => {
  const back = { redirectUrl: 'https://shop.example.test/cart?a=1&b=2' }

  it.each([
    ['en', 'This payment was cancelled', 'Back to shop.example.test'],
    ['de', 'Diese Zahlung wurde storniert', 'Zurück zu shop.example.test'],
  ])(
    'a page without the element states in %s that it was cancelled, and leads back to the shop',
    async (lang, title, label) => {
      const token = await create({ ...back, order: { lines: LINES } })
      await test.call('POST', `/v2/secure-payments/${token}/cancel`)
      const { status, text, headers } = await open(token, `&lang=${lang}`)
      expect(status).toBe(410)
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('<meta name="robots" content="noindex">')
      expect(textOf(text)).toContain(title)
      expect(text).toContain('href="https://shop.example.test/cart?a=1&#38;b=2"')
      expect(textOf(text)).toContain(label)
      expect(textOf(text)).toContain('Guji, 250 g')
      expect(text).not.toMatch(/<script|<secure-payment|class="standing unverified"/)
    },
  )

  it('a page without the element has the merchant’s own label and support link', async () => {
    const supportUrl = 'https://shop.example.test/help'
    await test.call('PUT', '/v1/branding', { body: { supportUrl } })
    const token = await create({ ...back, redirectLabel: 'Back to the teas' })
    await test.call('POST', `/v2/secure-payments/${token}/cancel`)
    const { text } = await open(token)
    expect(text).toContain('>Back to the teas</bdi></a>')
    expect(text).toContain(`<a href="${supportUrl}" target="_blank" rel="noopener noreferrer">`)
    await test.call('DELETE', '/v1/branding')
  })

  it.each([
    ['an unknown payment', '01KB4X3F6V3M2N5P7R9T0W1X2Y', 'Payment not found'],
    ['a part of a link', '01KB4X3F6V', 'This link is incomplete'],
    ['no token', '', 'This link is incomplete'],
  ])('a page without the element returns 404 without data: %s', async (_, token, title) => {
    const { status, text } = await open(token)
    expect(status).toBe(404)
    expect(textOf(text)).toContain(title)
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toMatch(/<script|<secure-payment|Test shop|cli_/)
  })

  it('an unknown link never asks for a second payment, and after a restore the page states that payments are being checked', async () => {
    const token = '01KB4X3F6V3M2N5P7R9T0W1X2Y'
    const { kysely } = test.host.context.db
    const setting = { name: 'last_restore', created_at: '2026-01-01T00:00:00.000Z' }
    const store = async (endedAt: string | null) => {
      await kysely.deleteFrom('settings').where('name', '=', setting.name).execute()
      const value = JSON.stringify({ at: setting.created_at, endedAt, cursors: {} })
      await kysely
        .insertInto('settings')
        .values({ ...setting, value })
        .execute()
    }
    try {
      expect(textOf((await open(token)).text)).toMatch(/Payment not found.*do not pay again/s)
      await store(null)
      const { status, text } = await open(token)
      expect(status).toBe(404)
      expect(textOf(text)).toMatch(/Recent payments are being checked.*do not pay again/s)
      expect(textOf((await open('01KB4X3F6V')).text)).toContain('This link is incomplete')
      await store('2026-01-02T00:00:00.000Z')
      expect(textOf((await open(token)).text)).toContain('Payment not found')
    } finally {
      await kysely.deleteFrom('settings').where('name', '=', setting.name).execute()
    }
  })

  describe('of a payout link that was combined with others', () => {
    const payout = { network: 'devnet', currency: 'USDC-devnet', amount: '12.5' }
    const post = async (path: string, body: object) =>
      (await test.call('POST', `/v2/secure-payments/${path}`, { body })).json

    it.each([
      ['en', 'part of a combined payout', 'ask the merchant for that link'],
      ['de', 'Teil einer Sammelauszahlung', 'Bitten Sie den Händler um diesen Link'],
    ])(
      'a page without the element states in %s that another link pays the payout, and leads to the console, which shows that link to members only',
      async (lang, title, action) => {
        const links = await Promise.all(
          [PAYEE, SECOND_PAYEE].map((recipient) => post('payouts', { ...payout, recipient })),
        )
        const combined = await post('batch-payouts', { tokens: links.map(({ token }) => token) })
        const requestId = links[0].requestIds[0]
        const { status, text } = await open(links[0].token, `&lang=${lang}`)
        expect(status).toBe(410)
        expect(textOf(text)).toContain(title)
        expect(textOf(text)).toContain(action)
        expect(text).toContain(`/console/payouts/links/${requestId}"`)
        expect(text).not.toMatch(/<script|<secure-payment/)
        for (const secret of [combined.token, SECOND_PAYEE]) expect(text).not.toContain(secret)
      },
    )

    it('a page without the element states that the payout was paid, or that the combined payout has ended', async () => {
      const links = await Promise.all(
        [PAYEE, SECOND_PAYEE].map((recipient) => post('payouts', { ...payout, recipient })),
      )
      const { token } = await post('batch-payouts', { tokens: links.map((link) => link.token) })
      const [first, second] = links
      const paid = { token, requestId: first.requestIds[0], paidUnits: 12_500_000n }
      await markPaid(test.host, paid)
      expect(textOf((await open(first.token)).text)).toContain('It was paid together')
      expect(textOf((await open(second.token)).text)).toContain('Do not pay it here')
      test.clock.advance(400 * 24 * 3_600_000)
      expect(textOf((await open(second.token)).text)).toContain('can no longer be paid')
      expect(textOf((await open(first.token)).text)).toContain('It was paid together')
    })
  })

  it('a page of a payment that a payer has begun to pay shows the element, even after its end', async () => {
    const [touched, untouched] = [await create(), await create()]
    const body = {
      attemptId: randomUUID(),
      wallet: PAYER,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'c'.repeat(64)}`,
    }
    const begun = await test.call('POST', `/v2/secure-payments/${touched}/attempts`, { body })
    expect(begun.status).toBe(201)
    test.clock.advance(YEAR_MS)
    expect((await open(untouched)).status).toBe(410)
    const { status, text } = await open(touched)
    expect([status, text.includes('<secure-payment')]).toEqual([200, true])
  })

  it('a page of a paid payment shows the element with its receipt, and labels the total as paid', async () => {
    const token = await create()
    expect((await open(token)).text).toContain('>To pay<')
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', token)
      .execute()
    const { status, text } = await open(token)
    expect([status, text.includes('<secure-payment')]).toEqual([200, true])
    expect(text).toContain('>Paid<')
    expect(text).not.toContain('>To pay<')
  })
})

describe('The hosted page’s style sheet', () => {
  it('the hosted page’s style sheet has the colours that the element derives without a branding', () => {
    const none = null
    const { light, dark } = deriveBrandTheme({
      pageBackgroundColor: none,
      cardBackgroundColor: none,
      primaryActionColor: none,
      primaryTextColor: none,
      secondaryTextColor: none,
    })
    const css = readFileSync(`${STATIC_FOLDER}/page.css`, 'utf8')
    const own = [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
    const named = own.filter(([, name = '']) => Object.hasOwn(light, name))
    expect(named.length).toBeGreaterThan(10)
    for (const [, name = '', ...pair] of named) {
      const key = name as keyof typeof light
      expect({ name, pair }).toEqual({ name, pair: [light[key], dark[key]] })
    }
  })
})

describe('A path without a page', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const open = (path: string, headers: Record<string, string> = browser) =>
    test.call('GET', path, { anonymous: true, headers, unchecked: true })

  it.each(['/pay/01KB4X3F6V', '/consol', '/%3Cscript%3E', '/pay.css/'])(
    'a browser gets a page in the payer’s language: %s',
    async (path) => {
      const { status, text, headers } = await open(`${path}?lang=de`)
      expect(status).toBe(404)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      expect(headers['vary']).toContain('Accept')
      expect(text).toContain('<html lang="de" dir="ltr">')
      expect(text).toContain('Diese Seite gibt es nicht')
      expect(text).toContain(`href="${test.host.url}/"`)
      expect(text).not.toContain('<script')
    },
  )

  it.each([
    ['/pay/01KB4X3F6V', { accept: 'application/json' }],
    ['/pay/01KB4X3F6V', { accept: '*/*' }],
    ['/v2/nothing', browser],
  ])('any other client, and the API, get a problem document: %s', async (path, headers) => {
    const { status, json, headers: got } = await open(path, headers)
    expect(status).toBe(404)
    expect(json.code).toBe('route_not_found')
    expect(got['content-type']).toContain('application/problem+json')
  })
})
