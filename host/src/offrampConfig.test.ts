import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import type { Environment } from './settings.ts'

const DEVNET = { PAY_RPC_URL_DEVNET: 'http://127.0.0.1:8545' }
const KEY = 'a-data-key-0123456789abcdef0123456789'
const DEPOSIT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HTTP = {
  PAY_OFFRAMP: 'http',
  PAY_DATA_KEY: KEY,
  PAY_OFFRAMP_HTTP_URL: 'https://offramp.example.test/v1/',
  PAY_OFFRAMP_HTTP_SECRET: 'whsec_c2hhcmVkIHNlY3JldCBvZiBhIHRlc3Qgb25seQ==',
  PAY_OFFRAMP_HTTP_DEPOSITS: JSON.stringify({ mainnet: DEPOSIT.toLowerCase() }),
}

function problemsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('The offramp provider', () => {
  it.each<[string, Environment, string | undefined]>([
    ['the sandbox on a local network', DEVNET, 'sandbox'],
    ['the sandbox on Sepolia', { PAY_RPC_URL_SEPOLIA: 'https://sepolia.example' }, 'sandbox'],
    [
      'the sandbox next to real money',
      { ...DEVNET, PAY_RPC_URL_BASE: 'https://base.example' },
      'sandbox',
    ],
    ['none with real money only', { PAY_RPC_URL_BASE: 'https://base.example' }, undefined],
    ['none without networks', {}, undefined],
    ['none when it is off', { ...DEVNET, PAY_OFFRAMP: 'off' }, undefined],
    ['the named one', { ...DEVNET, ...HTTP }, 'http'],
  ])('the offramp provider is %s', (_, env, kind) => {
    expect(loadConfig(env).offramp?.kind).toBe(kind)
  })

  it('the offramp provider names the missing address for the sandbox on Sepolia only', () => {
    const sepolia = { PAY_RPC_URL_SEPOLIA: 'https://sepolia.example', PAY_OFFRAMP: 'sandbox' }
    const problems = problemsOf(sepolia)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('PAY_OFFRAMP_SANDBOX_ADDRESS')
    expect(problemsOf({ ...sepolia, PAY_OFFRAMP_SANDBOX_ADDRESS: DEPOSIT })).toEqual([])
    expect(problemsOf({ ...sepolia, ...DEVNET })).toEqual([])
  })

  it('the offramp provider normalises its settings: checksummed addresses, URLs without a trailing slash', () => {
    expect(
      loadConfig({ ...DEVNET, PAY_OFFRAMP_SANDBOX_ADDRESS: DEPOSIT.toLowerCase() }).offramp,
    ).toEqual({
      kind: 'sandbox',
      depositAddress: DEPOSIT,
      delayMs: 2_000,
    })
    const statuses = { kyc: { verified: 'approved' }, offramp: { settled: 'delivered' } }
    const { offramp, dataKeys } = loadConfig({
      ...HTTP,
      PAY_DATA_KEY: `${KEY}-2, ${KEY}`,
      PAY_OFFRAMP_HTTP_STATUSES: JSON.stringify(statuses),
    })
    expect(dataKeys).toEqual([`${KEY}-2`, KEY])
    expect(offramp).toMatchObject({
      kind: 'http',
      id: 'offramp',
      url: 'https://offramp.example.test/v1',
      deposits: { mainnet: DEPOSIT },
      statuses: {
        kyc: { verified: 'approved', approved: 'approved', pending: 'pending' },
        account: { failed: 'failed' },
        offramp: { settled: 'delivered', fiat_sent: 'fiat_sent' },
      },
    })
  })

  it.each<[string, Environment, RegExp]>([
    ['another provider', { PAY_OFFRAMP: 'bank' }, /PAY_OFFRAMP must be one of sandbox, http, off/],
    [
      'the sandbox for real money',
      { PAY_RPC_URL_BASE: 'https://b', PAY_OFFRAMP: 'sandbox' },
      /PAY_OFFRAMP=sandbox needs/,
    ],
    [
      'no address',
      { ...DEVNET, PAY_OFFRAMP_SANDBOX_ADDRESS: '0x1' },
      /PAY_OFFRAMP_SANDBOX_ADDRESS must/,
    ],
    [
      'two addresses',
      { ...DEVNET, PAY_OFFRAMP_SANDBOX_ADDRESS: `${DEPOSIT},0x${'1'.repeat(40)}` },
      /must be one address/,
    ],
    ['a delay below zero', { ...DEVNET, PAY_OFFRAMP_SANDBOX_DELAY_MS: '-1' }, /SANDBOX_DELAY_MS/],
    ['a short key', { PAY_DATA_KEY: `${KEY},short` }, /PAY_DATA_KEY must list keys of at least 32/],
    [
      'real payers without a key',
      { ...HTTP, PAY_DATA_KEY: '' },
      /PAY_OFFRAMP=http needs PAY_DATA_KEY/,
    ],
    ['a provider without URL', { ...HTTP, PAY_OFFRAMP_HTTP_URL: '' }, /PAY_OFFRAMP_HTTP_URL/],
    [
      'a provider without secret',
      { ...HTTP, PAY_OFFRAMP_HTTP_SECRET: '' },
      /PAY_OFFRAMP_HTTP_SECRET is missing: PAY_OFFRAMP=http needs it$/,
    ],
    [
      'a provider with a short secret',
      { ...HTTP, PAY_OFFRAMP_HTTP_SECRET: 'short' },
      /PAY_OFFRAMP_HTTP_SECRET must/,
    ],
    [
      'a secret that is not a key',
      { ...HTTP, PAY_OFFRAMP_HTTP_SECRET: 'a secret in words, of which there are many' },
      /PAY_OFFRAMP_HTTP_SECRET must be base64 or hex$/,
    ],
    [
      'a provider without TLS',
      { ...HTTP, PAY_OFFRAMP_HTTP_URL: 'http://offramp.example.test/v1' },
      /PAY_OFFRAMP_HTTP_URL must use https/,
    ],
    [
      'a deposit on a network of another kind',
      { ...HTTP, PAY_OFFRAMP_HTTP_DEPOSITS: `{"base":"${DEPOSIT}"}` },
      /PAY_OFFRAMP_HTTP_DEPOSITS must/,
    ],
    [
      'a provider with an odd name',
      { ...HTTP, PAY_OFFRAMP_HTTP_ID: 'My Bank' },
      /PAY_OFFRAMP_HTTP_ID/,
    ],
    [
      'a provider with the name of the sandbox',
      { ...HTTP, PAY_OFFRAMP_HTTP_ID: 'sandbox-offramp' },
      /PAY_OFFRAMP_HTTP_ID must .* not be sandbox-offramp/,
    ],
    [
      'a provider without addresses',
      { ...HTTP, PAY_OFFRAMP_HTTP_DEPOSITS: '{}' },
      /HTTP_DEPOSITS names no address/,
    ],
    [
      'addresses that are not valid',
      { ...HTTP, PAY_OFFRAMP_HTTP_DEPOSITS: '{"mainnet":"x"}' },
      /HTTP_DEPOSITS must/,
    ],
    [
      'addresses on Tron',
      { ...HTTP, PAY_OFFRAMP_HTTP_DEPOSITS: `{"tron":"${DEPOSIT}"}` },
      /HTTP_DEPOSITS must/,
    ],
    [
      'addresses that are not JSON',
      { ...HTTP, PAY_OFFRAMP_HTTP_DEPOSITS: 'x' },
      /HTTP_DEPOSITS must be a JSON object/,
    ],
    [
      'statuses of another kind',
      { ...HTTP, PAY_OFFRAMP_HTTP_STATUSES: '{"bank":{}}' },
      /STATUSES may contain/,
    ],
    [
      'statuses with unknown targets',
      { ...HTTP, PAY_OFFRAMP_HTTP_STATUSES: '{"kyc":{"a":"b"}}' },
      /STATUSES: kyc may lead to/,
    ],
  ])('the offramp provider is rejected with %s, and no secret is repeated', (_, env, problem) => {
    const problems = problemsOf(env)
    expect(problems.join('\n')).toMatch(problem)
    expect(problems.join('\n')).not.toContain(KEY)
    expect(problems.join('\n')).not.toContain('short')
  })
})
