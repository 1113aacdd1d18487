import { currencies as all, publishedCurrencies } from '@secure-payment/core/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

type Entry = { id: string; network: string; symbol: string }

const list = (query = '') => test.call('GET', `/v2/currencies${query}`)
const idsOf = async (query: string): Promise<string[]> => {
  const { json } = await list(query)
  return json.map(({ id }: Entry) => id)
}

describe('GET /v2/currencies', () => {
  it('GET /v2/currencies lists every currency with all nine members', async () => {
    const { status, json } = await list()
    expect(status).toBe(200)
    expect(json.length).toBeGreaterThan(500)
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

  it('GET /v2/currencies lists only the published currencies and those on the served local chains', async () => {
    expect((await list()).json).toEqual(JSON.parse(JSON.stringify(all)))
    await using far = await startTestHost({
      PAY_NETWORKS: 'base',
      PAY_RPC_URL_BASE: 'http://127.0.0.1:9',
    })
    const { json } = await far.call('GET', '/v2/currencies')
    expect(json).toEqual(JSON.parse(JSON.stringify(publishedCurrencies)))
    expect((await far.call('GET', '/v2/currencies?id=USDC-devnet')).status).toBe(404)
  })

  it.each([
    ['USDC-base', 'USDC-base'],
    ['AAVE-mainnet', 'AAVE-mainnet'],
    ['USDT-tron', 'USDT-tron'],
    ['USD', 'USD'],
    // Documented aliases, which the list of currencies does not contain.
    ['USDC-base-base', 'USDC-base'],
    ['USDC-optimism', 'USDCn-optimism'],
    ['USDC-matic', 'USDCn-matic'],
    ['USDC-sepolia', 'fUSDC-sepolia'],
    ['USDT-sepolia', 'fUSDT-sepolia'],
    ['USDC.e-matic', 'USDCe-matic'],
  ])('GET /v2/currencies returns a list of one for the id %s', async (asked, id) => {
    expect(await idsOf(`?id=${encodeURIComponent(asked)}`)).toEqual([id])
  })

  it('GET /v2/currencies filters by network', async () => {
    const { json } = await list('?network=base')
    expect(json.length).toBeGreaterThan(50)
    expect(new Set(json.map(({ network }: Entry) => network))).toEqual(new Set(['base']))
    const fiat = await idsOf('?network=fiat')
    expect(fiat).toHaveLength(30)
    expect(fiat.slice(0, 6)).toEqual(['USD', 'EUR', 'CNY', 'GBP', 'JPY', 'AUD'])
    expect(await idsOf('?network=tron')).toEqual(['TRX-tron', 'USDT-tron', 'USDC-tron'])
    expect(await idsOf('?network=nowhere')).toEqual([])
  })

  it.each([
    ['base', 'usdc', ['USDC-base']],
    ['base', 'ETH', ['ETH-base-base']],
    ['base', 'ETH-base', ['ETH-base-base']],
    ['matic', 'USDC', ['USDCn-matic']],
    ['matic', 'USDCn', ['USDCn-matic']],
    ['matic', 'POL', ['MATIC-matic']],
    ['matic', 'MATIC', ['MATIC-matic']],
    ['matic', 'USDC.e', ['USDCe-matic']],
    ['matic', 'USDCe', ['USDCe-matic']],
    ['sepolia', 'USDC', ['fUSDC-sepolia']],
    ['sepolia', 'fUSDC', ['fUSDC-sepolia']],
    ['arbitrum-one', 'AETH', ['AETH-arbitrum-one']],
    ['mainnet', 'LIT', ['LIT-mainnet', 'LIT2-mainnet']],
    ['mainnet', 'nope', []],
  ])('GET /v2/currencies finds tokens on %s by the symbol %s', async (network, symbol, ids) => {
    expect(await idsOf(`?network=${network}&symbol=${symbol}`)).toEqual(ids)
  })

  it('GET /v2/currencies finds a symbol on every network, but not symbols that merely begin with it', async () => {
    const { json } = await list('?symbol=DAI')
    const networks = json.map(({ network }: Entry) => network)
    expect(networks).toEqual(expect.arrayContaining(['mainnet', 'base', 'matic']))
    expect(new Set(json.map(({ symbol }: Entry) => symbol))).toEqual(new Set(['DAI']))
  })

  it('GET /v2/currencies applies every given filter', async () => {
    expect(await idsOf('?id=USDC-base&network=base&symbol=USDC')).toEqual(['USDC-base'])
    expect((await list('?id=USDC-base&network=mainnet')).status).toBe(404)
    expect((await list('?id=USDC-base&symbol=DAI')).status).toBe(404)
  })

  it('GET /v2/currencies returns a single object instead of a list with firstOnly', async () => {
    const { json } = await list('?network=base&symbol=USDC&firstOnly=true')
    expect(json).toMatchObject({ id: 'USDC-base' })
    const two = await list('?network=mainnet&symbol=LIT&firstOnly=true')
    expect(two.json).toMatchObject({ id: 'LIT-mainnet' })
  })

  it('GET /v2/currencies returns a list with firstOnly=false, regardless of the other parameters', async () => {
    expect(await idsOf('?symbol=FAU&network=sepolia&firstOnly=false')).toEqual(['FAU-sepolia'])
    expect((await list('?firstOnly=false')).json.length).toBeGreaterThan(500)
  })

  it('GET /v2/currencies returns 404 for an unknown id and for firstOnly without a match', async () => {
    for (const query of ['?id=NOPE', '?id=', '?id=usdc-base', '?id=__proto__'])
      expect([query, (await list(query)).status]).toEqual([query, 404])
    const first = await list('?network=base&symbol=NOPE&firstOnly=true')
    expect(first).toMatchObject({ status: 404, json: { code: 'currency_not_found' } })
  })

  it.each([
    ['firstOnly=yes&network=base&symbol=USDC', 'firstOnly', 'invalid_value'],
    ['firstOnly=true', 'network', 'required'],
    ['firstOnly=true&network=base', 'symbol', 'required'],
    ['network=a&network=b', 'network', 'invalid_type'],
    [`symbol=${'x'.repeat(101)}`, 'symbol', 'too_long'],
  ])('GET /v2/currencies returns 400 for ?%s', async (query, field, code) => {
    const { status, json } = await list(`?${query}`)
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
  })

  it('GET /v2/currencies returns 304 for a matching ETag', async () => {
    const { headers } = await list('?network=base')
    const again = await test.call('GET', '/v2/currencies?network=base', {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('GET /v2/currencies requires a credential', async () => {
    expect((await test.call('GET', '/v2/currencies', { anonymous: true })).status).toBe(401)
  })
})
