import { decodePaymentCall } from '@secure-payment/core/evm'
import { getNetwork, type Network } from '@secure-payment/core/networks'
import type { PaymentTerms } from '@secure-payment/core/ways'
import { describe, expect, it } from 'vitest'
import type { Bridge, BridgeQuery, BridgeQuote } from '../bridges/bridge.ts'
import { type CrosschainPayment, quotePayment } from './quotePayment.ts'

const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const OTHER = '0x00000000000000000000000000000000DeaDBeef'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const base = getNetwork('base')
const optimism = getNetwork('optimism')

const terms: PaymentTerms = {
  network: 'base',
  token: tokenOf(base, 'USDC').address,
  payee: PAYEE,
  amountUnits: 10_000_000n,
  paymentReference: '0x7d1e0a92c4b85f36',
  feeUnits: 100_000n,
  feeAddress: OTHER,
}
const payment: CrosschainPayment = {
  source: { network: optimism, token: tokenOf(optimism, 'USDT'), diamond: DIAMOND },
  destination: { network: base, token: tokenOf(base, 'USDC') },
  terms,
  arriveWithinS: null,
  wallet: WALLET,
}
const sound: BridgeQuote = {
  id: 'quote',
  tool: 'across',
  fromUnits: 10_120_000n,
  toUnits: 10_100_000n,
  toMinUnits: 10_100_000n,
  approvalAddress: DIAMOND,
  transaction: { to: DIAMOND, data: '0xdeadbeef', value: 0n, chainId: 10 },
  fees: [],
  durationS: 4,
  expiresAt: new Date('2026-01-01T00:00:30Z'),
}

function tokenOf({ tokens }: Network, symbol: string) {
  const token = tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new Error(`no ${symbol}`)
  return token
}

/** Creates a bridge that always returns one response, and records its queries. */
function answering(quote: BridgeQuote | null): Bridge & { queries: BridgeQuery[] } {
  const queries: BridgeQuery[] = []
  return {
    id: 'lifi',
    queries,
    async quote(query) {
      queries.push(query)
      return quote
    },
    status: () => Promise.reject(new Error('is not asked')),
  }
}

describe('quotePayment', () => {
  it('quotePayment orders amount and fee with a call to ERC20FeeProxy, and the payee as fallback recipient', async () => {
    const bridge = answering(sound)
    expect(await quotePayment(bridge, payment)).toBe(sound)
    const [query] = bridge.queries
    expect(query).toEqual({
      fromChainId: 10,
      fromToken: tokenOf(optimism, 'USDT').address,
      fromAddress: WALLET,
      toChainId: 8453,
      toToken: tokenOf(base, 'USDC').address,
      toUnits: 10_100_000n,
      fallbackAddress: PAYEE,
      call: {
        to: base.contracts.ERC20FeeProxy?.address,
        data: expect.stringMatching(/^0xc219a14d/),
        gasLimit: 200_000n,
      },
    })
    expect(decodePaymentCall(query?.call.data ?? '0x')).toEqual({
      kind: 'erc20_payment',
      token: tokenOf(base, 'USDC').address.toLowerCase(),
      payee: PAYEE.toLowerCase(),
      amountUnits: 10_000_000n,
      paymentReference: '0x7d1e0a92c4b85f36',
      feeUnits: 100_000n,
      feeAddress: OTHER.toLowerCase(),
    })
  })

  it('quotePayment returns null if no route exists', async () => {
    expect(await quotePayment(answering(null), payment)).toBeNull()
  })

  it.each<[string, Partial<BridgeQuote>]>([
    ['calls another contract', { transaction: { ...sound.transaction, to: OTHER } }],
    ['approves another contract', { approvalAddress: OTHER }],
    ['is for the wrong chain', { transaction: { ...sound.transaction, chainId: 8453 } }],
    ['charges native coins', { transaction: { ...sound.transaction, value: 1n } }],
    ['has an input of zero', { fromUnits: 0n }],
    // The limit for a payment of 10.1 is 10.1 plus 10 %, plus 25 for gas.
    ['exceeds the input of any bridge', { fromUnits: 36_110_001n }],
    ['exceeds uint256', { fromUnits: 2n ** 256n - 1n }],
    ['may deliver less than is due', { toMinUnits: 10_099_999n }],
  ])('quotePayment rejects a quote that %s', async (_, change) => {
    const asked = quotePayment(answering({ ...sound, ...change }), payment)
    await expect(asked).rejects.toMatchObject({ code: 'bridge_unavailable', problem: 'unsafe' })
  })

  it('quotePayment accepts an expensive quote, because the payer sees the price', async () => {
    const dear = { ...sound, fromUnits: 36_110_000n }
    expect(await quotePayment(answering(dear), payment)).toBe(dear)
  })
})
