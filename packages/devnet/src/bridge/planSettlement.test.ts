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
  it('delivers what was ordered unless told otherwise', () => {
    const asOrdered = bridgeModes.filter(
      (mode) => !['slow', 'partial', 'refunded', 'failed', 'call_fails'].includes(mode),
    )
    for (const mode of asOrdered) {
      expect(plan({ mode })).toEqual({ kind: 'fill', delivery: ordered })
    }
  })

  it('waits while it is slow', () => {
    expect(plan({ mode: 'slow' })).toEqual({ kind: 'wait' })
  })

  it('gives up where it fails', () => {
    expect(plan({ mode: 'failed' })).toEqual({ kind: 'give_up' })
  })

  it('delivers half, or the other token, where it is partial', () => {
    expect(plan({ mode: 'partial' })).toEqual({
      kind: 'fill',
      delivery: { ...ordered, amount: 5_000_000n },
    })
    expect(plan({ mode: 'partial', deliver: 'other_token' })).toEqual({
      kind: 'fill',
      delivery: { ...ordered, token: USDT },
    })
  })

  it('changes nothing but the gas of a call that is to fail', () => {
    expect(plan({ mode: 'call_fails' })).toEqual({
      kind: 'fill',
      delivery: { ...ordered, gasLimit: 5_000n },
    })
  })

  it('gives back when told to', () => {
    expect(plan({ mode: 'refunded' })).toEqual({ kind: 'refund' })
  })

  it('gives back what no quote would have said', () => {
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
