import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS } from '../support/signIn.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const MINUTE_MS = 60_000
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_TRUSTED_PROXIES: '1' })
})
afterAll(() => test[Symbol.asyncDispose]())

async function createLink(body: object = {}): Promise<string> {
  const all = { requests: [usdcItem], isReusable: true, ...body }
  const { status, json, text } = await test.call('POST', LINKS, { body: all })
  if (status !== 201) throw new Error(text)
  return json.token
}

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  test.call(method, path, { anonymous: true, unchecked: true, headers })

/** Returns the URL to which the form on a link's page is submitted. */
function actionOf(text: string): string {
  return /<form method="post" action="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? ''
}

/** Returns a page's text without tags, and with single spaces. */
function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
}

async function countCopies(token: string): Promise<number> {
  const { count } = await test.host.context.db.kysely
    .selectFrom('secure_payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('link_token', '=', token)
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('A reusable link’s hosted page', () => {
  it('a reusable link’s hosted page shows the offer, and creates nothing automatically', async () => {
    const token = await createLink({
      order: {
        title: 'Seat <b>1</b>',
        description: 'In "row" & aisle',
        lines: [{ name: 'Seat', quantity: '2', unitPrice: '6.25' }],
      },
    })
    for (const method of ['GET', 'HEAD']) await call(method, `/?token=${token}`)
    const { status, text, headers } = await call('GET', `/?token=${token}`)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['cache-control']).toBe('no-store')
    expect(textOf(text)).toContain('12.50 USDC')
    expect(text).toContain('Seat &#60;b&#62;1&#60;/b&#62;')
    expect(text).toContain('In &#34;row&#34; &#38; aisle')
    expect(textOf(text)).toContain('2 × 6.25 USDC')
    expect(textOf(text)).toContain('Test network')
    expect(text).toContain('>Continue to payment</button>')
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/offer.js" defer>'])
    expect(text).not.toMatch(/<secure-payment|style=|\son\w+=/)
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(await countCopies(token)).toBe(0)
  })

  it('the page’s ETag stays the same until the merchant edits or cancels the link', async () => {
    const token = await createLink()
    const read = async () => (await call('HEAD', `/?token=${token}`)).headers['etag']
    const { headers, text } = await call('GET', `/?token=${token}`)
    const first = headers['etag'] ?? ''
    expect(text).toContain(`data-etag="${first.replaceAll('"', '&#34;')}"`)
    expect(await read()).toBe(first)
    const body = { revision: 1, amount: '13' }
    expect((await test.call('PATCH', `${LINKS}/${token}`, { body })).status).toBe(200)
    const second = await read()
    expect(second).not.toBe(first)
    expect((await test.call('POST', `${LINKS}/${token}/cancel`)).status).toBe(200)
    expect(await read()).not.toBe(second)
  })

  it('a reusable link’s hosted page has the merchant’s colours, logo and contact, and its policy allows only these styles', async () => {
    const branding = { primaryActionColor: '#8a1c5b', supportUrl: 'https://shop.example.test/help' }
    expect((await test.call('PUT', '/v1/branding', { body: branding })).status).toBeLessThan(300)
    const token = await createLink()
    const { text, headers } = await call('GET', `/?token=${token}`)
    const [, css = ''] = /<style>(.*)<[/]style>/.exec(text) ?? []
    expect(css).toContain('--primary:light-dark(#8a1c5b,')
    const hash = createHash('sha256').update(css).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(text).toContain('href="https://shop.example.test/help"')
    expect(textOf(text)).toContain('Contact the merchant')
  })

  it('a reusable link’s hosted page keeps the language in its URL on the way to the payment', async () => {
    const token = await createLink()
    const { text } = await call('GET', `/?token=${token}&lang=de`)
    expect(textOf(text)).toContain('Zu zahlen')
    const opened = await call('POST', actionOf(text), SAME_ORIGIN)
    expect(opened.headers['location']).toMatch(/^\/\?token=\w{26}&lang=de$/)
    const odd = await call('GET', `/?token=${token}&lang=${encodeURIComponent('"><b>')}`)
    expect(odd.text).not.toContain('"><b>')
  })

  it('the button opens the payer’s own payment, and reloads show the same payment', async () => {
    const token = await createLink()
    const offer = await call('GET', `/?token=${token}`)
    const opened = await call('POST', actionOf(offer.text), SAME_ORIGIN)
    expect(opened.status).toBe(303)
    const copy = /^\/\?token=(\w{26})$/.exec(opened.headers['location'] ?? '')?.[1]
    expect(copy).not.toBe(token)
    for (let reload = 0; reload < 2; reload += 1) {
      const { text } = await call('GET', `/?token=${copy}`)
      expect(text).toContain(`token="${copy}"`)
    }
    expect(await countCopies(token)).toBe(1)
  })

  it('repeated clicks on one form’s button open one payment, and a new form opens another payment', async () => {
    const token = await createLink()
    const action = actionOf((await call('GET', `/?token=${token}`)).text)
    const clicks = await Promise.all([
      call('POST', action, SAME_ORIGIN),
      call('POST', action, SAME_ORIGIN),
      call('POST', action, SAME_ORIGIN),
    ])
    expect(new Set(clicks.map(({ headers }) => headers['location'])).size).toBe(1)
    expect(await countCopies(token)).toBe(1)
    const next = actionOf((await call('GET', `/?token=${token}`)).text)
    const other = await call('POST', next, SAME_ORIGIN)
    expect(other.headers['location']).not.toBe(clicks[0]?.headers['location'])
    expect(await countCopies(token)).toBe(2)
  })

  it('a form on another site opens no payment', async () => {
    const token = await createLink()
    for (const site of ['cross-site', 'same-site']) {
      const { status, headers } = await call('POST', `/?token=${token}`, {
        'sec-fetch-site': site,
      })
      expect([status, headers['location']]).toEqual([303, `/?token=${token}`])
    }
    expect(await countCopies(token)).toBe(0)
  })

  it('an expired copy’s page redirects to its reusable link while the link is open', async () => {
    const token = await createLink()
    const opened = await call('POST', `/?token=${token}`, SAME_ORIGIN)
    const copy = opened.headers['location'] ?? ''
    expect((await call('GET', copy)).status).toBe(200)
    test.clock.advance(25 * 60 * MINUTE_MS)
    const expired = await call('GET', copy)
    expect([expired.status, expired.headers['location']]).toEqual([303, `/?token=${token}`])
    expect((await test.call('POST', `${LINKS}/${token}/cancel`)).status).toBe(200)
    const last = await call('GET', copy)
    expect([last.status, textOf(last.text)]).toEqual([
      410,
      expect.stringContaining('This payment has expired'),
    ])
  })

  it('a cancelled link’s page has the reason and no button', async () => {
    const token = await createLink()
    const action = actionOf((await call('GET', `/?token=${token}`)).text)
    await test.call('POST', `${LINKS}/${token}/cancel`)
    const { status, text } = await call('GET', `/?token=${token}`)
    expect([status, textOf(text)]).toEqual([
      410,
      expect.stringContaining('This payment was cancelled'),
    ])
    expect(text).not.toMatch(/<form|<button|<script/)
    const opened = await call('POST', action, SAME_ORIGIN)
    expect([opened.status, opened.headers['location']]).toEqual([303, `/?token=${token}`])
    expect(await countCopies(token)).toBe(0)
  })

  it('a button opens no payment for an unknown token or a single-use link', async () => {
    const { token } = await test.createPayment()
    for (const one of [token, '01KB4Z8Q6V3M2N5P7R9T0W1X2Y', 'no-token', '']) {
      expect((await call('GET', `/?token=${one}`)).text).not.toContain('<form')
      const { status } = await call('POST', `/?token=${one}`, SAME_ORIGIN)
      expect(status).toBe(303)
    }
    expect(await countCopies(token)).toBe(0)
  })

  it('a payer who opens the link too often is asked to wait, in the browser’s language', async () => {
    await using small = await startTestHost({ PAY_RATE_LIMIT_CLIENT_ID: '10' })
    const body = { requests: [usdcItem], isReusable: true }
    const { json } = await small.call('POST', LINKS, { body })
    const press = () =>
      small.call('POST', `/?token=${json.token}`, {
        anonymous: true,
        unchecked: true,
        headers: { ...SAME_ORIGIN, 'accept-language': 'de' },
      })
    expect((await press()).status).toBe(303)
    const { status, text, headers } = await press()
    expect([status, headers['retry-after']]).toEqual([429, '60'])
    expect(text).toContain('role="alert"')
    expect(text).toContain('>Weiter zur Zahlung</button>')
    expect(text).toContain('<html lang="de"')
  })
})
