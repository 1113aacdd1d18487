import { REPORTING_CURRENCIES } from '@secure-payment/core/api'
import { type Currency, getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork, networks } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import { createFakePrices } from '../../../tests/support/fakePrices.ts'
import { PLAIN_PAYMENT } from '../../../tests/support/plainPayment.ts'
import type { ChainClient, RatePath } from '../chains/chainClient.ts'
import { OTHER_FIATS, valuedCurrencies } from '../rates/otherFiats.ts'
import { usdPath } from '../rates/usdPath.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { valuePayments } from './valuePayments.ts'

const NOW = '2026-01-01T12:00:00.000Z'
const hashOf = (id: string) => getCurrency(id).currency.hash.toLowerCase()

const payment: DetectedPayment = {
  ...PLAIN_PAYMENT,
  requestId: 'r',
  tenantId: 't',
  network: 'devnet',
  txHash: '0x1',
  logIndex: 0,
  blockNumber: 7n,
  blockHash: '0x2',
  blockTime: '2026-01-01T00:00:00.000Z',
  payer: null,
  payee: `0x${'0a'.repeat(20)}`,
  tokenAddress: null,
  amountUnits: 1n,
  creditedUnits: 10n ** 18n,
  requestUnits: 1n,
  feeUnits: 0n,
  feeAddress: null,
  isLate: false,
  gasUnits: null,
}
const onBase = {
  network: 'base',
  invoiceCurrency: 'ETH-base-base',
  paymentCurrency: 'ETH-base-base',
}

/** The dollars of 10^18 units of each currency, and 2,500 dollars per ETH. */
const DOLLARS: Readonly<Record<string, bigint>> = {
  EUR: 1_250_000_000_000_000_000n,
  GBP: 1_600_000_000_000_000_000n,
  JPY: 6_250_000_000_000_000n,
}
const ETH_RATE = 4n * 10n ** 24n

type Client = Pick<ChainClient, 'network' | 'readRates'> & { blocks: (bigint | undefined)[] }

/** Returns a client of a network that reads {@link DOLLARS}, and records the blocks of its reads. */
function clientOf(id: string, change: Partial<Client> = {}): Client {
  const blocks: (bigint | undefined)[] = []
  return {
    network: getNetwork(id),
    blocks,
    async readRates(paths: readonly RatePath[], atBlock?: bigint) {
      blocks.push(atBlock)
      return paths.map(([from]) => {
        if (from === hashOf('USD')) return { rate: ETH_RATE, oldestTimestampS: 1n }
        const fiat = OTHER_FIATS.find(({ currency }) => currency.hash === from)
        const rate = DOLLARS[fiat?.id ?? '']
        return rate === undefined ? null : { rate, oldestTimestampS: 1n }
      })
    },
    ...change,
  }
}

function contextOf(...clients: readonly Client[]) {
  const get = (id: string): ChainClient => {
    const found = clients.find(({ network }) => network.id === id)
    if (found === undefined) throw new Error(`${id} is not served.`)
    // The code under test needs only these members.
    return found as unknown as ChainClient
  }
  const chains = { ids: clients.map(({ network }) => network.id), get }
  return { chains: chains as never, now: () => new Date(NOW), prices: null }
}

async function worthsOf(
  client: Client,
  change: Partial<DetectedPayment> = {},
  others: Client[] = [],
) {
  const context = contextOf(client, ...others)
  const [valued] = await valuePayments(context, client, [{ ...payment, ...change }])
  return valued?.fiatWorths
}

