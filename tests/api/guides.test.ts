import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** Files in the same layout as the built guides. */
const SITE = {
  'index.html': '<h1>Guides</h1>',
  'embed.html': '<h1>Embed</h1>',
  'embed.md': '# Embed',
  '404.html': '<h1>No page</h1>',
  'design/time.html': '<h1>Time</h1>',
  'assets/app.0a1b2c3d.js': 'export {}',
  'files/Dockerfile.txt': 'FROM node',
  'llms.txt': '# Secure Payment',
  'llms-full.txt': '# Secure Payment\n\n# Embed',
}

let folder: string
let built: TestHost
let bare: TestHost
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-guides-'))
  const site = join(folder, 'dist')
  for (const [name, content] of Object.entries(SITE)) {
    mkdirSync(join(site, name, '..'), { recursive: true })
    writeFileSync(join(site, name), content)
  }
  writeFileSync(join(site, 'embed.html.br'), brotliCompressSync(SITE['embed.html']))
  writeFileSync(join(folder, 'secret.txt'), 'outside the site')
  built = await startTestHost({}, { builds: { guides: site } })
  bare = await startTestHost({}, { builds: { guides: join(folder, 'nothing') } })
})
afterAll(async () => {
  await built[Symbol.asyncDispose]()
  await bare[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const open = (path: string, host = built, accept = BROWSER) =>
  host.call('GET', path, { anonymous: true, unchecked: true, headers: { accept } })

describe('A host with built guides', () => {
  it.each([
    ['/guides/', SITE['index.html']],
    ['/guides/embed', SITE['embed.html']],
    ['/guides/embed?from=search', SITE['embed.html']],
    ['/guides/design/time', SITE['design/time.html']],
  ])(
    'a host with built guides serves the page %s under a policy that runs only its own files',
    async (path, text) => {
      const page = await open(path)
      expect({ status: page.status, text: page.text }).toEqual({ status: 200, text })
      expect(page.headers).toMatchObject({
        'content-type': expect.stringMatching(/^text\/html/),
        'cache-control': 'public, max-age=300',
        'content-security-policy':
          "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    },
  )

  it.each([
    ['/guides/embed.md', /^text\/markdown/, SITE['embed.md']],
    ['/guides/files/Dockerfile.txt', /^text\/plain/, SITE['files/Dockerfile.txt']],
    ['/llms.txt', /^text\/plain/, SITE['llms.txt']],
    ['/llms-full.txt', /^text\/plain/, SITE['llms-full.txt']],
  ])('a host with built guides serves the text %s', async (path, type, text) => {
    const file = await open(path)
    expect({ status: file.status, text: file.text }).toEqual({ status: 200, text })
    expect(file.headers['content-type']).toMatch(type)
    expect(file.headers['cache-control']).toBe('public, max-age=300')
  })

  it('a host with built guides lets browsers keep a file whose name contains its content hash', async () => {
    const { status, headers } = await open('/guides/assets/app.0a1b2c3d.js')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('a host with built guides sends the compressed page to a browser that accepts compression', async () => {
    const page = await fetch(`${built.host.url}/guides/embed`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(await page.text()).toBe(SITE['embed.html'])
  })

  it('a host with built guides redirects /guides to the index', async () => {
    const { status, headers } = await open('/guides')
    expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/guides/' })
  })

  it.each([
    '/guides/nothing',
    '/guides/nothing.png',
    '/guides/design/',
    '/guides//evil.example',
    '/guides/..%2fsecret.txt',
  ])('a host with built guides returns 404 with the site’s page for %s', async (path) => {
    const { status, text, headers } = await open(path)
    expect({ status, text }).toEqual({ status: 404, text: SITE['404.html'] })
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  })

  it('a host with built guides is linked from the start page and from the API reference', async () => {
    expect((await open('/')).text).toContain(`href="${built.host.url}/guides/"`)
    expect((await open('/docs')).text).toContain('href="/guides/"')
  })
})

describe('A host without built guides', () => {
  it.each(['/guides', '/guides/', '/guides/embed'])(
    'a host without built guides names the command that builds them at %s',
    async (path) => {
      const { status, text, headers } = await open(path, bare)
      expect(status).toBe(404)
      expect(text).toContain('<code>npm run docs</code>')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['vary']).toContain('Accept')
    },
  )

  it.each(['/guides/', '/llms.txt'])(
    'a host without built guides returns a problem document at %s for JSON',
    async (path) => {
      const { status, json } = await open(path, bare, 'application/json')
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'route_not_found' })
    },
  )

  it('a host without built guides has no link to them', async () => {
    expect((await open('/', bare)).text).not.toContain('/guides/')
    expect((await open('/docs', bare)).text).not.toContain('/guides/')
  })
})
