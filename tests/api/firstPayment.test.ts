import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, startTestHost, type TestHost } from '../support/testHost.ts'

const GUIDE = join(import.meta.dirname, '../../docs/guides/first-payment.md')

let test: TestHost
let folder: string
let shop: { url: string } & AsyncDisposable
beforeAll(async () => {
  test = await startTestHost({
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_ROLE: 'api,worker',
  })
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-first-'))
  shop = await startShop()
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('The server in the first-payment guide', () => {
  it('the server in the first-payment guide creates a payment and redirects the payer to the payment page', async () => {
    const { status, headers } = await fetch(`${shop.url}/buy`, { redirect: 'manual' })
    expect(status).toBe(303)
    const page = new URL(headers.get('location') ?? '')
    expect(page.origin).toBe(test.host.url)
    const { json } = await test.call('GET', `/v2/secure-payments/${page.searchParams.get('token')}`)
    expect(json).toMatchObject({ status: 'pending', amount: '14.5', redirectUrl: shop.url })
    expect(await (await fetch(shop.url)).text()).toContain('waits for the payment')
  })

  it('the server in the first-payment guide accepts a signed webhook, and marks no order as paid for a test event', async () => {
    const body = { eventType: 'payment.confirmed' }
    const { json } = await test.call('POST', '/v1/webhook/test', { body })
    expect(json).toMatchObject({ sent: 1, failed: 0 })
    expect(await (await fetch(shop.url)).text()).not.toContain(' paid<')
  })

  it('the server in the first-payment guide returns 401 to a webhook with a wrong signature, or without a signature', async () => {
    const { json } = await test.call('GET', '/v1/webhook')
    const [{ url }] = json
    const body = JSON.stringify({ event: 'payment.confirmed' })
    for (const signature of [undefined, 'no', 'a'.repeat(64)]) {
      const headers = signature === undefined ? {} : { 'x-service-signature': signature }
      expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(401)
    }
  })

  it('the server in the first-payment guide returns 404 for unknown paths', async () => {
    expect((await fetch(`${shop.url}/favicon.ico`)).status).toBe(404)
  })

  it.each([
    [{ API_KEY: 'wrong' }, /^\S+ returned 401: \{.*\}\n$/],
    [{ PAY_URL: 'http://localhost:9' }, /^No host responds at http:\/\/localhost:9\.\n$/],
  ])(
    'the server in the first-payment guide prints one line without a host: %j',
    async (env, line) => {
      const child = await spawnShop({ PAY_URL: test.host.url, ...env })
      const [text] = await Promise.all([
        child.stderr.setEncoding('utf8').toArray(),
        once(child, 'exit'),
      ])
      expect(child.exitCode).toBe(1)
      expect(text.join('')).toMatch(line)
    },
  )
})

/** Writes the file that the guide shows, and starts it as the guide does. */
async function startShop(): Promise<{ url: string } & AsyncDisposable> {
  const child = await spawnShop({ PAY_URL: test.host.url })
  const stop = async () => {
    if (child.exitCode !== null || !child.kill()) return
    await once(child, 'exit')
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Open (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return { url, [Symbol.asyncDispose]: stop }
  }
  throw new Error('The shop of the guide ended before it was ready.')
}

async function spawnShop(env: Readonly<Record<string, string>>) {
  const [, code = ''] = /```js\n(\/\/ shop\.mjs\n.*?)```/s.exec(readFileSync(GUIDE, 'utf8')) ?? []
  const file = join(folder, 'shop.mjs')
  writeFileSync(file, code)
  return spawn(process.execPath, [file], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(await findFreePort()),
      API_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
