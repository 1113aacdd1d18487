import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILD_FOLDERS } from '../../host/src/folders.ts'
import { hasGuidesBuild } from '../../host/src/releases/build.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const hasConsole = existsSync(
  fileURLToPath(new URL('../../console/dist/index.html', import.meta.url)),
)
const hasGuides = hasGuidesBuild(BUILD_FOLDERS.guides)

let test: TestHost
let https: TestHost
/** A payment of `test`, for the paths with `{token}`. */
let token = ''
beforeAll(async () => {
  test = await startTestHost({}, { builds: BUILD_FOLDERS })
  https = await startTestHost({ PAY_AUTH_URL: 'https://auth.example.test' })
  token = (await test.createPayment()).token
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await https[Symbol.asyncDispose]()
})

const open = (path: string, method = 'GET', host = test) =>
  host.call(method, path.replace('{token}', token), { anonymous: true, unchecked: true })

/** The content security policy of every response that is not a page. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'"

const answers: readonly (readonly [name: string, method: string, path: string, status: number])[] =
  [
    ['data', 'GET', '/v2/currencies?id=USDC-devnet', 401],
    ['a refusal', 'POST', '/v2/secure-payments', 401],
    ['a preflight', 'OPTIONS', '/v1/auth/login', 204],
    ['a wrong method', 'DELETE', '/v1/auth/login', 405],
    ['an unknown path', 'GET', '/nothing', 404],
    ['a path that cannot be decoded', 'GET', '/v2/secure-payments/%', 400],
    ['health', 'GET', '/livez', 200],
    ['the OpenAPI document', 'GET', '/openapi.json', 200],
    ['the token list', 'GET', '/tokens/latest.json', 200],
    ['a style sheet', 'GET', '/pay.css', 200],
    ['a script', 'GET', '/docs/docs.js', 200],
    ['an unknown code', 'GET', '/errors/nothing', 404],
  ]
const pages: readonly (readonly [name: string, path: string])[] = [
  ['the operator’s page', '/'],
  ['the payment page', '/?token={token}'],
  ['the documentation', '/docs'],
  ['the list of error codes', '/errors'],
  ['an error code’s page', '/errors/origin_not_allowed'],
  ...(hasConsole ? [['the console', '/console/'] as const] : []),
  ...(hasGuides ? [['the guides’ index', '/guides/'] as const] : []),
  ...(hasGuides ? [['a guide', '/guides/embed'] as const] : []),
]

describe('Every response', () => {
  it.each(answers)(
    'a response allows nothing in a browser: %s',
    async (_, method, path, status) => {
      const { headers, ...answer } = await open(path, method)
      expect(answer.status).toBe(status)
      expect(headers).toMatchObject({
        'content-security-policy': CLOSED,
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    },
  )

  it.each([
    ...answers.map(([name, method, path]) => ({ name, method, path })),
    ...pages.map(([name, path]) => ({ name, method: 'GET', path })),
  ])(
    'a response requires https only if the service uses https: $name',
    async ({ method, path }) => {
      const secure = await open(path, method, https)
      expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
      const plain = await open(path, method)
      expect(plain.headers['strict-transport-security']).toBeUndefined()
    },
  )

  it('every response with data or an error forbids caching', async () => {
    for (const path of ['/v1/auth/session', '/v2/client-ids', '/livez', '/nothing', '/']) {
      expect((await open(path)).headers['cache-control']).toBe('no-store')
    }
  })
})

describe('Every page', () => {
  it.each(pages)(
    'a page allows only its necessary scripts, frames and form targets: %s',
    async (_, path) => {
      const { status, headers } = await open(path)
      expect(status).toBe(200)
      const policy = new Map(
        (headers['content-security-policy'] ?? '').split(';').map((directive) => {
          const [name = '', ...values] = directive.trim().split(' ')
          return [name, values.join(' ')]
        }),
      )
      expect(policy.get('default-src')).toBe("'none'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'none'")
      expect(["'self'", undefined]).toContain(policy.get('script-src'))
      expect(headers['content-security-policy']).not.toContain("'unsafe-eval'")
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    },
  )

  it.each(pages)('a page has no inline script: %s', async (_, path) => {
    const { text } = await open(path)
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(text).not.toMatch(/\son\w+=/)
  })
})

describe('An error code’s page', () => {
  it('an error code’s page is at the URL in the problem document’s `type`', async () => {
    const { json } = await open('/v1/auth/session')
    const { pathname, origin } = new URL(json.type)
    expect({ pathname, origin }).toEqual({
      pathname: '/errors/missing_credential',
      origin: test.host.url,
    })
    const { status, text, headers } = await open(pathname)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('401 Unauthorized')
    expect(text).toContain('x-api-key')
  })

  it('an error code’s page is linked from the list, which has no other links', async () => {
    const { text } = await open('/errors')
    const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(60)
    for (const path of links)
      expect({ path, status: (await open(path)).status }).toEqual({ path, status: 200 })
  })

  it('an error code’s page does not repeat an unknown address', async () => {
    for (const path of ['/errors/%3Cscript%3E', '/errors/nothing', '/errors/toString']) {
      const { status, text } = await open(path)
      expect(status).toBe(404)
      expect(text).not.toContain('<script')
    }
  })
})
