import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from './commands/commands.ts'
import { displayWidth } from './output/displayWidth.ts'
import { run } from './run.ts'
import { createTestIo } from './testing/createTestIo.ts'

const TOKEN = '01M8MSBG965QBYX9VGPR8D170P'

let configFolder: string
beforeAll(async () => {
  configFolder = await mkdtemp(join(tmpdir(), 'cli-run-'))
})
afterAll(() => rm(configFolder, { recursive: true, force: true }))

async function runWith(argv: readonly string[], facts: object = {}) {
  const test = createTestIo({ configFolder, ...facts })
  const code = await run(argv, test.io)
  return { code, out: test.out(), err: test.err() }
}

describe('The command line', () => {
  it.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['payments', 'list', '--nonsense'], "unknown option '--nonsense'"],
    [['links', 'show'], "missing required argument 'token'"],
    [['payments', 'list', '--type', 'x'], 'Allowed choices are direct'],
    [['webhooks', 'create', '--events', 'payment.confirmed,x'], 'x is not one of'],
    [['links', 'show', 'a', 'b'], 'too many arguments'],
    [['--host', 'x', 'whoami'], 'x is not the URL of a host.'],
    [[], 'Usage: secure-payment'],
    [['links'], 'Usage: secure-payment links'],
  ])('the program exits with 2 for %j', async (argv, message) => {
    const { code, out, err } = await runWith(argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
  })

  it.each(commands.map(({ path }) => path))('the help of %s fits 80 columns', async (path) => {
    const { code, out } = await runWith([...path.split(' '), '--help'])
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
  })

  it('the program prints its version', async () => {
    expect(await runWith(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })

  it('a failure without a response names the next step, as text and as JSON', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_x', SECURE_PAYMENT_URL: 'http://127.0.0.1:1' }
    const text = await runWith(['payments', 'list'], { env })
    expect(text).toMatchObject({ code: 1, out: '' })
    expect(text.err).toContain('secure-payment doctor')
    const { err } = await runWith(['payments', 'list', '--json'], { env })
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'network_error', status: 0 } })
  })

  it('doctor reports only the URL for a wrong URL', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_x', SECURE_PAYMENT_URL: 'http://127.0.0.1:1' }
    const other = async () => new Response('<!doctype html>')
    for (const facts of [{ env }, { env, fetch: other }]) {
      const { code, out } = await runWith(['doctor', '--json'], facts)
      expect(code).toBe(1)
      expect(JSON.parse(out).findings).toMatchObject([{ check: 'url', level: 'fail' }])
    }
  })

  it('only the error of a call that changes something mentions the call’s effect', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_x', SECURE_PAYMENT_URL: 'http://127.0.0.1:1' }
    const interrupted = new ReadableStream({ start: (body) => body.error(new Error('reset')) })
    const broken = async () => new Response(interrupted)
    const read = 'No response from http://127.0.0.1:1.\n'
    expect((await runWith(['payments', 'list'], { env })).err).toContain(read)
    expect((await runWith(['payments', 'list'], { env, fetch: broken })).err).toContain(read)
    const fetch = async (_: string, { method }: RequestInit) => {
      if (method === 'GET') return new Response('{}', { status: 404 })
      throw new TypeError('fetch failed')
    }
    const { err } = await runWith(['links', 'cancel', TOKEN], { env, fetch })
    expect(err).toContain('The call may or may not have had its effect.')
  })

  it('an error with one field prints its message once, and names the flag', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_x', SECURE_PAYMENT_URL: 'http://127.0.0.1:1' }
    const message = 'This host does not accept payments on "tron". Use one of: base, mainnet.'
    const problem = {
      ...{ type: 'https://example.test/errors/unsupported_network', title: 'Bad Request' },
      ...{ status: 400, statusCode: 400, error: 'Bad Request', requestId: 'req_1' },
      ...{ detail: message, message, code: 'unsupported_network' },
      errors: [{ field: 'requests[0].amount', message, code: 'unsupported_network' }],
    }
    const fetch = async (_: string, { method }: RequestInit) =>
      method === 'GET'
        ? new Response('{}', { status: 404 })
        : new Response(JSON.stringify(problem), { status: 400 })
    const { err } = await runWith(['links', 'create', '--amount', '1'], { env, fetch })
    expect(err).toMatch(/^error: Bad Request\n {2}--amount: This host .+ mainnet\.\n {2}code /)
  })

  it('a command that Ctrl-C ends before its result does not exit with 0', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_x', SECURE_PAYMENT_URL: 'http://127.0.0.1:1' }
    const fetch = async () => {
      test.stop()
      throw new Error('aborted')
    }
    const test = createTestIo({ configFolder, env, fetch })
    expect(await run(['payments', 'list'], test.io)).toBe(1)
    expect(test.err()).toBe('')
  })

  it('no output contains control characters from a host', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_x', SECURE_PAYMENT_URL: 'http://127.0.0.1:1' }
    const hostile = 'a\u001b]0;b\u0007\u009b2J\u202ec\u007f'
    const body = JSON.stringify({ failures: [{ network: hostile, message: hostile }] })
    const fetch = async () => new Response(body, { status: 503 })
    for (const argv of [['doctor'], ['doctor', '--json'], ['whoami'], ['whoami', '--json']]) {
      const { out, err } = await runWith(argv, { env, fetch })
      expect(out + err).not.toBe('')
      expect((out + err).match(/[^\P{Cc}\n]|\u202e/gu), argv.join(' ')).toBeNull()
    }
  })

  it('open opens only pages on the web', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_x', SECURE_PAYMENT_URL: 'http://127.0.0.1:1' }
    const url = 'file://server/program.exe#'
    const body = JSON.stringify({ service: { apiUrl: url, authUrl: url, payUrl: url } })
    const terminal = { columns: 80 }
    const test = createTestIo({
      configFolder,
      env,
      terminal,
      fetch: async () => new Response(body),
    })
    expect(await run(['open'], test.io)).toBe(1)
    expect(test.opened).toEqual([])
  })

  it('colours need a terminal, and neither NO_COLOR nor --no-color', async () => {
    const terminal = { columns: 100 }
    const sequence = '\u001b['
    const errOf = async (argv: readonly string[], facts: object) =>
      (await runWith(['whoami', ...argv], facts)).err
    expect(await errOf([], { terminal })).toContain(sequence)
    expect(await errOf([], {})).not.toContain(sequence)
    expect(await errOf([], { terminal, env: { NO_COLOR: '1' } })).not.toContain(sequence)
    expect(await errOf(['--no-color'], { terminal })).not.toContain(sequence)
  })
})
