import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@secure-payment/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, startTestHost, type TestHost } from '../support/testHost.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/quick-start.md'), 'utf8')

/** Commands that print each language's version, to detect whether this machine has it. */
const VERSIONS: Record<string, readonly [command: string, ...args: string[]]> = {
  Node: [process.execPath, '--version'],
  Python: ['python3', '--version'],
  PHP: ['php', '--version'],
  Go: ['go', 'version'],
  Ruby: ['ruby', '-rwebrick', '--version'],
}

const languages = [
  ...GUIDE.matchAll(/^## (\w+)\n\n.*\n\n```sh\n(.*)\n```\n\n```\w+\n([\s\S]*?)```/gm),
].map(([, name = '', command = '', code = '']) => ({ name, command, code, probe: VERSIONS[name] }))

let test: TestHost
let folder: string
let child: ChildProcess | undefined
beforeAll(async () => {
  test = await startTestHost({ PAY_ALLOW_PRIVATE_WEBHOOKS: 'true', PAY_ROLE: 'api,worker' })
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-quick-'))
})
afterEach(async () => {
  if (child?.pid !== undefined && child.exitCode === null) {
    // The whole group: a shell starts some programs, and `go run` starts another process.
    process.kill(-child.pid)
    await once(child, 'exit')
  }
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('The programs in the quick start guide', () => {
  it('the quick start guide has one program per language', () => {
    expect(languages.map(({ name }) => name)).toEqual(Object.keys(VERSIONS))
  })

  for (const { name, command, code, probe } of languages)
    it.skipIf(!isInstalled(probe))(
      `the ${name} program creates a payment, prints a genuine event and returns 401 to a forged one`,
      async () => {
        const file = / (quickstart\.\w+)$/.exec(command)?.[1] ?? 'no file'
        writeFileSync(join(folder, file), code)
        const port = await findFreePort()
        const url = `http://localhost:${port}/`
        const webhook = await test.call('POST', '/v1/webhook', { body: { url } })
        const output = start(command, {
          PAY_URL: test.host.url,
          API_KEY,
          PORT: String(port),
          WEBHOOK_SECRET: webhook.json.secret,
        })

        await expect.poll(output).toContain('securePaymentUrl')
        const [, token] = /"token":"(\w+)"/.exec(output()) ?? []
        const payment = await test.call('GET', `/v2/secure-payments/${token}`)
        expect(payment.json).toMatchObject({ reference: 'order-1042', amount: '14.5' })

        const forge = (signature: string) =>
          fetch(url, {
            method: 'POST',
            body: JSON.stringify({ event: 'payment.confirmed', requestId: 'forged' }),
            headers: { 'x-service-signature': signature },
          }).then(
            ({ status }) => status,
            () => 'not ready',
          )
        await expect.poll(() => forge('a'.repeat(64))).toBe(401)
        expect(await forge('')).toBe(401)

        const body = { eventType: 'payment.confirmed' }
        const sent = await test.call('POST', '/v1/webhook/test', { body })
        expect(sent.json).toMatchObject({ sent: 1, failed: 0 })
        await expect.poll(output).toContain('payment.confirmed')
        expect(output()).not.toContain('forged')
        await test.call('DELETE', `/v1/webhook/${webhook.json.id}`)
      },
    )
})

function isInstalled(probe: (typeof VERSIONS)[string] | undefined): boolean {
  if (probe === undefined) return false
  const [command, ...args] = probe
  return spawnSync(command, args).status === 0
}

/** Starts a command of the guide in a separate process group, and returns a function that returns the command's output so far. */
function start(command: string, env: Readonly<Record<string, string>>): () => string {
  let text = ''
  const PATH = `${join(process.execPath, '..')}:${process.env['PATH']}`
  const GOCACHE = join(folder, 'go')
  child = spawn('sh', ['-c', command], {
    cwd: folder,
    detached: true,
    env: { GOCACHE, ...env, PATH },
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  return () => text
}
