import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerAccount, type SignedIn } from '../support/signIn.ts'
import { pageHeaders, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

let test: TestHost
let owner: SignedIn
beforeAll(async () => {
  test = await startTestHost()
  owner = await registerAccount(test, 'branding@example.test')
})
afterAll(() => test[Symbol.asyncDispose]())

const put = (body: object, query = '') => test.call('PUT', `/v1/branding${query}`, { body })
const get = (query = '') => test.call('GET', `/v1/branding${query}`)

/** The smallest PNG: one transparent pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
/** One pixel as JPEG (progressive) and as WebP (lossless). */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
/** A GIF, which is not an accepted format for logos. */
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const COLOURS = {
  pageBackgroundColor: '#F4EFE6',
  cardBackgroundColor: '#fffdf8',
  primaryActionColor: '#ffcc00',
  primaryTextColor: '#1d2a26',
  secondaryTextColor: '#55635d',
}
const LINKS = {
  termsUrl: 'https://shop.example.test/terms',
  privacyUrl: 'https://shop.example.test/privacy?lang=en',
}

describe('A tenant’s branding', () => {
  it('a tenant’s branding is null at first, appears on its payments, is replaced as a whole, and can be removed', async () => {
    const unset = await get()
    expect(unset.json).toMatchObject({ id: null, clientId: null, logoUrl: null, updatedAt: null })
    const { token } = await test.createPayment()
    const read = async () => (await test.call('GET', `/v2/secure-payments/${token}`)).json
    expect((await read()).branding).toBeNull()

    const set = await put({ ...COLOURS, ...LINKS, logo: `data:image/png;base64,${PNG}` })
    expect(set.status).toBe(200)
    expect(set.json).toMatchObject({ ...COLOURS, pageBackgroundColor: '#f4efe6', ...LINKS })
    // The expected values were computed independently of this code; text on yellow is black.
    expect(set.json.contrast).toEqual([
      { foreground: 'primaryTextColor', background: 'cardBackgroundColor', ratio: 14.63 },
      { foreground: 'secondaryTextColor', background: 'cardBackgroundColor', ratio: 6.2 },
      { foreground: 'buttonText', background: 'primaryActionColor', ratio: 13.88 },
    ])
    expect((await get()).json).toEqual(set.json)

    const shown = await read()
    expect(shown.branding).toEqual({
      id: set.json.id,
      ...COLOURS,
      pageBackgroundColor: '#f4efe6',
      logoPath: set.json.logoUrl,
      termsPath: LINKS.termsUrl,
      privacyPath: LINKS.privacyUrl,
      displayRequestBranding: false,
    })
    expect(shown.merchant).toMatchObject({ logoUrl: set.json.logoUrl, ...LINKS })

    const again = await put({ primaryActionColor: '#0f6b4f', displayRequestBranding: true })
    expect(again.json).toMatchObject({
      id: set.json.id,
      logoUrl: set.json.logoUrl,
      cardBackgroundColor: null,
      termsUrl: null,
      displayRequestBranding: true,
    })
    const without = await put({ logo: null })
    expect(without.json).toMatchObject({ logoUrl: null, primaryActionColor: null })
    expect((await fetch(set.json.logoUrl)).status).toBe(404)

    for (let round = 0; round < 2; round += 1) {
      expect((await test.call('DELETE', '/v1/branding')).json).toEqual({ success: true })
    }
    expect((await read()).branding).toBeNull()
  })

  it('a tenant’s branding is visible only to its tenant, with any credential', async () => {
    await put({ primaryActionColor: '#0f6b4f' })
    const bySession = { anonymous: true, headers: owner.headers }
    const other = await test.call('GET', '/v1/branding', bySession)
    expect(other.json).toMatchObject({ id: null, primaryActionColor: null })
    const set = await test.call('PUT', '/v1/branding', {
      ...bySession,
      body: { primaryActionColor: '#102030' },
    })
    expect(set.status).toBe(200)
    expect((await get()).json.primaryActionColor).toBe('#0f6b4f')
    await test.call('DELETE', '/v1/branding')
    const kept = await test.call('GET', '/v1/branding', bySession)
    expect(kept.json.primaryActionColor).toBe('#102030')
  })

  it('a client ID’s branding replaces the tenant’s for that client ID’s payments', async () => {
    const { clientId } = await test.createClientId()
    await put({ primaryActionColor: '#0f6b4f', ...LINKS })
    await put({ primaryActionColor: '#7a1f5c' }, `?clientId=${clientId}`)
    const headers = pageHeaders(clientId)
    const body = { requests: [usdcItem] }
    const created = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers,
      body,
    })
    const read = async (token: string) =>
      (await test.call('GET', `/v2/secure-payments/${token}`)).json.branding
    const own = await read(created.json.token)
    expect(own).toMatchObject({ primaryActionColor: '#7a1f5c' })
    expect(own.clientIdId).toMatch(/^[0-9A-Z]{26}$/)
    expect(own.termsPath).toBeUndefined()
    expect(await read((await test.createPayment()).token)).toMatchObject({
      primaryActionColor: '#0f6b4f',
      termsPath: LINKS.termsUrl,
    })
    await test.call('DELETE', `/v1/branding?clientId=${clientId}`)
    expect(await read(created.json.token)).toMatchObject({ primaryActionColor: '#0f6b4f' })
    await test.call('DELETE', '/v1/branding')
    for (const unknown of ['cli_nobody', '../x', '']) {
      const { status } = await get(`?clientId=${encodeURIComponent(unknown)}`)
      expect([400, 404]).toContain(status)
    }
  })
})

