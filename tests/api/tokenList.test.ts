import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { catalogue, publishedCurrencies } from '@secure-payment/core/catalogue'
import { Ajv } from 'ajv'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const schema = JSON.parse(
  readFileSync(new URL('../../docs/token-list.schema.json', import.meta.url), 'utf8'),
)
const { major, minor, patch } = catalogue.version

const fetchList = (name: string, headers: Record<string, string> = {}) =>
  test.call('GET', `/tokens/${name}.json`, { anonymous: true, headers })

describe('The token list', () => {
  it.each([
    'latest',
    'token-list',
    `v${major}.${minor}.${patch}`,
    `v${major}.${minor}`,
    `v${major}`,
  ])(
    'the token list is published as %s.json for any page to read and cache for a while',
    async (name) => {
      const { status, json, headers } = await fetchList(name)
      expect(status).toBe(200)
      expect(json).toEqual({
        name: 'Secure Payment',
        timestamp: catalogue.timestamp,
        version: { major, minor, patch },
        tokens: JSON.parse(JSON.stringify(publishedCurrencies)),
      })
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=300',
        vary: 'accept-encoding',
      })
      expect(headers).not.toHaveProperty('content-encoding')
    },
  )

  it('the token list matches its strict published schema', async () => {
    const { json } = await fetchList('latest')
    const validate = new Ajv({ strict: true, allErrors: true }).compile(schema)
    expect([validate(json), validate.errors]).toEqual([true, null])
    const [token] = json.tokens
    for (const broken of [
      { ...json, extra: 1 },
      { ...json, tokens: [{ ...token, extra: 1 }] },
      { ...json, tokens: [{ ...token, decimals: 37 }] },
      { ...json, tokens: [token, token] },
    ])
      expect(validate(broken)).toBe(false)
  })

  it('the token list contains no local chain, even on a host that serves one', async () => {
    const { json } = await fetchList('latest')
    const networks = new Set(json.tokens.map(({ network }: { network: string }) => network))
    expect([...networks]).toEqual([
      'fiat',
      'mainnet',
      'arbitrum-one',
      'optimism',
      'base',
      'matic',
      'bsc',
      'avalanche',
      'fantom',
      'xdai',
      'mantle',
      'zksyncera',
      'sepolia',
      'tron',
    ])
  })

  it('the token list returns 304 while nothing has changed', async () => {
    const { headers } = await fetchList('latest')
    const again = await fetchList('latest', { 'if-none-match': headers['etag'] ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
    const other = await fetchList('latest', { 'if-none-match': 'W/"another"' })
    expect(other.status).toBe(200)
  })

  it('the token list is sent compressed to clients that accept compression', async () => {
    const url = `${test.host.url}/tokens/latest.json`
    const { headers, body } = await request(url, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    const bytes = Buffer.from(await body.arrayBuffer())
    const plain = await fetchList('latest')
    expect(brotliDecompressSync(bytes).toString()).toBe(plain.text)
    expect(bytes.length).toBeLessThan(plain.text.length / 3)
    const again = await request(url, {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': String(headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    await again.body.dump()
  })

  it('the token list responds to HEAD without a body', async () => {
    const { statusCode, headers, body } = await request(`${test.host.url}/tokens/latest.json`, {
      method: 'HEAD',
    })
    expect({ statusCode, text: await body.text() }).toEqual({ statusCode: 200, text: '' })
    expect(Number(headers['content-length'])).toBeGreaterThan(100_000)
  })

  it.each([`v${major + 1}`, `v${major}.${minor + 1}`, 'v0', 'LATEST', 'nothing'])(
    'the token list has no %s.json',
    async (name) => {
      expect((await fetchList(name)).status).toBe(404)
    },
  )

  it('the token list is served at the path in the settings', async () => {
    await using host = await startTestHost({
      PAY_TOKEN_LIST_URL: 'https://pay.example.test/lists/tokens/',
    })
    const found = await host.call('GET', '/lists/tokens/latest.json', { anonymous: true })
    expect(found.json.tokens).toHaveLength(publishedCurrencies.length)
    expect((await host.call('GET', '/tokens/latest.json', { anonymous: true })).status).toBe(404)
  })
})
