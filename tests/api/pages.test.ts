import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@secure-payment/host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payPageDirectives } from '../../host/src/http/payPage.ts'
import { VERSION } from '../../host/src/version.ts'
import { PAYEE, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

let test: TestHost
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-pages-'))
  const script = join(folder, 'wallet.js')
  writeFileSync(script, 'globalThis.wallet = true')
  test = await startTestHost({
    PAY_NETWORKS: 'devnet,devnet-b',
    PAY_DEV_WALLET_SCRIPT: script,
    PAY_PUBLIC_RPC_URL_DEVNET: 'http://127.0.0.1:8545/path',
  })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const open = (path: string) => test.call('GET', path, { anonymous: true })

describe('The hosted page', () => {
  it('the hosted page contains the element with the token, but no other script', async () => {
    const { token } = await test.createPayment()
    const { status, text, headers } = await open(`/?token=${token}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain(`token="${token}"`)
    expect(text).toContain(`api-base="${test.host.url}"`)
    expect(text).toMatch(/<noscript>.*JavaScript/)
    for (const [, rest] of text.matchAll(/<script([^>]*)>/g)) expect(rest).toContain('src="/')
    expect(text).not.toMatch(/\son\w+=|<style|style=|javascript:/)
  })

  it.each([
    ['&lang=ar', '<html lang="ar" dir="rtl">', 'الدفع · تاجر غير موثّق'],
    ['&lang=pt-PT', '<html lang="pt" dir="ltr">', 'Pagamento · Vendedor não verificado'],
    ['&lang=%22%3E%3Cscript%3E', '<html lang="en" dir="ltr">', 'Payment · Unverified merchant'],
  ])('the hosted page is in the requested language: %s', async (query, html, title) => {
    const { token } = await test.createPayment()
    const { text, headers } = await open(`/?token=${token}${query}`)
    expect(headers['vary']).toContain('Accept-Language')
    expect(text).toContain(html)
    expect(text).toContain(`<title>${title}</title>`)
  })

  it('the hosted page runs only its own script and cannot be framed', async () => {
    const { token } = await test.createPayment()
    const { headers } = await open(`/?token=${token}`)
    const policy = Object.fromEntries(
      (headers['content-security-policy'] ?? '').split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ')
        return [name, values]
      }),
    )
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['secure-payment', 'lit-html'],
    })
    expect(policy['connect-src']).toEqual([
      "'self'",
      test.host.url,
      'http://127.0.0.1:8545',
      'http://127.0.0.1:1',
    ])
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each([
    '"><script>alert(1)</script>',
    "' onmouseover=alert(1) x='",
    '01KB4Z8Q6V3M2N5P7R9T0W1X2Y"',
    '&quot;>',
  ])('the hosted page inserts only a token into its markup: %s', async (token) => {
    const { status, text } = await open(`/?token=${encodeURIComponent(token)}`)
    expect(status).toBe(404)
    expect(text).not.toMatch(/alert|<script|<secure-payment/)
    expect(text).not.toContain(token)
  })

  it('the hosted page loads a test wallet when every network is a test network', async () => {
    const { token } = await test.createPayment()
    expect((await open(`/?token=${token}`)).text).toContain('<script src="/dev-wallet.js">')
    expect((await open('/dev-wallet.js')).text).toBe('globalThis.wallet = true')
  })

  it('the hosted page never loads a test wallet when a network holds real money', () => {
    const env = { PAY_DEV_WALLET_SCRIPT: '/x.js', PAY_NETWORKS: 'devnet,base' }
    const rpc = { PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' }
    expect(() => loadConfig({ ...env, ...rpc })).toThrow('PAY_DEV_WALLET_SCRIPT is for tests')
  })
})

describe('The service’s root URL', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const openAs = (accept: string, path = '/') =>
    test.call('GET', path, { anonymous: true, unchecked: true, headers: { accept } })

  it('the service’s root URL shows a browser links to the console and the documentation, without an error about a missing payment', async () => {
    const { status, text, headers } = await openAs(BROWSER)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['vary']).toContain('Accept')
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toContain('<h1>Secure Payment</h1>')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).toContain(`<dd>${VERSION}</dd>`)
    expect(text.match(/<th scope="row">([^<]+)</g)).toEqual([
      '<th scope="row">Devnet<',
      '<th scope="row">Devnet B<',
    ])
    expect(text).toContain(`href="${test.host.url}/docs"`)
    expect(text).not.toContain('<secure-payment')
    const links = [...text.matchAll(/href="(http[^"]*)"/g)].map(([, url = '']) => url)
    for (const url of links) expect((await fetch(url)).status, url).toBe(200)
  })

  it('the service’s root URL returns a problem document to an API client', async () => {
    const { status, json, headers } = await openAs('application/json')
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'route_not_found' })
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  it('the service’s root URL reports a network without a node, and the readiness', async () => {
    await expect.poll(async () => (await openAs(BROWSER)).text).toContain('No node responds')
    const { status, text } = await openAs(BROWSER)
    expect(status).toBe(200)
    expect(text).toContain('<a href="/readyz">Not ready</a>')
    expect(text).not.toContain('127.0.0.1:1')
  })

  it('the service’s root URL returns the hosted page when it names a payment', async () => {
    const { token } = await test.createPayment()
    expect((await openAs(BROWSER, `/?token=${token}`)).text).toContain('<secure-payment')
  })
})

describe('WalletConnect on the hosted page', () => {
  const RELAY = 'ws://127.0.0.1:24999'
  const openPage = async (env: Record<string, string>) => {
    await using host = await startTestHost({ PAY_NETWORKS: 'devnet', ...env })
    const { token } = await host.createPayment()
    const { text, headers } = await host.call('GET', `/?token=${token}`, { anonymous: true })
    const console = await host.call('GET', '/console/', { anonymous: true })
    return {
      text,
      policy: headers['content-security-policy'] ?? '',
      consolePolicy: console.headers['content-security-policy'] ?? '',
    }
  }

  it('WalletConnect on the hosted page needs a project, whose relay is then the only further server that the page may contact', async () => {
    const project = {
      PAY_WALLETCONNECT_PROJECT_ID: 'story-project',
      PAY_WALLETCONNECT_RELAY_URL: RELAY,
    }
    const { text, policy, consolePolicy } = await openPage(project)
    expect(text).toContain('walletconnect-project-id="story-project"')
    expect(text).toContain(`walletconnect-relay-url="${RELAY}"`)
    expect(policy).toMatch(new RegExp(`connect-src 'self' [^;]*${RELAY}(;|$)`))
    expect(policy).not.toContain('frame-src')
    expect(consolePolicy).not.toContain(RELAY)
  })

  it('WalletConnect on the hosted page is absent without a project, and so is its relay', async () => {
    const { text, policy } = await openPage({ PAY_WALLETCONNECT_RELAY_URL: RELAY })
    expect(text).not.toContain('walletconnect')
    expect(policy).not.toContain(RELAY)
  })

  it.each([
    ['PAY_WALLETCONNECT_PROJECT_ID', 'a" onload="x', 'letters, digits'],
    ['PAY_WALLETCONNECT_RELAY_URL', 'https://relay.example.test', 'WebSocket origin'],
    ['PAY_WALLETCONNECT_RELAY_URL', 'wss://relay.example.test/path', 'WebSocket origin'],
    ['PAY_WALLETCONNECT_RELAY_URL', 'wss://a.test; script-src *', 'WebSocket origin'],
  ])('WalletConnect on the hosted page rejects %s=%s', (name, value, problem) => {
    expect(() => loadConfig({ PAY_NETWORKS: 'devnet', [name]: value })).toThrow(problem)
  })
})

describe('The hosted page’s allowed nodes', () => {
  const networks = {
    PAY_NETWORKS: 'base,optimism,matic,devnet-b',
    PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:8546',
    PAY_PUBLIC_RPC_URL_BASE: 'https://base.example.test/key',
    PAY_PUBLIC_RPC_URL_OPTIMISM: 'https://optimism.example.test',
    PAY_PUBLIC_RPC_URL_MATIC: 'https://matic.example.test',
  }
  const nodesOf = (env: Record<string, string>) => {
    const own = { PAY_BASE_URL: 'https://pay.example.test', ...networks }
    return payPageDirectives(loadConfig({ ...own, ...env }))['connectSrc']
  }

  it('the hosted page’s allowed nodes include those of the source chains', () => {
    // Polygon is not a source chain, so its only node is the host's own.
    expect(nodesOf({})).toEqual([
      "'self'",
      'https://pay.example.test',
      'https://base.example.test',
      'https://mainnet.base.org',
      'https://optimism.example.test',
      'https://mainnet.optimism.io',
      'https://matic.example.test',
      'http://127.0.0.1:8546',
    ])
  })

  it('the hosted page’s allowed nodes are only this host’s nodes when no payments come from other chains', () => {
    expect(nodesOf({ PAY_LIFI_URL: 'off' })).toEqual([
      "'self'",
      'https://pay.example.test',
      'https://base.example.test',
      'https://optimism.example.test',
      'https://matic.example.test',
      'http://127.0.0.1:8546',
    ])
  })
})

describe('GET /r/{requestId}', () => {
  it('GET /r/{requestId} redirects from a webhook’s link to the payment page', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    for (const requestId of requestIds) {
      const { status, headers } = await open(`/r/${requestId}`)
      expect({ status, to: headers['location'] }).toEqual({
        status: 302,
        to: `${test.host.url}/?token=${token}`,
      })
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  it('GET /r/{requestId} returns only an error for a request without a page, and none of the request’s data', async () => {
    const { requestIds } = await test.createPayment()
    const [requestId = ''] = requestIds
    const { kysely } = test.host.context.db
    await kysely
      .updateTable('requests')
      .set({ secure_payment_token: null })
      .where('id', '=', requestId)
      .execute()
    const { status, text, headers } = await open(`/r/${requestId}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    })
    expect(text).toContain('This request has no payment page')
    for (const secret of [requestId, PAYEE, usdcItem.amount]) expect(text).not.toContain(secret)
  })

  it('GET /r/{requestId} returns 404 for any other id', async () => {
    const { requestIds } = await test.createPayment()
    const [requestId = ''] = requestIds
    for (const id of [`01${'0'.repeat(64)}`, 'x', '%00', requestId.toUpperCase()]) {
      const { status, json, headers } = await open(`/r/${id}`)
      expect({ id, status, code: json.code }).toEqual({
        id,
        status: 404,
        code: 'request_not_found',
      })
      expect(headers['content-type']).toContain('application/problem+json')
    }
  })
})