describe('Invalid branding', () => {
  const XSS = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://shop.example.test/"onmouseover="alert(1)',
    'https://shop.example.test/<script>',
    'https://good.example.test@evil.example.test/',
    'https:\\\\evil.example.test',
    '//evil.example.test',
    'http://shop.example.test/terms',
    ' https://shop.example.test',
    'https://shop.example.test:99999/',
    'https://shop.example.test/\u202ex',
  ]
  it.each([
    ...XSS.map((url): [string, object, string] => [
      `the address ${url}`,
      { termsUrl: url },
      'termsUrl',
    ]),
    ['a colour by name', { primaryActionColor: 'red' }, 'primaryActionColor'],
    ['a short colour', { primaryActionColor: '#fff' }, 'primaryActionColor'],
    [
      'CSS in a colour',
      { cardBackgroundColor: '#ffffff;} body{display:none' },
      'cardBackgroundColor',
    ],
    [
      'a picture with other content',
      { logo: `data:image/png;base64,${btoa('<svg onload=alert(1)>')}` },
      'logo',
    ],
    ['an SVG', { logo: `data:image/svg+xml;base64,${btoa('<svg/>')}` }, 'logo'],
    ['a GIF with the media type of a PNG', { logo: `data:image/png;base64,${GIF}` }, 'logo'],
    ['a logo somewhere else', { logo: 'https://evil.example.test/logo.png' }, 'logo'],
    ['a JPEG with the media type of a PNG', { logo: `data:image/png;base64,${JPEG}` }, 'logo'],
    ['a PNG with the media type of a WebP', { logo: `data:image/webp;base64,${PNG}` }, 'logo'],
    [
      'a logo that is one byte too long',
      { logo: `data:image/png;base64,${pngOf(65_537)}` },
      'logo',
    ],
    ['a large logo', { logo: `data:image/png;base64,${'A'.repeat(90_000)}` }, 'logo'],
    ['a PNG with huge dimensions', { logo: `data:image/png;base64,${hugePng()}` }, 'logo'],
  ])('invalid branding is rejected: %s', async (_, body, field) => {
    const { status, json } = await put(body)
    expect(status).toBe(400)
    expect(json.errors.map((one: { field: string }) => one.field)).toContain(field)
    expect((await get()).json.id).toBeNull()
  })

  it('a branding with unreadable text is rejected, and the error states the contrast ratio', async () => {
    const { status, json } = await put({
      primaryTextColor: '#777777',
      secondaryTextColor: '#eeeeee',
    })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      {
        field: 'primaryTextColor',
        code: 'low_contrast',
        message: 'must have a contrast of at least 4.5:1 with cardBackgroundColor, and has 4.47:1',
      },
      {
        field: 'secondaryTextColor',
        code: 'low_contrast',
        message: 'must have a contrast of at least 4.5:1 with cardBackgroundColor, and has 1.16:1',
      },
    ])
  })
})