describe('a payment’s worth in other currencies', () => {
  test('a payment’s worth in another currency is its worth in dollars at the rates of its block, rounded down to 8 decimals', async () => {
    const client = clientOf('devnet')
    expect(await worthsOf(client)).toEqual({ EUR: '2000', GBP: '1562.5', JPY: '400000' })
    // One read returns the rates of the token and of the currencies.
    expect(client.blocks).toEqual([7n])
    // One dollar and one unit: 100000001 / 1.6 = 62500000.6
    const units = 4n * 10n ** 14n + 4n * 10n ** 6n
    expect(await worthsOf(client, { creditedUnits: units })).toMatchObject({ GBP: '0.625' })
  })

  test('a payment’s worth in the currency of its invoice is exactly the invoiced amount', async () => {
    const euros = {
      type: 'conversion',
      invoiceCurrency: 'EUR',
      requestUnits: 12_34000001n,
    } as const
    expect(await worthsOf(clientOf('devnet'), euros)).toMatchObject({
      EUR: '12.34000001',
      GBP: '1562.5',
    })
    const unreadable = { readRates: () => Promise.reject(new Error('no node')) }
    expect(await worthsOf(clientOf('devnet', unreadable), euros)).toEqual({ EUR: '12.34000001' })
  })

  test('a payment’s worth in another currency stays unknown without a rate or a worth in dollars, and if it is absurd', async () => {
    const onlyEth: Partial<Client> = {
      readRates: async (paths) =>
        paths.map(([from]) =>
          from === hashOf('USD') ? { rate: ETH_RATE, oldestTimestampS: 1n } : null,
        ),
    }
    expect(await worthsOf(clientOf('devnet', onlyEth))).toEqual({})
    const unknown = { paymentCurrency: 'FEE-devnet' }
    expect(await worthsOf(clientOf('devnet'), unknown)).toEqual({})
    // 5 * 10^29 dollars are 8 * 10^31 yen; the API states no amounts of 10^30 and more.
    const many = { creditedUnits: 2n * 10n ** 44n }
    expect(Object.keys((await worthsOf(clientOf('devnet'), many)) ?? {})).toEqual(['EUR', 'GBP'])
  })

  test('a young payment’s worth uses the current rates of another network if its own has none', async () => {
    const mainnet = clientOf('mainnet')
    const young = { ...onBase, blockTime: '2026-01-01T11:00:00.000Z' }
    const worths = { EUR: '2000', GBP: '1562.5', JPY: '400000' }
    expect(await worthsOf(clientOf('base'), young, [mainnet])).toEqual(worths)
    expect(mainnet.blocks).toEqual([undefined])
    const old = { ...onBase, blockTime: '2026-01-01T10:59:59.999Z' }
    expect(await worthsOf(clientOf('base'), old, [mainnet])).toEqual({})
    expect(await worthsOf(clientOf('base'), young)).toEqual({})
  })

  test('a young payment’s worth uses the rates of the next network if one does not respond', async () => {
    const silent = clientOf('mainnet', { readRates: () => Promise.reject(new Error('no node')) })
    const young = { ...onBase, blockTime: NOW }
    const others = [silent, clientOf('optimism'), clientOf('matic')]
    const worths = await worthsOf(clientOf('base'), young, others)
    expect(worths).toEqual({ EUR: '2000', GBP: '1562.5', JPY: '400000' })
  })

  test('a payment’s worth in other currencies needs no read on a network without rates', async () => {
    const tron = clientOf('tron')
    const change = { network: 'tron', paymentCurrency: 'USDT-tron', invoiceCurrency: 'USDT-tron' }
    const mainnet = clientOf('mainnet')
    expect(await worthsOf(tron, { ...change, blockTime: NOW }, [mainnet])).toEqual({})
    expect([...tron.blocks, ...mainnet.blocks]).toEqual([])
  })

  test('a payment’s worth in other currencies is read only for the ten newest blocks', async () => {
    const client = clientOf('devnet')
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...payment,
      logIndex: index,
      blockNumber: BigInt(index),
    }))
    const valued = await valuePayments(contextOf(client), client, many)
    const known = valued.map(({ fiatWorths }) => fiatWorths.EUR !== undefined)
    expect(known).toEqual([false, false, ...Array(10).fill(true)])
    expect(client.blocks).toEqual([11n, 10n, 9n, 8n, 7n, 6n, 5n, 4n, 3n, 2n])
  })

  test('a payment’s worth in other currencies needs one read per block, for any number of payments and tokens', async () => {
    const client = clientOf('devnet')
    const currencies = ['ETH-devnet', 'FEE-devnet', 'USDC-devnet']
    const many = Array.from({ length: 100 }, (_, logIndex) => ({
      ...payment,
      logIndex,
      paymentCurrency: currencies[logIndex % currencies.length] ?? '',
    }))
    const valued = await valuePayments(contextOf(client), client, many)
    expect(client.blocks).toEqual([7n])
    expect(valued[0]?.fiatWorths).toEqual({ EUR: '2000', GBP: '1562.5', JPY: '400000' })
  })
})

