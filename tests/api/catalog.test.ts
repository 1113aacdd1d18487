import { currencies } from '@secure-payment/core/networks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const list = (query = '') => test.call('GET', `/v2/currencies${query}`)

describe('GET /v2/currencies', () => {
  it('lists every currency with all nine members', async () => {
    const { status, json } = await list()
    expect(status).toBe(200)
    expect(json).toHaveLength(currencies.length)
    const members = [
      'address',
      'chainId',
      'decimals',
      'hash',
      'id',
      'name',
      'network',
      'symbol',
      'type',
    ]
    for (const currency of json) expect(Object.keys(currency).sort()).toEqual(members)
  })

  it('answers a list of one for an id or a documented alias', async () => {
    for (const id of ['USDC-base', 'USDC-base-base']) {
      const { json } = await list(`?id=${id}`)
      expect(json).toHaveLength(1)
      expect(json[0]).toMatchObject({ id: 'USDC-base', decimals: 6, chainId: 8_453 })
    }
  })

  it('filters by network and symbol', async () => {
    const { json } = await list('?network=base')
    expect(json.length).toBeGreaterThan(1)
    expect(new Set(json.map((entry: { network: string }) => entry.network))).toEqual(
      new Set(['base']),
    )
    const usdc = await list('?network=base&symbol=usdc')
    expect(usdc.json.map((entry: { id: string }) => entry.id)).toEqual(['USDC-base'])
    expect((await list('?network=nowhere')).json).toEqual([])
  })

  it('answers one bare object with firstOnly', async () => {
    const { json } = await list('?network=base&symbol=USDC&firstOnly=true')
    expect(json).toMatchObject({ id: 'USDC-base' })
  })

  it('answers 404 for an unknown id and for firstOnly without a match', async () => {
    expect((await list('?id=NOPE')).status).toBe(404)
    expect((await list('?network=base&symbol=NOPE&firstOnly=true')).status).toBe(404)
  })

  it.each([
    ['firstOnly=yes&network=base&symbol=USDC', 'firstOnly', 'invalid_value'],
    ['firstOnly=true', 'network', 'required'],
    ['network=a&network=b', 'network', 'invalid_type'],
    [`symbol=${'x'.repeat(101)}`, 'symbol', 'too_long'],
  ])('answers 400 to ?%s', async (query, field, code) => {
    const { status, json } = await list(`?${query}`)
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
  })
})

describe('The token list', () => {
  const fetchList = (name: string, headers: Record<string, string> = {}) =>
    test.call('GET', `/tokens/${name}.json`, { anonymous: true, headers })

  it.each(['latest', 'token-list', 'v1.0.0', 'v1.0', 'v1'])(
    'is published as %s.json for any page to read and keep for a while',
    async (name) => {
      const { status, json, headers } = await fetchList(name)
      expect(status).toBe(200)
      expect(json).toEqual({
        name: 'Secure Payment',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        version: { major: 1, minor: 0, patch: 0 },
        tokens: JSON.parse(JSON.stringify(currencies)),
      })
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=300',
      })
    },
  )

  it('answers 304 while nothing has changed', async () => {
    const { headers } = await fetchList('latest')
    const again = await fetchList('latest', { 'if-none-match': headers['etag'] ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('has no other versions', async () => {
    expect((await fetchList('v2')).status).toBe(404)
  })

  it('stands where the settings say', async () => {
    await using host = await startTestHost({
      PAY_TOKEN_LIST_URL: 'https://pay.example.test/lists/tokens/',
    })
    const found = await host.call('GET', '/lists/tokens/latest.json', { anonymous: true })
    expect(found.json.tokens).toHaveLength(currencies.length)
  })
})