describe('GET {pay_url}/branding/{id}/logo', () => {
  it.each([
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
    ['image/png', pngOf(65_536)],
  ])('GET {pay_url}/branding/{id}/logo sends %s unchanged', async (type, text) => {
    const { status, json } = await put({ logo: `data:${type};base64,${text}` })
    expect(status).toBe(200)
    const answer = await fetch(json.logoUrl)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(text)
    await test.call('DELETE', '/v1/branding')
  })

  it('GET {pay_url}/branding/{id}/logo returns the image to every origin with its media type, and with headers that keep it from running as a document', async () => {
    const { json } = await put({ logo: `data:image/png;base64,${PNG}` })
    const answer = await fetch(json.logoUrl)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(PNG)
    const replaced = await put({ logo: `data:image/png;base64,${PNG}` })
    expect(replaced.json.logoUrl).not.toBe(json.logoUrl)
    for (const id of ['01KB4X3F6V3M2N5P7R9T0W1X2Y', 'x', '..%2f..%2fetc%2fpasswd', "'--"]) {
      expect((await fetch(`${test.host.url}/branding/${id}/logo`)).status).toBe(404)
    }
    await test.call('DELETE', '/v1/branding')
    expect((await fetch(replaced.json.logoUrl)).status).toBe(404)
  })
})

/** Returns a PNG with trailing bytes, up to the given total size. */
function pngOf(length: number): string {
  return Buffer.concat([Buffer.from(PNG, 'base64')], length).toString('base64')
}

/** Returns the header of a 60,000 by 60,000 pixel PNG. */
function hugePng(): string {
  const bytes = Buffer.from(PNG, 'base64')
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes.toString('base64')
}

describe('The hosted page', () => {
  const open = async (token: string) => {
    const answer = await fetch(`${test.host.url}/?token=${token}`)
    return {
      html: await answer.text(),
      policy: answer.headers.get('content-security-policy') ?? '',
    }
  }

  it('the hosted page has the merchant’s background, set by a style whose hash is in the content security policy', async () => {
    const { token } = await test.createPayment()
    const plain = await open(token)
    expect(plain.html).toContain('<title>Payment · Unverified merchant</title>')
    expect(plain.html).not.toContain('<style')
    expect(plain.policy).toContain("style-src 'self';")

    await put({ ...COLOURS, displayRequestBranding: true })
    const { html, policy } = await open(token)
    const rule = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
    expect(rule).toMatch(/^:root\{--primary:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);/)
    expect(rule).toContain(
      '@media (prefers-color-scheme:light){:root{--page:#f4efe6;--ink:#000000;--ink-muted:#000000}}',
    )
    const hash = createHash('sha256').update(rule).digest('base64')
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(html).toContain('Made with Secure Payment')
    await put({ pageBackgroundColor: '#101820' })
    // A dark background applies to every page.
    expect((await open(token)).html).toContain(
      '}:root{--page:#101820;--ink:#ffffff;--ink-muted:#ffffff}</style>',
    )
    await test.call('DELETE', '/v1/branding')
  })

  it('the hosted page escapes the merchant’s name and omits it from the title, and has the default look without a payment', async () => {
    const { kysely } = test.host.context.db
    const name = '</title><script>alert(1)</script>'
    await kysely.updateTable('tenants').set({ name }).execute()
    const { html } = await open((await test.createPayment()).token)
    expect(html).toContain('<title>Payment · Unverified merchant</title>')
    expect(html).toContain('&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62;</bdi>')
    // Neither the element nor the page's own script contains text.
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.match(/<script[^>]* src="\/(widget\/|pay\.js")[^>]*><\/script>/g)).toHaveLength(2)
    await kysely.updateTable('tenants').set({ name: 'Test shop' }).execute()
    for (const token of ['', 'x', '01KB4X3F6V3M2N5P7R9T0W1X2Y']) {
      expect((await open(token)).html).not.toMatch(/<style|Test shop/)
    }
  })
})

