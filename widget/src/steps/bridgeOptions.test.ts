import { describe, expect, it } from 'vitest'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PayOption } from '../payOption.ts'
import { allOptions } from '../steps/payOptions.ts'
import { aConvertedItem, anItem, aPayment } from '../testing/examples.ts'
import { bridgeOptions, findOmitted } from './bridgeOptions.ts'

const direct: PayOption = {
  id: 'devnet:USDC',
  network: 'devnet',
  symbol: 'USDC',
  needed: '12.5',
  costs: [{ symbol: 'USDC', amount: '12.5' }],
  spending: [{ symbol: 'USDC', amount: '12.5' }],
  balance: '0',
  hasEnoughBalance: false,
  missing: { symbol: 'USDC', amount: '12.5' },
  hasEnoughGas: true,
  route: 'direct',
}

const way = (neededAmount: string, balance: string, durationS = 4) => ({
  balance,
  neededAmount,
  hasEnoughBalance: Number(balance) >= Number(neededAmount),
  hasEnoughGas: null,
  durationS,
})

function payment(
  paymentOptions: PaymentMetadata['paymentOptions'] & object,
  more: object = {},
): PaymentMetadata {
  return { ...aPayment(), paymentOptions, raw: { paymentOptions, ...more } }
}

describe('bridgeOptions', () => {
  it('bridgeOptions lists the cheapest way first, then the fastest, with fee, duration and the missing amount', () => {
    const found = bridgeOptions(
      payment({
        devnet: { USDC: way('12.5', '0') },
        'DEVNET-B': { USDT: way('12.6', '1', 9), USDC: way('12.525', '1000') },
        BASE: { USDC: way('12.6', '20', 3) },
      }),
      direct,
    )
    expect(found.map(({ id }) => id)).toEqual(['devnet-b:USDC', 'base:USDC', 'devnet-b:USDT'])
    expect(found[0]).toMatchObject({
      network: 'devnet-b',
      spending: [{ symbol: 'USDC', amount: '12.525' }],
      costs: direct.costs,
      route: 'bridge',
      bridge: {
        chain: 'DEVNET-B',
        fee: { symbol: 'USDC', amount: '0.025' },
        durationS: 4,
      },
      missing: null,
    })
    expect(found[2]?.missing).toEqual({ symbol: 'USDT', amount: '11.6' })
  })

  it.each([
    ['a chain that the registry does not know', { ATLANTIS: { USDC: way('12.6', '20') } }],
    ['a chain without a bridge', { SEPOLIA: { USDC: way('12.6', '20') } }],
    ['a token that is not stable', { 'DEVNET-B': { FEE: way('12.6', '20') } }],
    ['the payment’s own chain by its other name', { DEVNET: { USDC: way('12.5', '20') } }],
  ])('bridgeOptions leaves out %s', (_, options) => {
    expect(bridgeOptions(payment(options), direct)).toEqual([])
  })

  it('bridgeOptions lists the direct way first, with its shortage', () => {
    const [own, over] = allOptions(
      payment({ DEVNET: { USDC: way('10.02', '4') }, BASE: { USDC: way('10.05', '4') } }),
      null,
    )
    expect(own).toMatchObject({ route: 'direct', missing: { symbol: 'USDC', amount: '6.02' } })
    expect(over).toMatchObject({ route: 'bridge', missing: { symbol: 'USDC', amount: '6.05' } })
  })

  it('bridgeOptions ignores the network fee of the direct way if the service pays it and the wallet can sign', () => {
    const own = { balance: '20', neededAmount: '10.02', hasEnoughBalance: true }
    const sponsored = { ...own, hasEnoughGas: false, isSponsored: true }
    const list = (option: typeof sponsored | object, canSign: boolean) =>
      allOptions(
        payment({ DEVNET: { USDC: { ...own, hasEnoughGas: false, ...option } } }),
        null,
        undefined,
        canSign,
      )[0]
    expect(list(sponsored, true)).toMatchObject({ hasEnoughGas: null, isSponsored: true })
    for (const option of [list(sponsored, false), list({}, true)]) {
      expect(option).toMatchObject({ hasEnoughGas: false })
      expect(option).not.toHaveProperty('isSponsored')
    }
  })

  it.each([
    ['in a currency that no bridge carries', anItem({ symbol: 'DAI' })],
    ['that contracts convert', aConvertedItem()],
  ])('bridgeOptions returns no way for a payment %s', (_, item) => {
    const options = payment({ 'DEVNET-B': { USDC: way('12.6', '20') } })
    expect(bridgeOptions({ ...options, items: [item] }, direct)).toEqual([])
  })

  it('bridgeOptions compares the amount of a quoted payment with the amount that must arrive', () => {
    const quoted = { pricing: 'market', symbol: 'USDC', decimals: 6 }
    const item = anItem({ symbol: 'CHF', decimals: 8, quoted })
    const options = payment({ 'DEVNET-B': { USDC: way('12.525', '20') } })
    const own: PayOption = { ...direct, costs: [{ symbol: 'CHF', amount: '10' }] }
    const [found] = bridgeOptions({ ...options, items: [item] }, own)
    expect(found).toMatchObject({
      costs: [{ symbol: 'CHF', amount: '10' }],
      spending: [{ symbol: 'USDC', amount: '12.525' }],
      bridge: { fee: { symbol: 'USDC', amount: '0.025' } },
    })
  })

  it('bridgeOptions names each chain that did not respond once, except the payment’s own', () => {
    const raw = { unavailableChains: ['devnet', 'DEVNET-B'], unquotedChains: ['DEVNET-B', 'BASE'] }
    expect(findOmitted({ ...aPayment(), raw })).toEqual({ silentChains: ['Devnet B', 'Base'] })
    expect(findOmitted({ ...aPayment(), raw: { unavailableChains: 7 } })).toEqual({})
  })

  it('bridgeOptions names the chains from which a payment would arrive after its quote', () => {
    const raw = { unavailableChains: [], unquotedChains: [], slowChains: ['ETHEREUM', 'devnet'] }
    expect(findOmitted({ ...aPayment(), raw })).toEqual({ slowChains: ['Ethereum'] })
  })
})
