import { getCurrency } from '@secure-payment/core/catalogue'
import type { RequestPlan } from '@secure-payment/core/ways'
import { describe, expect, it } from 'vitest'
import type { Bridge } from '../bridges/bridge.ts'
import { loadConfig } from '../config.ts'
import { findDestination, listSources } from './sources.ts'

const bridge: Bridge = {
  id: 'lifi',
  quote: async () => null,
  status: () => Promise.reject(new Error('is not asked')),
}

function contextOf(...networks: string[]) {
  const urls = networks.map((id) => [
    `PAY_RPC_URL_${id.toUpperCase().replaceAll('-', '_')}`,
    'http://127.0.0.1:1',
  ])
  const config = loadConfig({ PAY_NETWORKS: networks.join(','), ...Object.fromEntries(urls) })
  return { config, bridge }
}

/** Returns a request that is paid in this currency. */
function requestIn(
  currencyId: string,
  plan: RequestPlan = { way: 'direct' },
  invoiceCurrency = currencyId,
) {
  const { currency, isNative } = getCurrency(currencyId)
  return {
    plan,
    network: currency.network,
    token_address: isNative ? null : currency.address,
    invoice_currency: invoiceCurrency,
    payment_currency: currencyId,
  }
}

const CONVERTED: RequestPlan = { way: 'converted', path: ['0x1', '0x2'], maxRateAgeS: null }

/** Returns `network symbol` of each source of a request. */
function sourcesOf(context: ReturnType<typeof contextOf>, currencyId: string): string[] | null {
  const destination = findDestination(context, requestIn(currencyId))
  if (destination === null) return null
  return listSources(context, destination).map(
    ({ network, token }) => `${network.id} ${token.symbol}`,
  )
}

describe('The sources of a payment', () => {
  it('the sources of a payment are the dollar tokens of the other served source chains, in the order of the settings', () => {
    const context = contextOf('base', 'matic', 'mainnet', 'optimism', 'arbitrum-one')
    expect(sourcesOf(context, 'USDC-base')).toEqual([
      'mainnet USDC',
      'mainnet USDT',
      'optimism USDC',
      'optimism USDT',
      'arbitrum-one USDC',
      'arbitrum-one USDT',
    ])
    expect(sourcesOf(context, 'USDT-matic')).toHaveLength(8)
  })

  it('the sources of a payment are native USDC, never bridged USDC', () => {
    const context = contextOf('base', 'optimism', 'arbitrum-one')
    const destination = findDestination(context, requestIn('USDC-base'))
    if (destination === null) throw new Error('no destination')
    const usdc = listSources(context, destination).filter(({ token }) => token.symbol === 'USDC')
    // Circle's list: developers.circle.com/stablecoins/usdc-contract-addresses.
    expect(usdc.map(({ token }) => token.address)).toEqual([
      '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    ])
  })

  it('the sources of a payment connect local chains with local chains, and real chains with real chains', () => {
    const context = contextOf('devnet', 'devnet-b', 'base', 'optimism')
    expect(sourcesOf(context, 'USDC-devnet')).toEqual(['devnet-b USDC', 'devnet-b USDT'])
    expect(sourcesOf(context, 'USDC-base')).toEqual(['optimism USDC', 'optimism USDT'])
  })

  it('the sources of a payment are empty for another token, a native coin, a conversion, or a network that is not served', () => {
    const context = contextOf('base', 'optimism')
    for (const currencyId of ['DAI-base', 'ETH-base-base', 'USDC-mainnet']) {
      expect(sourcesOf(context, currencyId)).toBeNull()
    }
    expect(findDestination(context, requestIn('USDC-base', CONVERTED, 'USD'))).toBeNull()
  })

  it('the sources of a payment include those of a conversion if the host can quote its amount', () => {
    const { config, ...rest } = contextOf('base', 'optimism')
    const quoting = {
      ...config,
      prices: loadConfig({ PAY_PRICE_SOURCES: 'coinbase,kraken' }).prices,
    }
    const context = { config: quoting, ...rest }
    expect(findDestination(context, requestIn('USDC-base', CONVERTED, 'USD'))).not.toBeNull()
    // A wrapped token has no market price.
    expect(findDestination(context, requestIn('USDC-base', CONVERTED, 'FAU-sepolia'))).toBeNull()
  })

  it('the sources of a payment are empty for a quoted one on Tron', () => {
    const quoted: RequestPlan = { way: 'quoted', pricing: 'market' }
    const context = contextOf('tron', 'base')
    expect(findDestination(context, requestIn('USDT-tron', quoted, 'EUR'))).toBeNull()
  })

  it('the sources of a payment are empty on a host without a bridge', () => {
    const context = { ...contextOf('base', 'optimism'), bridge: null }
    expect(findDestination(context, requestIn('USDC-base'))).toBeNull()
  })
})