describe('supportUrl', () => {
  it.each(['https://shop.example.test/help?order=1', 'mailto:help@shop.example.test'])(
    'supportUrl of %s appears on payments as the merchant’s',
    async (supportUrl) => {
      const { json } = await put({ supportUrl })
      expect(json.supportUrl).toBe(supportUrl)
      const { token } = await test.createPayment()
      const { json: shown } = await test.call('GET', `/v2/secure-payments/${token}`)
      expect(shown.merchant.supportUrl).toBe(supportUrl)
      expect((await put({})).json.supportUrl).toBeNull()
    },
  )

  it.each([
    'http://shop.example.test/help',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:help@shop.example.test?subject=x',
    'mailto:a@b.example,c@d.example',
    'mailto:help@shop.example.test%0a',
    'mailto:',
    'tel:+4930123456',
    'help@shop.example.test',
    'https://user@shop.example.test/',
  ])('supportUrl of %s is rejected', async (supportUrl) => {
    const { status, json } = await put({ supportUrl })
    expect({ status, field: json.errors?.[0].field }).toEqual({ status: 400, field: 'supportUrl' })
  })
})

describe('supportEmail', () => {
  it('supportEmail appears on payments, on the hosted page and in a cancelled payment’s problem', async () => {
    const supportEmail = 'help+eu@shop.example.test'
    const supportUrl = 'https://shop.example.test/help'
    const { json } = await put({ supportEmail, supportUrl })
    expect(json).toMatchObject({ supportEmail, supportUrl })
    const { token } = await test.createPayment()
    const path = `/v2/secure-payments/${token}`
    expect((await test.call('GET', path)).json.merchant).toMatchObject({ supportEmail, supportUrl })
    const page = await (await fetch(`${test.host.url}/?token=${token}`)).text()
    expect(page).toContain(`<a href="mailto:${supportEmail}"><bdi dir="ltr">${supportEmail}</bdi>`)
    await test.call('POST', `${path}/cancel`)
    const { status, json: problem } = await test.call('GET', path)
    expect([status, problem]).toEqual([410, expect.objectContaining({ supportEmail, supportUrl })])
    expect((await put({})).json.supportEmail).toBeNull()
  })

  it.each([
    'help',
    'help@localhost',
    'help@shop..test',
    '.help@shop.test',
    'help@shop.test?subject=x',
    'a@b.test,c@d.test',
    'mailto:help@shop.test',
    '"><script>@shop.test',
    'help@shop.test%0a',
    'hеlp@shop.test',
    'help@shоp.test',
    'help@127.0.0.1',
    `${'a'.repeat(250)}@shop.test`,
  ])('supportEmail of %s is rejected', async (supportEmail) => {
    const { status, json } = await put({ supportEmail })
    expect({ status, field: json.errors?.[0].field, code: json.errors?.[0].code }).toEqual({
      status: 400,
      field: 'supportEmail',
      code: 'invalid_email',
    })
  })
})

describe('A payment that the service does not have', () => {
  const UNKNOWN = '/v2/secure-payments/01KB4X3F6V3M2N5P7R9T0W1X2Y'

  it('a payment that the service does not have returns the contacts of the calling client ID, and no others', async () => {
    const { clientId } = await test.createClientId()
    const headers = pageHeaders(clientId)
    const read = async (path = UNKNOWN) =>
      (await test.call('GET', path, { anonymous: true, headers })).json
    expect(await read()).toMatchObject({ status: 404, supportUrl: null, supportEmail: null })
    await put({ supportEmail: 'all@shop.example.test' })
    expect(await read()).toMatchObject({ supportUrl: null, supportEmail: 'all@shop.example.test' })
    await put({ supportUrl: 'https://shop.example.test/help' }, `?clientId=${clientId}`)
    const own = { supportUrl: 'https://shop.example.test/help', supportEmail: null }
    expect(await read()).toMatchObject(own)

    // A payment of another tenant looks as if it did not exist.
    const { apiKey } = await test.createTenant()
    const { json } = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers: { 'x-api-key': apiKey },
      body: { requests: [usdcItem] },
    })
    expect(await read(`/v2/secure-payments/${json.token}`)).toMatchObject({ status: 404, ...own })
    expect((await test.call('GET', UNKNOWN)).json).not.toHaveProperty('supportUrl')
    await test.call('DELETE', `/v1/branding?clientId=${clientId}`)
    await test.call('DELETE', '/v1/branding')
  })
})