describe('a payment’s worth at market prices', () => {
  const onTron = {
    network: 'tron',
    invoiceCurrency: 'USDT-tron',
    paymentCurrency: 'USDT-tron',
    creditedUnits: 2_500_000n,
    blockTime: NOW,
  }
  /** Creates prices: a euro costs 1.25 dollars now and 1.2 dollars before noon, and a tether costs one dollar. */
  function marketOf() {
    const prices = createFakePrices(() => new Date(NOW))
    prices.set('USDT', 'USD', '1')
    prices.set('EUR', 'USD', '1.2')
    prices.set('EUR', 'USD', '1.25', new Date(NOW))
    return prices
  }
  async function worthAt(id: string, change: Partial<DetectedPayment>, prices = marketOf()) {
    const client = clientOf(id)
    const context = { ...contextOf(client), prices }
    const [valued] = await valuePayments(context, client, [{ ...payment, ...change }])
    return [valued?.amountInUsd, valued?.fiatWorths]
  }

  test('a payment on a network without rates is worth the market price in each currency that has one, and unknown in the others', async () => {
    expect(await worthAt('tron', onTron)).toEqual(['2.5', { EUR: '2' }])
  })

  test('an old payment is worth the market price of its block’s time', async () => {
    const old = { ...onTron, blockTime: '2026-01-01T10:00:00.000Z', creditedUnits: 3_000_000n }
    expect(await worthAt('tron', old)).toEqual(['3', { EUR: '2.5' }])
  })

  test('a payment is valued at the chain’s rates where they exist, and no market price replaces them', async () => {
    const prices = marketOf()
    const [usd, worths] = await worthAt('devnet', {}, prices)
    expect([usd, worths]).toEqual(['2500', { EUR: '2000', GBP: '1562.5', JPY: '400000' }])
    expect(prices.reads).toBe(0)
  })

  test('a payment at an uncertain price has no worth, rather than 0', async () => {
    const prices = marketOf()
    prices.silence('EUR', 'USD')
    prices.silence('USDT', 'USD')
    expect(await worthAt('tron', onTron, prices)).toEqual([null, {}])
  })

  test('a payment that counts at a quote in a fiat currency is worth its quote', async () => {
    const quoted = { ...onTron, rateSource: 'quote', invoiceCurrency: 'EUR' } as const
    const euros = { ...quoted, requestUnits: 80_00000000n, creditedUnits: 99_000_000n }
    expect(await worthAt('tron', euros)).toEqual(['100', { EUR: '80' }])
    // A chain's rate of the euro takes precedence, regardless of the coin that paid.
    const onDevnet = { ...euros, network: 'devnet', paymentCurrency: 'ETH-devnet' }
    expect(await worthAt('devnet', onDevnet)).toMatchObject(['100', { EUR: '80', GBP: '62.5' }])
  })

  test('a payment at a quote in a currency that is not reported is worth its quote in dollars', async () => {
    const prices = marketOf()
    prices.set('PLN', 'USD', '0.25')
    const zlotys = { ...onTron, rateSource: 'quote', invoiceCurrency: 'PLN' } as const
    const change = { ...zlotys, requestUnits: 40_00000000n, creditedUnits: 9_900_000n }
    expect(await worthAt('tron', change, prices)).toEqual(['10', { EUR: '8' }])
    prices.forget('PLN', 'USD')
    prices.silence('PLN', 'USD')
    // Without a rate of the zloty, the arrived amount decides.
    expect(await worthAt('tron', change, prices)).toMatchObject(['9.9', {}])
  })
})

describe('the reporting currencies', () => {
  test('the reporting currencies are fiat currencies for which a network has a rate', () => {
    const fiats = REPORTING_CURRENCIES.map((id) => getCurrency(id).currency)
    const isRated = (fiat: Currency) => networks.some((one) => usdPath(one, fiat) !== null)
    expect(fiats.filter((fiat) => fiat.type !== 'ISO4217' || !isRated(fiat))).toEqual([])
  })

  test('the reporting currencies of a host are those for which a served network has a rate', () => {
    const offered = (...ids: string[]) =>
      valuedCurrencies(contextOf(...ids.map((id) => clientOf(id))))
    expect(offered('base', 'tron')).toEqual(['USD'])
    expect(offered('base', 'optimism')).toEqual(['USD', 'EUR', 'JPY'])
    expect(offered('base', 'mainnet')).toEqual(['USD', 'EUR', 'CNY', 'GBP', 'JPY'])
  })

  test('the reporting currencies of a host include those with a market price', () => {
    const prices = createFakePrices(() => new Date(NOW))
    prices.set('GBP', 'USD', '1.6')
    const { chains } = contextOf(clientOf('base'), clientOf('optimism'))
    expect(valuedCurrencies({ chains, prices })).toEqual(['USD', 'EUR', 'GBP', 'JPY'])
  })
})
