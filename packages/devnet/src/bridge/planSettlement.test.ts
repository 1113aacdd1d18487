import { getNetwork } from '@secure-payment/core/networks'
import { getAddress, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createChain } from '../chains/chain.ts'
import type { BridgeDelivery, BridgeOrder } from './bridgeAbi.ts'
import { findBridgedChains } from './bridgedChain.ts'
import { planSettlement } from './planSettlement.ts'
import { bridgeModes, DEFAULT_SWITCHES, type Switches } from './switches.ts'

const [from, to] = findBridgedChains(
  ['devnet', 'devnet-b'].map((id) => createChain(getNetwork(id), 'http://127.0.0.1:9', 0)),
)
if (!from || !to) throw new Error('both local chains have the bridge')
const USDC = getAddress('0x5ecc000000000000000000000000000000000101')
const USDT = getAddress('0x5ecc000000000000000000000000000000000102')
const DAI = getAddress('0x5ecc000000000000000000000000000000000103')
const ordered: BridgeDelivery = {
  token: USDC,
  amount: 10_000_001n,
  fallbackAddress: getAddress('0x00000000000000000000000000000000000a11ce'),
  target: getAddress('0x5ecc000000000000000000000000000000000001'),
  spender: getAddress('0x5ecc000000000000000000000000000000000001'),
  gasLimit: 150_000n,
  callData: '0xc219a14d',
}
const order: BridgeOrder = {
  quoteId: `0x${'01'.repeat(32)}`,
  token: USDC,
  amount: 10_020_002n,
  toChainId: 31_338n,
  deadline: 2_000_000_000n,
  delivery: ordered,
}
const plan = (switches: Partial<Switches>, changed: Partial<BridgeOrder> = {}) =>
  planSettlement({ ...order, ...changed }, { from, to }, { ...DEFAULT_SWITCHES, ...switches })

describe('planSettlement', () => {
  it('planSettlement delivers the order by default', () => {
    const asOrdered = bridgeModes.filter(
      (mode) => !['slow', 'partial', 'refunded', 'failed', 'call_fails'].includes(mode),
    )
    for (const mode of asOrdered) {
      expect(plan({ mode })).toEqual({ kind: 'fill', delivery: ordered })
    }
  })

  it('planSettlement waits in slow mode', () => {
    expect(plan({ mode: 'slow' })).toEqual({ kind: 'wait' })
  })

  it('planSettlement gives a deposit up in failed mode', () => {
    expect(plan({ mode: 'failed' })).toEqual({ kind: 'give_up' })
  })

  it('planSettlement delivers half, or the other token, in partial mode', () => {
    expect(plan({ mode: 'partial' })).toEqual({
      kind: 'fill',
      delivery: { ...ordered, amount: 5_000_000n },
    })
    expect(plan({ mode: 'partial', deliver: 'other_token' })).toEqual({
      kind: 'fill',
      delivery: { ...ordered, token: USDT },
    })
  })

  it('planSettlement changes only the gas limit when the call must fail', () => {
    expect(plan({ mode: 'call_fails' })).toEqual({
      kind: 'fill',
      delivery: { ...ordered, gasLimit: 5_000n },
    })
  })

  it('planSettlement refunds in refunded mode', () => {
    expect(plan({ mode: 'refunded' })).toEqual({ kind: 'refund' })
  })

  it('planSettlement refunds an order that no quote would have contained', () => {
    const refund = { kind: 'refund' }
    expect(planSettlement(order, { from, to: null }, DEFAULT_SWITCHES)).toEqual(refund)
    expect(plan({}, { token: DAI })).toEqual(refund)
    expect(plan({}, { delivery: { ...ordered, token: DAI } })).toEqual(refund)
    expect(plan({}, { delivery: { ...ordered, amount: 10_020_003n } })).toEqual(refund)
    expect(plan({}, { delivery: { ...ordered, fallbackAddress: zeroAddress } })).toEqual(refund)
    expect(plan({}, { delivery: { ...ordered, amount: 10_020_002n } })).toMatchObject({
      kind: 'fill',
    })
  })
})
