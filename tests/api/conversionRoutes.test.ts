import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const routes = (id: string, query = '') =>
  test.call('GET', `/v2/currencies/${encodeURIComponent(id)}/conversion-routes${query}`)

async function idsOf(id: string, query = ''): Promise<string[]> {
  const { json } = await routes(id, query)
  return json.conversionRoutes.map((currency: { id: string }) => currency.id)
}

describe('GET /v2/currencies/{currencyId}/conversion-routes', () => {
  it('GET /v2/currencies/{currencyId}/conversion-routes returns the payment currencies, with all members', async () => {
    const { status, json } = await routes('USD', '?network=base')
    expect(status).toBe(200)
    expect(json).toEqual({
      currencyId: 'USD',
      network: 'base',
      // Every currency for which the contracts on Base have a rate.
      conversionRoutes: [
        {
          id: 'ETH-base-base',
          name: 'Ether',
          symbol: 'ETH-base',
          decimals: 18,
          address: '0xb678b03f3f3a6ea652ad1d183032fac176d83b08',
          network: 'base',
          type: 'ETH',
          hash: '0xb678b03f3f3a6ea652ad1d183032fac176d83b08',
          chainId: 8453,
        },
        {
          id: 'USDC-base',
          name: 'USD Coin',
          symbol: 'USDC',
          decimals: 6,
          address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          network: 'base',
          type: 'ERC20',
          hash: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          chainId: 8453,
        },
      ],
    })
  })

  it.each(['USD', 'EUR', 'CNY', 'GBP', 'JPY'])(
    'GET /v2/currencies/{currencyId}/conversion-routes reaches the stablecoins and the coin of the three large networks from %s',
    async (fiat) => {
      const found = await idsOf(fiat)
      for (const network of ['mainnet', 'arbitrum-one', 'matic'])
        for (const symbol of ['USDT', 'DAI']) expect(found).toContain(`${symbol}-${network}`)
      expect(found).toEqual(
        expect.arrayContaining([
          'USDC-mainnet',
          'USDC-arbitrum-one',
          'USDCn-matic',
          'ETH-mainnet',
          'AETH-arbitrum-one',
          'MATIC-matic',
        ]),
      )
      expect(found.includes('USDC-base')).toBe(fiat === 'USD')
      expect(found.filter((id) => /-(?:mantle|zksyncera|tron|fiat)$/.test(id))).toEqual([])
      expect(new Set(found).size).toBe(found.length)
    },
  )

  it.each([
    // The network's contracts have no rate for the currency.
    ['CNY', 'base'],
    ['EUR', 'base'],
    ['CNY', 'bsc'],
    ['CNY', 'sepolia'],
    ['JPY', 'sepolia'],
    ['GBP', 'optimism'],
    ['USD', 'mantle'],
    ['USD', 'zksyncera'],
    ['USD', 'tron'],
    ['USD', 'nowhere'],
    // A token is converted only on its own network.
    ['USDC-base', 'mainnet'],
    ['USDT-tron', 'tron'],
  ])(
    'GET /v2/currencies/{currencyId}/conversion-routes reaches nothing from %s on %s',
    async (id, network) => {
      const { json } = await routes(id, `?network=${network}`)
      expect(json).toEqual({ currencyId: id, network, conversionRoutes: [] })
    },
  )

  it('GET /v2/currencies/{currencyId}/conversion-routes includes FAU on Sepolia and FTM on Fantom', async () => {
    expect(await idsOf('USD', '?network=sepolia')).toEqual(
      expect.arrayContaining(['FAU-sepolia', 'fUSDT-sepolia', 'ETH-sepolia-sepolia']),
    )
    expect(await idsOf('USD', '?network=sepolia')).not.toContain('fUSDC-sepolia')
    expect(await idsOf('EUR', '?network=fantom')).toEqual(['FTM-fantom'])
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes includes catalogue tokens for which the contracts have rates', async () => {
    expect(await idsOf('USD', '?network=mainnet')).toEqual(
      expect.arrayContaining(['AAVE-mainnet', 'SNX-mainnet', 'SUSHI-mainnet']),
    )
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes also starts from a token, on that token’s network, but never ends at the same token', async () => {
    const found = await idsOf('DAI-mainnet')
    expect(found).toContain('USDC-mainnet')
    expect(found.filter((id) => !id.endsWith('-mainnet') || id === 'DAI-mainnet')).toEqual([])
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes accepts several networks, and returns them as sent', async () => {
    const { json } = await routes('USD', '?networks=base,mantle,fantom')
    expect(json).toMatchObject({ network: null, networks: ['base', 'mantle', 'fantom'] })
    expect(json.conversionRoutes.map(({ id }: { id: string }) => id)).toEqual([
      'ETH-base-base',
      'USDC-base',
      'FTM-fantom',
    ])
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes applies both filters together', async () => {
    const { json } = await routes('USD', '?network=base&networks=mainnet,base')
    expect(json).toMatchObject({ network: 'base', networks: ['mainnet', 'base'] })
    expect(json.conversionRoutes).toHaveLength(2)
    expect(await idsOf('USD', '?network=base&networks=mainnet')).toEqual([])
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes omits networks from the response when the query names no network', async () => {
    const { json } = await routes('USD')
    expect(json.network).toBeNull()
    expect(Object.keys(json).sort()).toEqual(['conversionRoutes', 'currencyId', 'network'])
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes accepts an alias and returns the id', async () => {
    const { json } = await routes('USDC-matic')
    expect(json.currencyId).toBe('USDCn-matic')
    expect(json.conversionRoutes).toEqual((await routes('USDCn-matic')).json.conversionRoutes)
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes includes only the local chains that the host serves', async () => {
    expect(await idsOf('USD', '?network=devnet')).toEqual([
      'ETH-devnet',
      'USDC-devnet',
      'USDT-devnet',
      'DAI-devnet',
      'FAU-devnet',
    ])
    await using far = await startTestHost({
      PAY_NETWORKS: 'base',
      PAY_RPC_URL_BASE: 'http://127.0.0.1:9',
    })
    const of = (id: string) => far.call('GET', `/v2/currencies/${id}/conversion-routes`)
    const { json } = await of('USD')
    const networks = json.conversionRoutes.map(({ network }: { network: string }) => network)
    expect(networks).toContain('mainnet')
    expect(networks).not.toContain('devnet')
    expect((await of('USDC-devnet')).status).toBe(404)
  })

  it('GET /v2/currencies/{currencyId}/conversion-routes includes the currencies in which the host quotes the amount', async () => {
    const prices = createFakePrices(() => new Date())
    prices.set('USDC', 'CHF', '0.9')
    await using quoting = await startTestHost({ PAY_PRICE_SOURCES: 'coinbase,kraken' }, { prices })
    const of = async (host: TestHost, id: string, query: string) => {
      const { json } = await host.call('GET', `/v2/currencies/${id}/conversion-routes?${query}`)
      return json.conversionRoutes.map((currency: { id: string }) => currency.id)
    }
    const query = 'networks=base,tron,mantle'
    expect(await of(quoting, 'CHF', query)).toEqual(['USDC-base', 'USDC-mantle', 'USDC-tron'])
    expect(await of(quoting, 'USDC-mantle', query)).toEqual(['USDC-base', 'USDC-tron'])
    expect(await of(test, 'CHF', query)).toEqual([])
    // A catalogue token has no market price.
    expect(await of(quoting, 'CHF', 'network=zksyncera')).toEqual(['USDC-zksyncera'])
  })

  it.each(['NOPE', 'usd', 'USDC', 'AAVE-nowhere', '__proto__', 'a/b', ' '])(
    'GET /v2/currencies/{currencyId}/conversion-routes returns 404 for %j',
    async (id) => {
      expect(await routes(id)).toMatchObject({ status: 404, json: { code: 'currency_not_found' } })
    },
  )

  it.each([
    ['network=Base', 'network', 'invalid_network'],
    ['network=', 'network', 'invalid_network'],
    ['network=base&network=matic', 'network', 'invalid_type'],
    ['networks=', 'networks', 'invalid_network'],
    ['networks=base,,matic', 'networks', 'invalid_network'],
    ['networks=base;matic', 'networks', 'invalid_network'],
  ])(
    'GET /v2/currencies/{currencyId}/conversion-routes returns 400 for ?%s',
    async (query, field, code) => {
      const { status, json } = await routes('USD', `?${query}`)
      expect({ status, issue: json.errors?.[0] }).toMatchObject({
        status: 400,
        issue: { field, code },
      })
    },
  )

  it('GET /v2/currencies/{currencyId}/conversion-routes returns 304 for a matching ETag, and requires a credential', async () => {
    const { headers } = await routes('USD')
    const path = '/v2/currencies/USD/conversion-routes'
    const again = await test.call('GET', path, {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect((await test.call('GET', path, { anonymous: true })).status).toBe(401)
  })
})