describe('The font', () => {
  const FONT = {
    fontFamily: 'Inter Tight',
    fontUrl: 'https://fonts.shop.example.test/a/inter.woff2',
  }

  it('the font is allowed, preloaded and declared on the tenant’s pages, and on no others', async () => {
    expect((await put(FONT)).json).toMatchObject(FONT)
    const { token } = await test.createPayment()
    const open = (one: string) => fetch(`${test.host.url}/?token=${one}`)
    const answer = await open(token)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toMatch(/font-src https:\/\/fonts\.shop\.example\.test(;|$)/)
    const html = await answer.text()
    expect(html).toContain(
      `<link rel="preload" href="${FONT.fontUrl}" as="font" type="font/woff2" crossorigin>`,
    )
    const css = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
    expect(css).toBe(
      `@font-face{font-family:"brand Inter Tight";unicode-range:U+3A-A1,U+A6-209F,U+20D0-10FFFF;src:url("${FONT.fontUrl}") format("woff2");font-weight:100 900;font-display:swap}:root{font-family:"brand Inter Tight",system-ui,sans-serif;--sp-font-family:"brand Inter Tight",system-ui,sans-serif}`,
    )
    expect(policy).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`)

    const { apiKey } = await test.createTenant()
    const { json } = await test.call('POST', '/v2/secure-payments', {
      anonymous: true,
      headers: { 'x-api-key': apiKey },
      body: { requests: [usdcItem] },
    })
    for (const one of [json.token, '01KB4X3F6V3M2N5P7R9T0W1X2Y']) {
      const other = await open(one)
      expect(other.headers.get('content-security-policy')).not.toContain('font-src')
      expect(await other.text()).not.toContain('woff2')
    }
    expect((await put({})).json).toMatchObject({ fontFamily: null, fontUrl: null })
  })

  it.each([
    [{ fontFamily: 'Inter' }, 'fontUrl', 'required'],
    [{ fontUrl: FONT.fontUrl }, 'fontFamily', 'required'],
    ...[
      'http://fonts.shop.example.test/inter.woff2',
      'https://fonts.shop.example.test/inter.ttf',
      'https://fonts.shop.example.test/inter.woff2?x=1',
      'https://127.0.0.1/inter.woff2',
      'https://[::1]/inter.woff2',
      'https://localhost/inter.woff2',
      'https://user@fonts.shop.example.test/inter.woff2',
      'https://fonts.shop.example.test/");}body{display:none}.woff2',
      'https://fonts.shop.example.test;script-src */inter.woff2',
      'https://fonts.shop.example.test/</style><script>.woff2',
      'data:font/woff2;base64,AAAA.woff2',
      'https://fonts.shop.example.test:99999/inter.woff2',
    ].map((fontUrl) => [{ ...FONT, fontUrl }, 'fontUrl', 'invalid_url'] as const),
    ...['I', '"Inter"', 'Inter;}', 'Inter</style>', 'Íñter', 'a'.repeat(65)].map(
      (fontFamily) => [{ ...FONT, fontFamily }, 'fontFamily', 'invalid_font'] as const,
    ),
  ] as const)('the font %j is rejected', async (body, field, code) => {
    const { status, json } = await put(body)
    expect([status, json.errors?.[0]]).toEqual([400, expect.objectContaining({ field, code })])
  })
})
