import { currencies, getCurrency, marketAsset } from '@secure-payment/core/catalogue'
import { findConversionPath } from '@secure-payment/core/conversion'
import { networks } from '@secure-payment/core/networks'
import { startChains } from '@secure-payment/devnet'
import { erc20Abi, getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { startTestHost } from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 3
/** An address that nothing else uses. */
const PAYEE = getAddress('0x00000000000000000000000000000000000fa125')

/** US dollars per unit in 10^-8, as the local chains' feeds state them. */
const DOLLARS: Readonly<Record<string, bigint>> = {
  USD: 100_000_000n,
  EUR: 110_000_000n,
  CNY: 14_000_000n,
  GBP: 125_000_000n,
  JPY: 670_000n,
  AUD: 66_000_000n,
  CAD: 73_000_000n,
  CHF: 112_000_000n,
  HKD: 12_800_000n,
  SGD: 74_000_000n,
  SEK: 9_500_000n,
  KRW: 73_000n,
  NOK: 9_400_000n,
  NZD: 61_000_000n,
  INR: 1_200_000n,
  MXN: 5_500_000n,
  TWD: 3_100_000n,
  ZAR: 5_500_000n,
  BRL: 18_000_000n,
  DKK: 14_700_000n,
  PLN: 25_000_000n,
  THB: 2_800_000n,
  ILS: 27_000_000n,
  IDR: 6_000n,
  CZK: 4_300_000n,
  AED: 27_230_000n,
  TRY: 3_000_000n,
  HUF: 270_000n,
  CLP: 105_000n,
  SAR: 26_670_000n,
}
/** Upstream's fiat currencies. */
const UPSTREAM = ['USD', 'EUR', 'CNY', 'GBP', 'JPY']
const FIATS = Object.keys(DOLLARS)
/** Units of each fiat currency: 30 dollars and some cents' worth. */
const amountOf = (fiat: string) => {
  const { decimals } = getCurrency(fiat).currency
  const units = (3_013n * 10n ** BigInt(decimals + 6)) / (DOLLARS[fiat] ?? 1n)
  return { units, decimals }
}

/** The dollar stablecoins of the networks where money has value. */
const STABLECOINS = currencies.filter(({ id, type }) => {
  const network = getCurrency(id).network
  const isDollar = ['USDC', 'USDT', 'DAI'].includes(String(marketAsset(id)))
  return type === 'ERC20' && isDollar && network?.isTestnet === false && !network.isLocal
})
const NETWORKS = networks.filter(({ id }) => STABLECOINS.some(({ network }) => network === id))

type Order = { requestId: string; fiat: string; tokenId: string; isQuoted: boolean }

/** Returns what must arrive: at a price the amount rounded up to the token's unit, by the contracts' feeds rounded down. */
function wantedUnits({ fiat, tokenId, isQuoted }: Omit<Order, 'requestId'>): bigint {
  const { units, decimals } = amountOf(fiat)
  const tokens = units * 10n ** BigInt(getCurrency(tokenId).currency.decimals)
  const whole = 10n ** BigInt(decimals)
  if (!isQuoted) return (tokens * (DOLLARS[fiat] ?? 0n)) / (100_000_000n * whole)
  const divisor = rateOf(fiat) * whole
  return (tokens * 10n ** 18n + divisor - 1n) / divisor
}

const write = (fiat: string) => {
  const { units, decimals } = amountOf(fiat)
  const text = units.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

test('the 30 fiat currencies have a price here', () => {
  const listed = currencies.filter(({ type }) => type === 'ISO4217').map(({ id }) => id)
  expect(FIATS).toEqual(listed)
})

test('upstream’s fiat currencies and the dollar stablecoins of ten networks make 125 pairs', () => {
  expect(NETWORKS.map(({ id }) => id).toSorted()).toEqual([
    'arbitrum-one',
    'avalanche',
    'base',
    'bsc',
    'mainnet',
    'mantle',
    'matic',
    'optimism',
    'xdai',
    'zksyncera',
  ])
  expect(STABLECOINS.length * UPSTREAM.length).toBe(125)
  const converted = STABLECOINS.flatMap(({ id }) =>
    UPSTREAM.filter((fiat) => isConverted(fiat, id)),
  )
  // The contracts reach these pairs; a quote pays the others.
  expect(converted).toHaveLength(76)
})

function isConverted(fiat: string, tokenId: string): boolean {
  const { network, currency } = getCurrency(tokenId)
  return (
    network !== null && findConversionPath(network, getCurrency(fiat).currency, currency) !== null
  )
}

describe('A fiat invoice', () => {
  test.each(NETWORKS)(
    'a fiat invoice is paid in every dollar stablecoin of $name, by the chain’s rate or at a quote',
    async ({ id: network }) => {
      await using chains = await startChains({ networks: [network] })
      const key = network.toUpperCase().replaceAll('-', '_')
      const prices = createFakePrices(() => new Date())
      for (const fiat of FIATS) {
        for (const asset of ['USDC', 'USDT', 'DAI']) prices.set(asset, fiat, priceIn(fiat))
      }
      await using host = await startTestHost(
        {
          PAY_NETWORKS: network,
          [`PAY_RPC_URL_${key}`]: chains.rpcUrl(network),
          [`PAY_CONFIRMATIONS_${key}`]: '1',
          [`PAY_POLL_INTERVAL_MS_${key}`]: '100',
          [`PAY_START_BLOCK_${key}`]: '0',
          PAY_ROLE: 'api,watcher,worker',
          PAY_PRICE_SOURCES: 'coinbase,kraken',
        },
        { prices },
      )
      const wallet = chains.wallet(network, PAYER_INDEX)
      const orders: Order[] = []
      for (const { id: tokenId } of STABLECOINS.filter((one) => one.network === network)) {
        for (const fiat of FIATS) {
          const body = {
            payee: PAYEE,
            invoiceCurrency: fiat,
            paymentCurrency: tokenId,
            amount: write(fiat),
          }
          const created = await host.call('POST', '/v2/request', { body })
          expect([fiat, tokenId, created.status]).toEqual([fiat, tokenId, 201])
          const { requestId } = created.json
          const isQuoted = !isConverted(fiat, tokenId)
          if (isQuoted) await host.call('POST', `/v2/request/${requestId}/quotes`, { body: {} })
          const path = `/v2/request/${requestId}/pay?wallet=${wallet.account.address}`
          const { status, json } = await host.call('GET', path)
          expect([fiat, tokenId, status]).toEqual([fiat, tokenId, 200])
          const before = await received(tokenId)
          for (const { to, data } of json.transactions as { to: Hex; data: Hex }[]) {
            const { status: outcome } = await wallet.sendTransactionSync({ to, data })
            expect(outcome).toBe('success')
          }
          const arrived = (await received(tokenId)) - before
          const wanted = wantedUnits({ fiat, tokenId, isQuoted })
          // Contracts round each of their steps down.
          const dust = isQuoted ? 0n : wanted / 1_000_000n + 2n
          const isRight = arrived <= wanted && wanted - arrived <= dust
          expect([fiat, tokenId, arrived, isRight]).toEqual([fiat, tokenId, arrived, true])
          orders.push({ requestId, fiat, tokenId, isQuoted })
        }
      }
      await chains.client(network).mine({ blocks: 2 })
      const states = await waitFor('every payment to be confirmed', async () => {
        const found = await host.host.context.db.kysely
          .selectFrom('events')
          .select(['request_id', 'body'])
          .where('type', '=', 'payment.confirmed')
          .execute()
        return found.length === orders.length ? found : null
      })
      for (const { requestId, fiat, isQuoted } of orders) {
        const event = states.find(({ request_id }) => request_id === requestId)
        const { totalAmountPaid, rateProvider } = JSON.parse(String(event?.body))
        const wanted = [fiat, Number(write(fiat)), isQuoted ? 'quote' : 'chainlink']
        expect([fiat, Number(totalAmountPaid), rateProvider]).toEqual(wanted)
      }

      function received(tokenId: string): Promise<bigint> {
        return chains.client(network).readContract({
          address: getAddress(getCurrency(tokenId).currency.address),
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [PAYEE],
        })
      }
    },
    120_000,
  )
})

/** A dollar in a fiat currency, times 10^18, rounded down. */
function rateOf(fiat: string): bigint {
  return (100_000_000n * 10n ** 18n) / (DOLLARS[fiat] ?? 1n)
}

/** Returns the price of a dollar in a fiat currency as decimal text. */
function priceIn(fiat: string): string {
  const text = rateOf(fiat).toString().padStart(19, '0')
  return `${text.slice(0, -18)}.${text.slice(-18)}`
}
