import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@secure-payment/core/client'
import type { DevnetJson } from '@secure-payment/devnet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const CONDITION = '--conditions=@secure-payment/source'
const READY_TIMEOUT_MS = 180_000

let folder: string
let child: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secure-payment-cli-test-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command, and resolves once FILE exists. */
async function run(...flags: string[]) {
  return runIn({}, ...flags)
}

/** Runs the command with additional variables in its environment. */
async function runIn(
  environment: Record<string, string>,
  ...flags: string[]
): Promise<{
  file: string
  json: () => DevnetJson
  end: (signal: NodeJS.Signals) => Promise<unknown>
}> {
  const file = join(folder, 'devnet.json')
  const started = spawn(
    process.execPath,
    [CONDITION, 'scripts/devnet.ts', '--json', file, ...flags],
    {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  child = started
  await vi.waitUntil(() => existsSync(file) || started.exitCode !== null, READY_TIMEOUT_MS)
  return {
    file,
    json: () => JSON.parse(readFileSync(file, 'utf8')),
    async end(signal) {
      const exited = once(started, 'exit')
      started.kill(signal)
      const [code] = await exited
      return code
    },
  }
}

/** Returns the parts of a devnet that still exist after its end. */
async function remains(json: DevnetJson): Promise<string[]> {
  const urls = [
    json.host.baseUrl,
    json.webhookSink.deliveriesUrl,
    json.bridge.switchesUrl,
    ...json.chains.map((chain) => chain.rpcUrl),
  ]
  const answers = await Promise.allSettled(urls.map((url) => fetch(url)))
  const paths = [dirname(json.host.database.replace('sqlite:', ''))]
  return [
    ...urls.filter((_, index) => answers[index]?.status === 'fulfilled'),
    ...paths.filter((path) => existsSync(path)),
  ]
}

describe('npm run devnet', () => {
  it('npm run devnet writes FILE, which only its owner can read, once it accepts payments, and leaves nothing behind after SIGTERM', async () => {
    const { file, json, end } = await run('--networks', 'sepolia,base', '--block-time', '0')
    const content = json()
    expect(content.chains.map(({ chainId }) => chainId)).toEqual([11_155_111, 8_453])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await remains(content)).toHaveLength(6)
    expect((await fetch(`${content.host.baseUrl}/readyz`)).status).toBe(200)

    expect(await end('SIGTERM')).toBe(0)
    expect(existsSync(file)).toBe(false)
    expect(await remains(content)).toEqual([])
  })

  it('npm run devnet passes the shell’s settings, such as the lifetime of links, to its host', async () => {
    const { json, end } = await runIn({ PAY_LINK_LIFETIME_S: '90' }, '--networks', 'devnet')
    const { baseUrl, apiKey } = json().host
    const client = createClient({ baseUrl, apiKey })
    const startedAt = Date.now()
    const { token } = await client.securePayments.create({
      body: {
        requests: [
          {
            payee: json().accounts[0]?.address ?? '',
            invoiceCurrency: 'USDC-devnet',
            paymentCurrency: 'USDC-devnet',
            amount: '1',
          },
        ],
      },
    })
    const { expiresAt } = await client.securePayments.get({ params: { token } })
    const lifetimeMs = Date.parse(expiresAt) - startedAt
    expect(lifetimeMs).toBeGreaterThanOrEqual(89_000)
    expect(lifetimeMs).toBeLessThan(90_000 + READY_TIMEOUT_MS)
    expect(await end('SIGTERM')).toBe(0)
  })

  it('npm run devnet restarts a killed host, and writes its new process id to FILE', async () => {
    const { json, end } = await run('--networks', 'devnet')
    const { pid, baseUrl } = json().host
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => json().host.pid !== pid, 60_000)
    await vi.waitFor(
      async () => expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200),
      READY_TIMEOUT_MS,
    )
    expect(await end('SIGINT')).toBe(0)
  })

  it('npm run devnet leaves nothing behind when it is killed with SIGKILL', async () => {
    const { file, json, end } = await run('--networks', 'devnet')
    const content = json()
    await end('SIGKILL')
    await vi.waitFor(async () => expect(await remains(content)).toEqual([]), 60_000)
    await vi.waitFor(() => expect(existsSync(file)).toBe(false), 60_000)
  })

  it('npm run devnet shuts down cleanly when npm, whose shell does not forward the signal, ends', async () => {
    const file = join(folder, 'devnet.json')
    // The second command prevents the shell from replacing itself with the first.
    const script = `"${process.execPath}" ${CONDITION} scripts/devnet.ts --networks devnet --json "${file}"; true`
    const shell = spawn('sh', ['-c', script], {
      cwd: ROOT,
      env: { ...process.env, npm_lifecycle_event: 'devnet' },
      stdio: 'ignore',
    })
    await vi.waitUntil(() => existsSync(file), READY_TIMEOUT_MS)
    const content: DevnetJson = JSON.parse(readFileSync(file, 'utf8'))
    shell.kill('SIGTERM')
    await vi.waitFor(() => expect(existsSync(file)).toBe(false), 60_000)
    await vi.waitFor(async () => expect(await remains(content)).toEqual([]), 60_000)
  })

  it('npm run devnet exits with 2 and names an invalid flag', async () => {
    const wrong = spawn(
      process.execPath,
      [CONDITION, 'scripts/devnet.ts', '--networks', 'nowhere'],
      {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let text = ''
    wrong.stderr.on('data', (chunk) => {
      text += String(chunk)
    })
    const [code] = await once(wrong, 'close')
    expect(code).toBe(2)
    expect(text).toContain('--networks cannot run "nowhere". Known: mainnet,')
  })
})
