import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { PAYEE, PAYER, pageHeaders, startTestHost, type TestHost } from '../support/testHost.ts'

const UNREACHABLE = 'http://127.0.0.1:1'
const NETWORKS = ['devnet', 'devnet-b', 'base', 'matic', 'mainnet']
const ASSETS = ['USDC', 'USDT', 'DAI', 'ETH']
/** The default limit per minute of one client ID and address. */
const LIMIT = 300

let test: TestHost
let clockNow = () => new Date()
beforeAll(async () => {
  const prices = createFakePrices(() => clockNow())
  for (const asset of [...ASSETS, 'POL']) prices.set(asset, 'PLN', '2')
  const nodes = NETWORKS.map((id) => [
    `PAY_RPC_URL_${id.toUpperCase().replace('-', '_')}`,
    UNREACHABLE,
  ])
  test = await startTestHost(
    {
      PAY_NETWORKS: NETWORKS.join(),
      ...Object.fromEntries(nodes),
      PAY_PRICE_SOURCES: 'coinbase,kraken',
      PAY_RATE_LIMIT_CLIENT_ID: String(LIMIT),
      PAY_TRUSTED_PROXIES: '1',
    },
    { prices },
  )
  clockNow = test.clock.now
})
afterAll(() => test[Symbol.asyncDispose]())

/** Creates a payment of 25 zlotys that accepts 20 currencies at a market price, and returns their ids. */
async function createWide(): Promise<{ token: string; options: string[] }> {
  const rule = { assets: ASSETS, networks: NETWORKS }
  const { token } = await test.createPayment({
    requests: [
      {
        payee: PAYEE,
        invoiceCurrency: 'PLN',
        paymentCurrency: 'USDC-devnet',
        amount: '25',
        accepts: [rule, 'MATIC-matic'],
      },
    ],
  })
  const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
  return { token, options: json.options.map(({ option }: { option: string }) => option) }
}

describe('Payers who open a payment with 20 market prices', () => {
  it('14 payers per minute behind one address get all quotes by default, and the fifteenth gets 429 for some', async () => {
    const { clientId } = await test.createClientId()
    const from = (address: string) => ({
      ...pageHeaders(clientId),
      'x-forwarded-for': address,
    })
    /** Sends the calls of one page: the payment, a quote per option, and the wallet's options. Returns their statuses. */
    async function openFrom(address: string): Promise<number[]> {
      const { token, options } = await createWide()
      expect(options).toHaveLength(20)
      const path = `/v2/secure-payments/${token}`
      const as = { anonymous: true, headers: from(address) }
      const first = await test.call('GET', path, as)
      const quotes = await Promise.all(
        options.map((option) =>
          test.call('POST', `${path}/quotes`, { ...as, body: { wallet: PAYER, option } }),
        ),
      )
      return [first, ...quotes].map(({ status }) => status)
    }
    const statuses: number[] = []
    for (let payer = 0; payer < 14; payer += 1) statuses.push(...(await openFrom('198.51.100.7')))
    expect(new Set(statuses)).toEqual(new Set([200, 201]))
    const late = await openFrom('198.51.100.7')
    expect(late.filter((status) => status === 429)).toHaveLength(21 * 15 - LIMIT)
    expect(new Set(await openFrom('198.51.100.8'))).toEqual(new Set([200, 201]))
  })
})
