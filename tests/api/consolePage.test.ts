import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../support/sendRaw.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

/** The console exists only after a build. */
const hasConsole = existsSync(
  fileURLToPath(new URL('../../console/dist/index.html', import.meta.url)),
)

let test: TestHost
let port: number
beforeAll(async () => {
  port = await findFreePort()
  test = await startTestHost({
    PAY_PORT: String(port),
    PAY_BASE_URL: `http://127.0.0.1:${port}`,
  })
})
afterAll(() => test[Symbol.asyncDispose]())

/** Requests a path with a given Host name. */
const ask = (path: string, name: string) =>
  sendRaw(test.host, [`GET ${path} HTTP/1.1`, `Host: ${name}`])

describe.runIf(hasConsole)('The console, on a developer’s machine', () => {
  it.each(['/console', '/console/', '/console/webhooks?a=b', '/console//evil.example/'])(
    'the console redirects %s to its own name from another name for the machine',
    async (path) => {
      const { status, headers } = await ask(path, `localhost:${port}`)
      expect(status).toBe(302)
      expect(headers).toContain(`location: http://127.0.0.1:${port}${path}\r\n`)
    },
  )

  it.each(['127.0.0.1', 'evil.example', 'localhost.evil.example'])(
    'The console is served as %s, its own name or a proxy’s',
    async (name) => {
      const { status, body } = await ask('/console/', `${name}:${port}`)
      expect(status).toBe(200)
      expect(body).toContain('<merchant-console')
    },
  )

  it('the console on a developer’s machine is served when the Host header names another port of that machine, as behind a proxy', async () => {
    expect((await ask('/console/', 'localhost:1')).status).toBe(200)
  })
})

describe.runIf(hasConsole)('The console, on a public host', () => {
  it('the console on a public host is served for any Host header that the proxy sends', async () => {
    await using outside = await startTestHost({ PAY_AUTH_URL: 'https://auth.example.test' })
    const lines = ['GET /console/ HTTP/1.1', `Host: localhost:${outside.host.port}`]
    expect((await sendRaw(outside.host, lines)).status).toBe(200)
  })
})
