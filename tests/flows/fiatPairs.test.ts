import { currencies, getCurrency, marketAsset } from '@secure-payment/core/catalogue'
import { findConversionPath } from '@secure-payment/core/conversion'
import { networks } from '@secure-payment/core/networks'
import { startChains } from '@secure-payment/devnet'
import { erc20Abi, getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { startTestHost } from '../support/testHost.ts'
import { FIATS, type Pair, priceIn, wantedUnits, writeAmount } from './support/fiatPrices.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 3
/** An address that nothing else uses. */
const PAYEE = getAddress('0x00000000000000000000000000000000000fa125')

/** Upstream's fiat currencies. */
const UPSTREAM = ['USD', 'EUR', 'CNY', 'GBP', 'JPY']
/** The dollar stablecoins of the networks where money has value. */
const STABLECOINS = currencies.filter(({ id, type }) => {
  const network = getCurrency(id).network
  const isDollar = ['USDC', 'USDT', 'DAI'].includes(String(marketAsset(id)))
  return type === 'ERC20' && isDollar && network?.isTestnet === false && !network.isLocal
})
const NETWORKS = networks.filter(({ id }) => STABLECOINS.some(({ network }) => network === id))

type Order = Pair & { requestId: string }

test('fiatPrices has a price for each of the 30 fiat currencies', () => {
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
            amount: writeAmount(fiat),
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
        const wanted = [fiat, Number(writeAmount(fiat)), isQuoted ? 'quote' : 'chainlink']
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
