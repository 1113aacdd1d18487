import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { openTerminal } from './openTerminal.ts'
import { nextSteps, runInit } from './runInit.ts'

let folder: string
let file: string
let printed: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-init-'))
  file = join(folder, '.env')
  printed = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(
  args: string[],
  answers: readonly string[] | null = null,
  hasPort = false,
): Promise<boolean> {
  let drawn = 0
  const open = [...(answers ?? [])]
  const random = (bytes: number) => new Uint8Array(bytes).fill(++drawn)
  return runInit(['--file', file, ...args], {
    ask: answers === null ? null : async () => open.shift() ?? '',
    print: (line) => printed.push(line),
    random,
    hasPort,
  })
}

describe('secure-payment-host init', () => {
  it('init with only options writes settings that a host accepts, with three different keys', async () => {
    const args = ['--networks', 'base,devnet', '--rpc', 'devnet=http://127.0.0.1:8545/?key=a=b']
    expect(await run([...args, '--url', 'https://pay.example.test', '--name', 'Shop & Co'])).toBe(
      true,
    )
    const env = parseEnv(readFileSync(file, 'utf8'))
    const config = loadConfig(env)
    expect(config.networks.map(({ network }) => network.id)).toEqual(['base', 'devnet'])
    expect(config.networks[1]?.rpcUrls).toEqual(['http://127.0.0.1:8545/?key=a=b'])
    expect(config).toMatchObject({
      baseUrl: 'https://pay.example.test',
      databaseUrl: 'sqlite:./data/secure-payment.db',
      merchantName: 'Shop & Co',
      trustedProxies: 1,
    })
    const { bootstrapApiKey, encryptionKey, dataKeys } = config
    expect(new Set([bootstrapApiKey, encryptionKey, ...dataKeys]).size).toBe(3)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('init asks for the settings that the options omit, and uses the defaults for empty answers', async () => {
    expect(await run([], ['sepolia', 'https://node.example.test', '', '', '', ''])).toBe(true)
    const env = parseEnv(readFileSync(file, 'utf8'))
    expect(env).toMatchObject({
      PAY_NETWORKS: 'sepolia',
      PAY_RPC_URL_SEPOLIA: 'https://node.example.test',
      PAY_BASE_URL: 'http://localhost:8080',
      PAY_PORT: '8080',
      PAY_TRUSTED_PROXIES: '0',
    })
    expect(env).not.toHaveProperty('PAY_MERCHANT_NAME')
    // The image keeps its own default.
    expect(env).not.toHaveProperty('PAY_DATABASE_URL')
  })

  it.each([
    ['http://localhost:26480', '26480'],
    ['http://[::1]:26480', '26480'],
    ['http://localhost', undefined],
    ['https://localhost:26480', undefined],
    ['https://pay.example.test:26480', undefined],
  ])('init derives from %s the port %s', async (url, port) => {
    expect(await run(['--networks', 'base', '--url', url])).toBe(true)
    expect(parseEnv(readFileSync(file, 'utf8'))['PAY_PORT']).toBe(port)
  })

  it('init writes no port if a proxy listens at the loopback URL', async () => {
    const args = ['--networks', 'base', '--url', 'http://localhost:26480', '--proxies', '1']
    expect(await run(args)).toBe(true)
    expect(parseEnv(readFileSync(file, 'utf8'))).not.toHaveProperty('PAY_PORT')
  })

  it('init writes no port if the environment has one, as in a container', async () => {
    const args = ['--networks', 'base', '--url', 'http://localhost:26480']
    expect(await run(args, null, true)).toBe(true)
    expect(parseEnv(readFileSync(file, 'utf8'))).not.toHaveProperty('PAY_PORT')
  })

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('init ends without an error or a file if the person presses %s', async (_, key) => {
    const input = new PassThrough()
    using terminal = openTerminal(input, Object.assign(new PassThrough(), { isTTY: true }))
    const print = (line: string) => printed.push(line)
    const random = (bytes: number) => new Uint8Array(bytes)
    const means = { ask: terminal.ask, print, random, hasPort: false }
    const written = runInit(['--file', file], means)
    input.write(`base\r${key}`)
    expect(await written).toBe(false)
    expect(printed).toEqual(['\nStopped. No file was written.'])
    expect(() => statSync(file)).toThrow('ENOENT')
  })

  it('init names the next commands with npx for a package, and with npm in the repository', () => {
    expect(nextSteps('secure-payment-host')).toMatch(
      /^ {2}npx @secure-payment\/host check .*\n {2}npx @secure-payment\/host /,
    )
    expect(nextSteps('npm run cli --')).toMatch(/^ {2}npm run cli -- check .*\n.*npm run host /)
  })

  it('init replaces a file only if --force is set', async () => {
    writeFileSync(file, 'kept', { mode: 0o644 })
    expect(await run(['--networks', 'base'])).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('kept')
    expect(printed.join()).toContain('--force')
    const earlier = openSync(file, 'r')
    expect(await run(['--networks', 'base', '--force'])).toBe(true)
    // A process that opened the readable file does not get the new keys.
    expect(readFileSync(earlier, 'utf8')).toBe('kept')
    closeSync(earlier)
    expect(readFileSync(file, 'utf8')).toContain('PAY_NETWORKS=base')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it.each([
    [[], 'Name the networks to serve'],
    [['--networks', 'atlantis', '--url', 'htp'], 'PAY_BASE_URL must be an origin'],
    [['--networks', 'atlantis', '--url', 'htp'], 'PAY_NETWORKS names "atlantis"'],
    [['--networks', 'base', '--name', "O'Shop"], 'PAY_MERCHANT_NAME contains a quote'],
    [['--networks', 'base', '--name', 'a\nPAY_PORT=1'], 'PAY_MERCHANT_NAME contains a quote'],
  ])('init writes nothing for %j, and states: %s', async (args, text) => {
    expect(await run(args)).toBe(false)
    expect(printed.join('\n')).toContain(text)
    expect(() => statSync(file)).toThrow('ENOENT')
  })
})
