import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { hostFile } from '@secure-payment/devnet'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabasePlace, type DatabasePlace } from '../flows/support/openTestDatabase.ts'
import { API_KEY, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

type Process = {
  child: ChildProcess
  /** Both streams. */
  output: () => string
  /** Standard output alone. */
  stdout: () => string
  exit: Promise<number | null>
}

let place: DatabasePlace
let started: Process[]
beforeEach(async () => {
  place = await createDatabasePlace()
  started = []
})
afterEach(async () => {
  for (const { child, exit } of started) {
    child.kill('SIGKILL')
    await exit
  }
  await place.remove()
})

/** Runs the host in a separate process, like `npm run host`. */
function run(env: Record<string, string> = {}): Process {
  const child = spawn(process.execPath, ['--conditions=@secure-payment/source', hostFile('main')], {
    env: {
      PATH: process.env['PATH'],
      PAY_PORT: '0',
      PAY_DATABASE_URL: place.url,
      PAY_BOOTSTRAP_API_KEY: API_KEY,
      PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
      PAY_ROLE: 'api',
      PAY_LOG_LEVEL: 'silent',
      ...env,
    },
  })
  let text = ''
  let stdout = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const process_ = { child, output: () => text, stdout: () => stdout, exit }
  started.push(process_)
  return process_
}

async function urlOf({ output }: Process): Promise<string> {
  await waitUntil(() => output().includes('ready at'))
  return /ready at (\S+)/.exec(output())?.[1] ?? ''
}

function create(url: string, key: string) {
  return request(`${url}/v2/secure-payments`, {
    method: 'POST',
    headers: {
      'x-api-key': API_KEY,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ requests: [usdcItem] }),
  })
}

describe('The host process', () => {
  it('the host process prints one line when it is ready, and exits 0 on SIGTERM', async () => {
    const host = run()
    const url = await urlOf(host)
    expect(host.output()).toBe(`Secure Payment is ready at ${url}\n`)
    const { statusCode, body } = await request(`${url}/livez`)
    expect({ statusCode, body: await body.json() }).toEqual({
      statusCode: 200,
      body: { status: 'ok' },
    })
    host.child.kill('SIGTERM')
    expect(await host.exit).toBe(0)
  })

  it('the host process logs to standard error, so standard output has only the ready line', async () => {
    const host = run({ PAY_LOG_LEVEL: 'info' })
    const url = await urlOf(host)
    host.child.kill('SIGTERM')
    expect(await host.exit).toBe(0)
    expect(host.stdout()).toBe(`Secure Payment is ready at ${url}\n`)
    expect(host.output()).toContain('"msg":"Started"')
    expect(host.output()).toContain('"msg":"Stopped"')
  })

  it('the host process keeps every acknowledged write when it is killed', async () => {
    const first = run()
    const firstUrl = await urlOf(first)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { body } = await create(firstUrl, `k${index}`)
        return (await body.json()) as { token: string }
      }),
    )
    first.child.kill('SIGKILL')
    await first.exit
    const url = await urlOf(run())
    for (const [index, { token }] of answers.entries()) {
      const { statusCode, body } = await request(`${url}/v2/secure-payments/${token}`, {
        headers: { 'x-api-key': API_KEY },
      })
      await body.dump()
      expect(statusCode).toBe(200)
      const again = await create(url, `k${index}`)
      expect(await again.body.json()).toMatchObject({ token })
    }
  })

  it('the host process revokes a bootstrap key that the settings no longer contain', async () => {
    const first = run()
    await urlOf(first)
    first.child.kill('SIGTERM')
    await first.exit
    const url = await urlOf(run({ PAY_BOOTSTRAP_API_KEY: `${API_KEY}-2` }))
    const { statusCode } = await create(url, 'x')
    expect(statusCode).toBe(401)
  })

  it('the host process reports a configuration error and exits 1', async () => {
    const host = run({ PAY_PORT: 'x', PAY_NETWORKS: 'atlantis' })
    expect(await host.exit).toBe(1)
    expect(host.output()).toContain('PAY_PORT must be a whole number')
    expect(host.output()).toContain('PAY_NETWORKS names "atlantis"')
    expect(host.output()).not.toContain('    at ')
  })

  it('the host process reports an unreachable PostgreSQL server without the password, and exits 1', async () => {
    const host = run({ PAY_DATABASE_URL: 'postgres://pay:secret-word@127.0.0.1:1/shop' })
    expect(await host.exit).toBe(1)
    expect(host.output()).toContain('The database at 127.0.0.1:1/shop could not be opened')
    expect(host.output()).toContain('ECONNREFUSED')
    expect(host.output()).toContain('PAY_DATABASE_URL')
    expect(host.output()).not.toContain('secret-word')
    expect(host.output()).not.toContain('    at ')
  })

  it('the host process reports that its port is in use, names the setting, and exits 1', async () => {
    await using other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const host = run({ PAY_PORT: String(port) })
    expect(await host.exit).toBe(1)
    expect(host.output()).toContain('EADDRINUSE')
    expect(host.output()).toContain('Check PAY_PORT and PAY_BIND.')
    expect(host.output()).not.toContain('    at ')
  })
})