describe('Static files', () => {
  it.each([
    '/pay.css',
    '/receipt.css',
    '/docs/docs.js',
    '/docs/docs.css',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
    '/docs/favicon-32x32.png',
    '/dev-wallet.js',
    '/openapi.json',
    '/',
    '/docs',
  ])('static files are not sniffed: %s', async (path) => {
    const { status, headers } = await open(path)
    expect({ status, sniff: headers['x-content-type-options'] }).toEqual({
      status: 200,
      sniff: 'nosniff',
    })
  })
})

describe('The hosted pages’ style sheets and scripts', () => {
  it.each(['/pay.css', '/receipt.css', '/pay.js', '/receipt.js'])(
    'GET %s returns Brotli, gzip or plain text, whichever the browser accepts',
    async (path) => {
      const read = async (encoding: string) => {
        const response = await fetch(`${test.host.url}${path}`, {
          headers: { 'accept-encoding': encoding },
        })
        return { sent: response.headers.get('content-encoding'), text: await response.text() }
      }
      const plain = await read('identity')
      expect(plain.sent).toBeNull()
      expect(await read('gzip, deflate, br')).toEqual({ ...plain, sent: 'br' })
      expect(await read('gzip')).toEqual({ ...plain, sent: 'gzip' })
    },
  )

  it.each(['/pay.css', '/receipt.css'])(
    '%s is one sheet: the shared rules and those of its page, without comments',
    async (path) => {
      const { text } = await open(path)
      expect(text).toContain('--primary-surface:')
      expect(text).toContain(path === '/pay.css' ? 'secure-payment' : '.receipt')
      expect(text).not.toContain('/*')
    },
  )
})

