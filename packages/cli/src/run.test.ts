import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from './commands/commands.ts'
import { displayWidth } from './output/displayWidth.ts'
import { run } from './run.ts'
import { createTestIo } from './testing/createTestIo.ts'

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
