import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const KEY = 'k'.repeat(32)
const NODE = 'https://node.example/v1/secret-key'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  writeFileSync(join(folder, 'key'), `${KEY}\n`)
  writeFileSync(join(folder, 'node'), NODE)
  writeFileSync(join(folder, 'empty'), '\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string) => join(folder, name)

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

it('a secret is read from the file that its variable with _FILE names, without a line break at the end', () => {
  const config = loadConfig({
    PAY_ENCRYPTION_KEY_FILE: file('key'),
    PAY_RPC_URL_BASE_FILE: file('node'),
    PAY_NETWORKS: 'base',
  })
  expect(config.encryptionKey).toBe(KEY)
  expect(config.networks.map(({ rpcUrls }) => rpcUrls)).toEqual([[NODE]])
})

it('a secret that is given in both ways is a problem', () => {
  expect(problemsOf({ PAY_ENCRYPTION_KEY: KEY, PAY_ENCRYPTION_KEY_FILE: file('key') })).toEqual([
    'PAY_ENCRYPTION_KEY_FILE and PAY_ENCRYPTION_KEY are both set: remove one of them',
  ])
})

it('a file that is missing or empty, or contains an invalid secret, is a problem whose text omits the secret', () => {
  writeFileSync(file('short'), 'too-short-secret')
  const problems = [
    ...problemsOf({ PAY_ENCRYPTION_KEY_FILE: file('missing') }),
    ...problemsOf({ PAY_ENCRYPTION_KEY_FILE: file('empty') }),
    ...problemsOf({ PAY_ENCRYPTION_KEY_FILE: file('short') }),
  ]
  expect(problems).toEqual([
    'PAY_ENCRYPTION_KEY_FILE names a file that cannot be read (ENOENT)',
    'PAY_ENCRYPTION_KEY_FILE names a file that is empty',
    expect.stringMatching(/^PAY_ENCRYPTION_KEY must have at least 32 characters/),
  ])
  expect(problems.join()).not.toContain('too-short-secret')
})

it('an empty variable with _FILE counts as unset', () => {
  expect(loadConfig({ PAY_ENCRYPTION_KEY_FILE: ' ' }).encryptionKey).toBeNull()
})

it('a setting that is not secret cannot be read from a file', () => {
  expect(problemsOf({ PAY_PORT_FILE: file('key') })).toEqual([
    expect.stringMatching(/^PAY_PORT_FILE is not a setting of this service/),
  ])
})