describe('The documentation', () => {
  it('the documentation lists the origins of this host', async () => {
    const { json } = await open('/openapi.json')
    expect(json.openapi).toBe('3.1.0')
    expect(json.servers).toEqual([{ url: test.host.url }])
  })

  it('the documentation opens in a page without an inline script', async () => {
    const { status, text, headers } = await open('/docs')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    for (const [, path = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect({ path, status: (await open(path)).status }).toEqual({ path, status: 200 })
    }
  })
})

describe('The health check', () => {
  it('the health check reports that the host is alive, and that it is not ready before a network’s first block', async () => {
    expect((await open('/livez')).json).toEqual({ status: 'ok' })
    const { status, json } = await open('/readyz')
    expect(status).toBe(503)
    expect(json.code).toBe('not_ready')
    expect(json.networks).toEqual(
      ['devnet', 'devnet-b'].map((network) => ({
        network,
        status: 'down',
        headBlock: null,
        cursorBlock: null,
        lagBlocks: null,
      })),
    )
  })

  it.each([
    ['ok', 5n, 0],
    ['behind', 500n, 0],
    ['behind', -1n, 0],
    ['down', 5n, 31_000],
  ])(
    'the health check reports a network as %s by its lag and silence',
    async (status, lag, silentMs) => {
      const { db } = test.host.context
      const cursor = {
        block_number: 1_000n - lag,
        block_hash: '0x',
        head_number: 1_000n,
        updated_at: new Date(test.clock.now().getTime() - silentMs).toISOString(),
      }
      await db.kysely
        .insertInto('chain_cursors')
        .values({ network: 'devnet', ...cursor })
        .onConflict((conflict) => conflict.column('network').doUpdateSet(cursor))
        .execute()
      // The host caches a `/readyz` response for one second.
      await expect
        .poll(async () => (await open('/readyz')).json.networks[0])
        .toEqual({
          network: 'devnet',
          status,
          headBlock: 1_000,
          cursorBlock: Number(1_000n - lag),
          lagBlocks: Math.max(0, Number(lag)),
        })
    },
  )
})
