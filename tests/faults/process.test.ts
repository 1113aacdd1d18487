import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { connect } from 'node:net'
import { hostFile } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedPlace, type DatabasePlace } from '../flows/support/openTestDatabase.ts'
import { API_KEY } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const CALLS = 20
const FAULT = `new Error('outer', { cause: new Error('inner') })`

let place: DatabasePlace
beforeAll(async () => {
  place = await createMigratedPlace()
})
afterAll(() => place.remove())

/** Starts a host; `code` runs in its process first. */
function run({ code = '', log = 'pipe' }: { code?: string; log?: 'pipe' | number }) {
  const preload =
    code === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
  const child = spawn(
    process.execPath,
    ['--conditions=@secure-payment/source', ...preload, hostFile('main')],
    {
      env: {
        PATH: process.env['PATH'],
        PAY_PORT: '0',
        PAY_DATABASE_URL: place.url,
        PAY_BOOTSTRAP_API_KEY: API_KEY,
        PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
        PAY_ROLE: 'api',
        PAY_LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', 'pipe', log],
    },
  )
  const text = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    text.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text.err += chunk
  })
  return {
    child,
    text,
    async url() {
      await waitUntil(() => text.out.includes('ready at') || child.exitCode !== null)
      return /ready at (\S+)/.exec(text.out)?.[1] ?? ''
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const ask = (url: string) =>
  fetch(`${url}/v2/request/none`, { headers: { 'x-api-key': API_KEY } }).then(
    ({ status }) => status,
  )

describe('A host', () => {
  it.each([
    ['an error', `throw ${FAULT}`],
    ['a rejection', `Promise.reject(${FAULT})`],
  ])('a host logs %s without a handler, with its cause, and exits 1', async (_, fault) => {
    await using host = run({ code: `process.on('SIGUSR2', () => { ${fault} })` })
    await host.url()
    host.child.kill('SIGUSR2')
    const [status] = await once(host.child, 'close')
    expect(status).toBe(1)
    const last = host.text.err.trim().split('\n').at(-1) ?? ''
    expect(JSON.parse(last)).toMatchObject({ level: 60, err: { message: 'outer: inner' } })
  })

  it('a host survives a log on a full disk', async () => {
    await using host = run({ log: openSync('/dev/full', 'w') })
    const url = await host.url()
    for (let call = 0; call < CALLS; call += 1) expect(await ask(url)).toBe(404)
    expect(host.child.exitCode).toBeNull()
  })

  it('a host survives the loss of its output’s readers', async () => {
    await using host = run({})
    const url = await host.url()
    host.child.stdout?.destroy()
    host.child.stderr?.destroy()
    for (let call = 0; call < CALLS; call += 1) expect(await ask(url)).toBe(404)
    expect(host.child.exitCode).toBeNull()
  })

  it('a host survives callers that reset their connection in the middle of a call', async () => {
    await using host = run({})
    const url = new URL(await host.url())
    const body =
      'POST /v2/secure-payments HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    for (let call = 0; call < CALLS; call += 1) {
      const socket = connect(Number(url.port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`${body}x-api-key: ${API_KEY}\r\ncontent-length: 1000\r\n\r\n{"requests":`)
      socket.resetAndDestroy()
    }
    expect(await ask(url.origin)).toBe(404)
    expect(host.child.exitCode).toBeNull()
  })
})
